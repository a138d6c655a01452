// Thousands of places on a map, each a small square on a canvas: what they look like together is what there is to see.
import { CanvasLayer } from "../map/canvaslayer.js";

/// By level.
const colours = ["muted", "green", "amber", "red"];
const size = 4;
const reach = 12;

export class CloudLayer extends CanvasLayer {
    #trace = null;
    #frame = null;
    #chosen = -1;

    constructor() { super([...colours, "text", "ground"]); }

    set(trace, frame, chosen) {
        [this.#trace, this.#frame, this.#chosen] = [trace, frame, chosen];
        this.drawSoon();
    }

    /// The nearest tracker, by its number; undefined where none is near.
    at({ x, y }) {
        const project = this.map.projector();
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

    draw() {
        const box = this.size;
        if (!box || !this.#frame) return;
        const { width, height } = box;
        const context = this.context(box);
        const project = this.map.projector();
        const shown = [0, 0, 0, 0];
        for (const level of [1, 0, 2, 3]) {
            context.fillStyle = this.colours[colours[level]];
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

    #mark(context, project) {
        const place = this.#chosen >= 0 ? this.#trace.place(this.#frame, this.#chosen) : null;
        if (!place) return;
        const { x, y } = project(place);
        for (const [width, colour] of [[5, this.colours.ground], [2.5, this.colours.text]]) {
            context.beginPath();
            context.arc(x, y, 9, 0, 2 * Math.PI);
            context.strokeStyle = colour;
            context.lineWidth = width;
            context.stroke();
        }
    }
}
