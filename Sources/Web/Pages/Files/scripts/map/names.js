// Names of places and streets on vector tiles. MapLibre would draw them only with letters that a server has prepared.
import { h } from "../dom.js";
import { streetsOf } from "./streets.js";

/// The layers that have them: OpenMapTiles', and Protomaps'.
const layers = ["place", "places"];
/// From and to which zoom each kind is shown, the most important first.
const kinds = {
    country: [2, 6], state: [5, 8], region: [5, 8], city: [5, 14], town: [8, 16], village: [11, 17], suburb: [12, 16],
    quarter: [13, 17], neighbourhood: [14, 18], hamlet: [13, 18], locality: [9, 16],
};
const order = Object.keys(kinds);
const [most, mostStreets] = [40, 40];

export class Names {
    constructor(L, map) {
        [this.L, this.map] = [L, map];
        const pane = map.getPane("names") ?? map.createPane("names");
        Object.assign(pane.style, { zIndex: 350, pointerEvents: "none" });
        pane.setAttribute("aria-hidden", "true");
        this.group = L.layerGroup().addTo(map);
    }

    /// Shows the names that are in the tiles of a view, none on another one.
    draw(gl) {
        this.group.clearLayers();
        const zoom = this.map.getZoom();
        const { x: width, y: height } = this.map.getSize();
        const taken = [];
        const seen = new Set();
        const put = (name, position, box, className, turn) => {
            if (seen.has(name) || box[0] < 0 || box[1] < 0 || box[2] > width || box[3] > height || taken.some((other) => overlap(box, other))) return;
            taken.push(box);
            seen.add(name);
            const text = h("span", {}, name);
            // Not as an attribute, which the pages' policy forbids.
            if (turn) text.style.rotate = `${turn.toFixed(1)}deg`;
            this.L.marker(position, { pane: "names", interactive: false, keyboard: false,
                icon: this.L.divIcon({ className, html: text, iconSize: [0, 0] }) }).addTo(this.group);
        };
        for (const { name, kind, position } of placesOf(gl)) {
            const [from, to] = kinds[kind];
            if (zoom < from || zoom > to || taken.length >= most) continue;
            const { x, y } = this.map.latLngToContainerPoint(position);
            put(name, position, [x - 4 * name.length - 6, y - 10, x + 4 * name.length + 6, y + 10], `place-name ${kind}`);
        }
        const places = taken.length;
        const streets = streetsOf(gl, zoom, { width, height, project: (position) => this.map.latLngToContainerPoint(position) });
        for (const { name, x, y, turn, box } of streets) {
            if (taken.length - places >= mostStreets) break;
            put(name, this.map.containerPointToLatLng([x, y]), box, "place-name street", turn);
        }
    }

    dispose() { this.group.remove(); }
}

function placesOf(gl) {
    const found = layers.flatMap((sourceLayer) => gl.querySourceFeatures("map", { sourceLayer })).map(({ properties, geometry }) => ({
        name: properties[`name:${document.documentElement.lang}`] ?? properties.name,
        kind: kinds[properties.class] ? properties.class : properties.kind_detail && kinds[properties.kind_detail] ? properties.kind_detail : properties.kind,
        rank: Number(properties.rank ?? 20 - (properties.population_rank ?? 0)),
        position: geometry.type === "Point" ? [geometry.coordinates[1], geometry.coordinates[0]] : null,
    }));
    return found.filter(({ name, kind, position }) => name && kinds[kind] && position)
        .sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind) || one.rank - other.rank);
}

function overlap(one, other) { return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]; }
