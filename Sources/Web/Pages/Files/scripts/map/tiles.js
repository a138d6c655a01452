// A map with tiles, by Leaflet as the server's system has it.
import { h } from "../dom.js";
import { moment } from "../format.js";
import { strings } from "../strings.js";
import { extent } from "./map.js";

let loading = null;

function load() {
    loading ??= new Promise((resolve, reject) => {
        document.head.append(h("link", { rel: "stylesheet", href: "/leaflet/leaflet.css" }));
        const script = h("script", { src: "/leaflet/leaflet.min.js" });
        script.onload = () => resolve(window.L);
        script.onerror = () => reject(new Error("no Leaflet"));
        document.head.append(script);
    });
    return loading;
}

export class TileMap {
    #scene = {};
    #wantsFit = false;

    static async make(options) { return new TileMap(await load(), options); }

    constructor(L, { label, onpick, oncorner, setup }) {
        this.L = L;
        this.oncorner = oncorner;
        this.surface = h("div", { class: "map-surface", role: "group", "aria-label": `${label}. ${strings.map.keyboard}` });
        this.element = h("div", { class: "map" }, this.surface);
        const map = L.map(this.surface, { scrollWheelZoom: false, zoomSnap: 0.5 }).setView([0, 0], 2);
        this.map = map;
        map.attributionControl.setPrefix(false);
        L.tileLayer(setup.tiles, { attribution: escape(setup.attribution ?? ""), maxZoom: 22, maxNativeZoom: 19 }).addTo(map);
        L.control.scale({ imperial: false }).addTo(map);
        map.on("focus", () => map.scrollWheelZoom.enable());
        map.on("blur", () => map.scrollWheelZoom.disable());
        map.on("click", ({ latlng }) => onpick?.({ lat: latlng.lat, lon: latlng.wrap().lng }));
        this.surface.addEventListener("keydown", (event) => {
            if (event.key !== "Enter" || !onpick) return;
            const centre = map.getCenter().wrap();
            onpick({ lat: centre.lat, lon: centre.lng });
        });
        this.layer = L.layerGroup().addTo(map);
        this.observer = new ResizeObserver(() => {
            map.invalidateSize();
            if (this.#wantsFit) this.fit();
        });
        this.observer.observe(this.surface);
    }

    draw(scene) {
        this.#scene = scene;
        const { L, layer } = this;
        const at = (position) => [position.lat, position.lon];
        const circle = (position, radius, className) => L.circle(at(position), { radius, className, interactive: false }).addTo(layer);
        const way = (points, className) => { if (points.length > 1) L.polyline(points.map(at), { className, interactive: false }).addTo(layer); };
        const mark = (position, kind, text, title) => L.marker(at(position), {
            title, alt: title, keyboard: false, zIndexOffset: kind.includes("newest") ? 1000 : 0,
            icon: L.divIcon({ className: `pin ${kind}`, html: h("span", {}, text), iconSize: [24, 24] }),
        }).addTo(layer);
        layer.clearLayers();
        const { places = [], fixes = [], track = [], ahead = [], owner, cursor, draft, rings = [] } = scene;
        for (const place of places) {
            if (place.points) L.polygon(place.points.map(at), { className: "place", interactive: false }).addTo(layer);
            else circle(place, place.radius_m, "place");
        }
        if (draft?.points) this.#drawCorners(draft);
        else if (draft) circle(draft, draft.radius_m, "place draft");
        for (const ring of rings) circle(ring, ring.radius_m, `ring ${ring.kind ?? ""}`);
        for (const fix of fixes) if (fix.acc) circle(fix, fix.acc, "accuracy");
        if (cursor?.acc) circle(cursor, cursor.acc, "accuracy");
        if (owner?.acc) circle(owner, owner.acc, "accuracy owner");
        way([...fixes].reverse(), "way faint");
        way(ahead, "way faint");
        way(track, "way");
        const newest = cursor ?? fixes[0];
        if (owner && newest) way([owner, newest], "link");
        fixes.forEach((fix, index) => mark(fix, index ? "" : "newest", String(index + 1), strings.map.positionHere(index + 1, moment(fix.time, { seconds: true }))));
        if (owner) mark(owner, "owner", strings.map.owner[0], strings.map.ownerHere(moment(owner.time, { seconds: true })));
        if (cursor) mark(cursor, "newest", "", "");
        if (draft && !draft.points) mark(draft, "", "", "");
    }

    /// The corners can be dragged, and the shape follows.
    #drawCorners({ points, isClosed }) {
        const { L, layer } = this;
        const places = points.map((point) => L.latLng(point.lat, point.lon));
        const shape = L[isClosed ? "polygon" : "polyline"](places, { className: `place draft${isClosed ? "" : " open"}`, interactive: false }).addTo(layer);
        places.forEach((place, index) => {
            const title = strings.edit.corner(index + 1);
            const corner = L.marker(place, { draggable: true, keyboard: false, title, alt: title,
                icon: L.divIcon({ className: `pin corner${index ? "" : " first"}`, iconSize: [24, 24] }) }).addTo(layer);
            corner.on("drag", ({ latlng }) => {
                places[index] = latlng;
                shape.setLatLngs(places);
            });
            corner.on("dragend", () => {
                const { lat, lng } = corner.getLatLng().wrap();
                this.oncorner?.(index, { lat, lon: lng });
            });
            corner.on("click", () => this.oncorner?.(index));
        });
    }

    fit() {
        const points = extent(this.#scene);
        this.#wantsFit = !this.surface.isConnected || !points.length;
        if (!points.length) return;
        // It may have been made before it had a place on the page.
        this.map.invalidateSize();
        const bounds = this.L.latLngBounds([]);
        for (const { position, radius } of points) bounds.extend(this.L.latLng(position.lat, position.lon).toBounds(Math.max(20, 2 * radius)));
        this.map.fitBounds(bounds, { padding: [30, 30], animate: false });
    }

    dispose() {
        this.observer.disconnect();
        this.map.remove();
        this.element.remove();
    }
}

/// Leaflet takes the attribution for HTML.
function escape(text) {
    return text.replace(/[&<>"]/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;" })[letter]);
}
