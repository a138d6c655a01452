// Thousands of places on a map, each a small square on a canvas: what they look like together is what there is to see.
import { h } from "../dom.js";
import { onPreference } from "../preferences.js";

/// From the least to the most urgent, drawn in this order.
const colours = { 0: "muted", 1: "green", 2: "amber", 3: "red" };
const size = 4;
const reach = 12;

export class CloudLayer {
    #trace = null;
    #frame = null;
    #chosen = -1;
    #colours = null;
    #map = null;
    #isWaiting = false;

    constructor() {
        this.canvas = h("canvas", { class: "map-points", "aria-hidden": "true" });
        this.forget = onPreference((changed) => {
            if (!changed.has("dark")) return;
            this.#colours = null;
            this.drawSoon();
        });
    }

    attach(map) {
        this.#map = map;
        map.surface.after(this.canvas);
        this.#colours = null;
        this.drawSoon();
    }

    set(trace, frame, chosen) {
        [this.#trace, this.#frame, this.#chosen] = [trace, frame, chosen];
        this.drawSoon();
    }

    /// The nearest tracker, by its number; undefined where none is near.
    at({ x, y }) {
        const project = this.#map.projector();
        let [found, least] = [undefined, reach];
        for (let index = 0; index < this.#trace.trackers.length; index += 1) {
            const place = this.#trace.place(this.#frame, index);
            if (!place) continue;
            const there = project(place);
            const distance = Math.hypot(there.x - x, there.y - y);
            if (distance < least) [found, least] = [index, distance];
        }
        return found;
    }

    drawSoon() {
        if (this.#isWaiting) return;
        this.#isWaiting = true;
        requestAnimationFrame(() => {
            this.#isWaiting = false;
            this.draw();
        });
    }

    draw() {
        const box = this.#map?.surface.getBoundingClientRect();
        if (!box?.width || !this.#frame || !this.canvas.isConnected) return;
        const dots = devicePixelRatio || 1;
        const [width, height] = [Math.round(box.width), Math.round(box.height)];
        if (this.canvas.width !== width * dots || this.canvas.height !== height * dots) [this.canvas.width, this.canvas.height] = [width * dots, height * dots];
        const context = this.canvas.getContext("2d");
        context.setTransform(dots, 0, 0, dots, 0, 0);
        context.clearRect(0, 0, width, height);
        this.#colours ??= this.#readColours();
        const project = this.#map.projector();
        const shown = [0, 0, 0, 0];
        for (const level of [1, 0, 2, 3]) {
            context.fillStyle = this.#colours[level];
            for (let index = 0; index < this.#frame.codes.length; index += 1) {
                if ((this.#frame.codes[index] & 3) !== level) continue;
                const place = this.#trace.place(this.#frame, index);
                if (!place) continue;
                const { x, y } = project(place);
                if (x < -size || y < -size || x > width + size || y > height + size) continue;
                context.fillRect(x - size / 2, y - size / 2, size, size);
                shown[level] += 1;
            }
        }
        this.#mark(context, project);
        // For who asks what is shown, without looking.
        this.canvas.dataset.shown = JSON.stringify({ unknown: shown[0], near: shown[1], warning: shown[2], critical: shown[3] });
    }

    dispose() { this.forget(); }

    #mark(context, project) {
        const place = this.#chosen >= 0 ? this.#trace.place(this.#frame, this.#chosen) : null;
        if (!place) return;
        const { x, y } = project(place);
        for (const [width, colour] of [[5, this.#colours.ground], [2.5, this.#colours.text]]) {
            context.beginPath();
            context.arc(x, y, 9, 0, 2 * Math.PI);
            context.strokeStyle = colour;
            context.lineWidth = width;
            context.stroke();
        }
    }

    #readColours() {
        const probe = h("span", { hidden: true });
        this.#map.surface.append(probe);
        const style = getComputedStyle(probe);
        const read = (name) => {
            probe.style.color = `var(--${name})`;
            return style.color;
        };
        const found = { ...Object.fromEntries(Object.entries(colours).map(([level, name]) => [level, read(name)])), text: read("text"), ground: read("ground") };
        probe.remove();
        return found;
    }
}
