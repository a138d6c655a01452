// A canvas that lies on a map: what is drawn there is drawn anew as often as the map moves.
import { h } from "../dom.js";
import { onPreference } from "../preferences.js";

/// Says itself what it draws, in `draw()`, and with which colours of the theme.
export class CanvasLayer {
    #names;
    #read = null;
    #isWaiting = false;
    map = null;

    constructor(colours) {
        this.#names = colours;
        this.canvas = h("canvas", { class: "map-points", "aria-hidden": "true" });
        this.forget = onPreference((changed) => { if (changed.has("dark")) this.restyle(); });
    }

    /// Lies on a form of the map from now on.
    attach(map) {
        this.map = map;
        map.surface.after(this.canvas);
        this.restyle();
    }

    restyle() {
        this.#read = null;
        this.drawSoon();
    }

    drawSoon() {
        if (this.#isWaiting) return;
        this.#isWaiting = true;
        requestAnimationFrame(() => {
            this.#isWaiting = false;
            this.draw();
        });
    }

    /// What the map has of room now; null where nothing can be drawn.
    get size() {
        const box = this.map?.surface.getBoundingClientRect();
        return box?.width && this.canvas.isConnected ? { width: Math.round(box.width), height: Math.round(box.height) } : null;
    }

    /// Those of the theme, or of what lies on tiles, by name.
    get colours() { return this.#read ??= this.#readColours(); }

    /// The empty canvas, in pixels of the page.
    context({ width, height }) {
        const dots = devicePixelRatio || 1;
        if (this.canvas.width !== width * dots || this.canvas.height !== height * dots) [this.canvas.width, this.canvas.height] = [width * dots, height * dots];
        const context = this.canvas.getContext("2d");
        context.setTransform(dots, 0, 0, dots, 0, 0);
        context.clearRect(0, 0, width, height);
        return context;
    }

    dispose() { this.forget(); }

    #readColours() {
        // Which of the theme's two a colour is stands only in what is drawn with it.
        const probe = h("span", { hidden: true });
        this.map.surface.append(probe);
        const style = getComputedStyle(probe);
        const colours = this.#names.map((name) => {
            probe.style.color = `var(--${name})`;
            return [name, style.color];
        });
        probe.remove();
        return Object.fromEntries(colours);
    }
}
