// Coasts and borders beneath a map that shows whole countries, where there may be no tiles.
import { s } from "../dom.js";

/// Pixels a metre from which on they are shown no more: they are true to some kilometres.
const finest = 2e-3;
/// The zoom level of tiles that is as fine.
const deepest = 8;
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const steps = 50;

let loading = null;

/// The lines of the world: `coasts`, which close, and `borders`.
export function world() {
    loading ??= import("./world.js").then(({ coasts, borders }) => ({ coasts: unpack(coasts), borders: unpack(borders) }));
    return loading;
}

/// As scripts/world packs them.
function unpack(text) {
    return text.split(";").map((line) => {
        const points = [];
        let [x, y] = [0, 0];
        let isEast = true;
        let [number, shift] = [0, 0];
        for (const letter of line) {
            const digit = letters.indexOf(letter);
            number += (digit & 31) << shift;
            shift += 5;
            if (digit > 31) continue;
            const value = number & 1 ? -(number + 1) / 2 : number / 2;
            if (isEast) x += value;
            else {
                y += value;
                points.push({ lat: 90 - y / steps, lon: x / steps - 180 });
            }
            isEast = !isEast;
            [number, shift] = [0, 0];
        }
        return points;
    });
}

/// Beneath the grid, on its plane. Of the world there are three beside each other, so that it ends nowhere.
export class GridOutline {
    #isShown = false;
    #plane = null;

    constructor() { this.element = s("g", { class: "outline" }); }

    place(plane, scale, transform) {
        this.#isShown = scale < finest;
        this.element.style.display = this.#isShown ? "" : "none";
        if (!this.#isShown) return;
        this.element.setAttribute("transform", transform);
        if (this.#plane === plane) return;
        this.#plane = plane;
        world().then((lines) => { if (this.#plane === plane) this.#draw(plane, lines); }, () => { this.#plane = null; });
    }

    #draw(plane, { coasts, borders }) {
        const path = (lines, kind) => s("path", { class: kind, d: lines.map((line) => line.map((point, index) => {
            const { x, y } = plane.onSheet(point);
            return `${index ? "L" : "M"}${x.toFixed(0)} ${y.toFixed(0)}`;
        }).join("")).join("") });
        const turn = 360 * plane.width;
        this.element.replaceChildren(...[-turn, 0, turn].map((east) =>
            s("g", { transform: `translate(${east} 0)` }, path(coasts, "land"), path(borders, "border"))));
    }
}

/// Beneath the tiles of Leaflet.
export function addOutline(L, map) {
    const pane = map.createPane("outline");
    pane.style.zIndex = 150;
    const renderer = L.svg({ pane: "outline" });
    const layer = L.layerGroup();
    let isAsked = false;
    const show = () => {
        const isWanted = map.getZoom() <= deepest;
        if (!isWanted) return void layer.remove();
        layer.addTo(map);
        if (isAsked) return;
        isAsked = true;
        world().then(({ coasts, borders }) => {
            const at = (lines, east) => lines.map((line) => line.map(({ lat, lon }) => [lat, lon + east]));
            const shared = { pane: "outline", renderer, interactive: false };
            for (const east of [-360, 0, 360]) {
                L.polygon(at(coasts, east).map((line) => [line]), { ...shared, className: "land" }).addTo(layer);
                L.polyline(at(borders, east), { ...shared, className: "border" }).addTo(layer);
            }
        }, () => { isAsked = false; });
    };
    map.on("zoomend", show);
    map.whenReady(show);
}
