// A map with tiles, by Leaflet as the server's system has it.
import { h } from "../dom.js";
import { moment } from "../format.js";
import { preference } from "../preferences.js";
import { strings } from "../strings.js";
import { extent } from "./map.js";
import { addOutline } from "./outline.js";
import { isWellSeen, mapButtons, roomOf } from "./room.js";
import { tileLayer } from "./tilepicture.js";
import { TileWatch } from "./tilewatch.js";

const leastLength = 20;
/// Metres around the equator: as wide is the world, in 256 pixels of zoom 0.
const equator = 40_075_016.686;

let loading = null;

function load() {
    loading ??= new Promise((resolve, reject) => {
        document.head.append(h("link", { rel: "stylesheet", href: "/leaflet/leaflet.css" }));
        const script = h("script", { src: "/leaflet/leaflet.min.js" });
        script.onload = () => resolve(window.L);
        script.onerror = () => { loading = null; reject(new Error("no Leaflet")); };
        document.head.append(script);
    });
    return loading;
}

export class TileMap {
    #scene = {};
    #wantsFit = false;
    #isOurs = false;
    /// The addresses of tiles that came, and of those that did not.
    #loaded = new Set();
    #missing = new Set();

    static async make(options) {
        const vector = options.base.isVector ? await import("./vector.js") : null;
        const [L, library] = await Promise.all([load(), vector?.loadMapLibre()]);
        return new TileMap(L, { ...options, vector: vector && ((ontiles) => vector.vectorLayer(L, library, options.base, ontiles)) });
    }

    /// `base` is what the tiles are (basemap.js), `vector` makes the layer of those that are drawn here.
    constructor(L, { onpick, oncorner, onfit, onmoved, onresized, onplaced, ontiles, base, vector }) {
        this.L = L;
        Object.assign(this, { oncorner, onfit, base });
        this.surface = h("div", { class: "map-surface", role: "group" });
        const map = L.map(this.surface, { scrollWheelZoom: false, zoomControl: false, zoomSnap: 0.5, minZoom: 0, maxZoom: 22 });
        this.map = map;
        this.element = h("div", { class: vector ? "map tiled themed" : "map tiled" }, this.surface,
            mapButtons({ zoomIn: () => map.zoomIn(), zoomOut: () => map.zoomOut(), fit: onfit }));
        map.attributionControl.setPrefix(false);
        if (base.isOurs) addOutline(L, map);
        this.tiles = vector ? vector(ontiles) : tileLayer(L, base);
        this.tiles.getAttribution = () => escape(base.attribution);
        this.tiles.on("tileload", ({ coords }) => this.#loaded.add(this.#address(coords)));
        this.tiles.on("tileerror", ({ coords }) => this.#missing.add(this.#address(coords)));
        this.watch = new TileWatch(this.tiles, ontiles);
        L.control.scale({ metric: preference("units") === "metric", imperial: preference("units") === "imperial" }).addTo(map);
        map.on("focus", () => map.scrollWheelZoom.enable());
        map.on("blur", () => map.scrollWheelZoom.disable());
        map.on("movestart zoomstart", () => { if (!this.#isOurs) onmoved(); });
        map.on("click", ({ latlng, containerPoint }) => onpick?.({ lat: latlng.lat, lon: latlng.wrap().lng }, containerPoint));
        map.on("move zoom viewreset resize", () => onplaced());
        this.surface.addEventListener("keydown", (event) => this.#key(event, onpick));
        this.layer = L.layerGroup().addTo(map);
        this.observer = new ResizeObserver(() => {
            this.#ours(() => map.invalidateSize());
            if (this.#wantsFit) this.fit();
            onresized();
        });
        this.observer.observe(this.surface);
        this.#ours(() => map.setView([0, 0], 2));
    }

    /// What the pages themselves do with the view, which is no wish of a person.
    #ours(action) {
        this.#isOurs = true;
        action();
        this.#isOurs = false;
    }

    #key(event, onpick) {
        if (event.key === "0" && !event.ctrlKey && !event.metaKey) this.onfit();
        if (event.key !== "Enter" || !onpick) return;
        const { map } = this;
        const centre = map.getCenter().wrap();
        onpick({ lat: centre.lat, lon: centre.lng }, map.getSize().divideBy(2));
    }

    draw(scene) {
        this.#scene = scene;
        const { L, layer } = this;
        const at = (position) => [position.lat, position.lon];
        // Each line lies on a light one, so that it is seen on tiles of any colour.
        const circle = (position, radius, className) => {
            for (const each of ["casing", className]) L.circle(at(position), { radius, className: each, interactive: false }).addTo(layer);
        };
        const way = (points, className) => {
            if (points.length > 1) for (const each of [`casing ${className}`, className]) L.polyline(points.map(at), { className: each, interactive: false }).addTo(layer);
        };
        const mark = (position, kind, text, title) => L.marker(at(position), {
            title, alt: title, keyboard: false, zIndexOffset: kind.includes("newest") ? 1000 : 0,
            icon: L.divIcon({ className: `pin ${kind}`, html: h("span", {}, text), iconSize: [24, 24] }),
        }).addTo(layer);
        layer.clearLayers();
        const { places = [], fixes = [], track = [], ahead = [], owner, cursor, draft, rings = [], areas = [] } = scene;
        for (const place of places) {
            if (place.points) for (const each of ["casing", "place"]) L.polygon(place.points.map(at), { className: each, interactive: false }).addTo(layer);
            else circle(place, place.radius_m, "place");
        }
        if (draft?.points) this.#drawCorners(draft);
        else if (draft) circle(draft, draft.radius_m, "place draft");
        for (const area of areas) {
            const shape = circle(area, area.radius_m, `area ${area.kind}`);
            if (area.label) shape.bindTooltip(area.label, { permanent: true, direction: "center", className: "area-label" });
        }
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
        if (draft?.moves) this.#drawMiddle(draft);
        else if (draft && !draft.points) mark(draft, "", "", "");
    }

    /// It can be dragged; the circle follows when it is let go.
    #drawMiddle({ lat, lon }) {
        const title = strings.edit.placeMiddle;
        const middle = this.L.marker([lat, lon], { draggable: true, keyboard: false, title, alt: title,
            icon: this.L.divIcon({ className: "pin corner first", iconSize: [24, 24] }) }).addTo(this.layer);
        middle.on("dragend", () => {
            const { lat, lng } = middle.getLatLng().wrap();
            this.oncorner?.(0, { lat, lon: lng });
        });
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

    fit(points = extent(this.#scene)) {
        this.#wantsFit = !this.surface.isConnected || !points.length;
        if (!this.surface.isConnected) return;
        if (!points.length) return void this.#begin();
        this.#ours(() => {
            this.map.invalidateSize();
            const bounds = this.L.latLngBounds([]);
            for (const { position, radius } of points) bounds.extend(this.L.latLng(position.lat, position.lon).toBounds(Math.max(leastLength, 2 * radius)));
            const { left, top, right, bottom } = roomOf(this.element, this.surface);
            const { x, y } = this.map.getSize();
            this.map.fitBounds(bounds, { paddingTopLeft: [left, top], paddingBottomRight: [x - right, y - bottom], animate: false });
        });
        this.#begin();
    }

    /// Asks for tiles only where somebody is to look.
    #begin() { if (!this.map.hasLayer(this.tiles)) this.tiles.addTo(this.map); }

    /// Whether the scene is in sight, and large enough.
    get isWellSeen() {
        if (!this.surface.isConnected) return true;
        const points = extent(this.#scene).map(({ position }) => this.map.latLngToContainerPoint([position.lat, position.lon]));
        return isWellSeen(points, roomOf(this.element, this.surface), leastLength * this.view.scale);
    }

    /// What tells where on the screen a position is now; thousands of times, so without the objects that Leaflet makes.
    projector() {
        const { map } = this;
        const world = 256 * 2 ** map.getZoom();
        const { x: left, y: top } = map.getPixelBounds().min;
        const middle = map.getCenter().lng;
        return ({ lat, lon }) => {
            const sine = Math.sin((lat * Math.PI) / 180);
            const turns = Math.round((middle - lon) / 360);
            return { x: ((lon + 360 * turns) / 360 + 0.5) * world - left, y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world - top };
        };
    }

    /// The middle, and pixels a metre, as another form of map can take them.
    get view() {
        const centre = this.map.getCenter().wrap();
        return { centre: { lat: centre.lat, lon: centre.lng }, scale: (256 * 2 ** this.map.getZoom()) / (equator * cosine(centre.lat)) };
    }

    look({ centre, scale }) {
        this.#wantsFit = false;
        this.#ours(() => this.map.setView([centre.lat, centre.lon], Math.log2((scale * equator * cosine(centre.lat)) / 256), { animate: false }));
        this.#begin();
    }

    /// The address of a tile that says whether the host answers again: in the middle of a view, or one that did not come,
    /// when that one has come before and the browser may have kept it.
    probe({ centre, scale }, turn) {
        const zoom = Math.max(0, Math.min(this.base.options.maxNativeZoom, Math.round(Math.log2((scale * equator * cosine(centre.lat)) / 256))));
        const { x, y } = this.L.CRS.EPSG3857.latLngToPoint(this.L.latLng(centre.lat, centre.lon), zoom).divideBy(256).floor();
        const middle = this.#address({ x, y, z: zoom });
        const missing = [...this.#missing];
        return this.#loaded.has(middle) && missing.length ? missing[turn % missing.length] : middle;
    }

    #address({ x, y, z }) { return this.L.Util.template(this.base.tiles, { x, y, z, s: "a", r: "" }); }

    dispose() {
        this.observer.disconnect();
        this.watch.dispose();
        this.map.remove();
        this.element.remove();
    }
}

function cosine(latitude) { return Math.cos((latitude * Math.PI) / 180); }

/// Leaflet takes the attribution for HTML.
function escape(text) {
    return text.replace(/[&<>"]/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;" })[letter]);
}
