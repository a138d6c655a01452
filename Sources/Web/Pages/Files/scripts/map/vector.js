// Vector tiles beneath what Leaflet draws, by MapLibre GL JS as scripts/map-library lays it down.
import { h } from "../dom.js";
import { isDark, onPreference } from "../preferences.js";
import { Names } from "./names.js";
import { styleOf } from "./style.js";

let loading = null;

/// Loads the library; the error's `reason` is the name of a sentence in strings.map.
export async function loadMapLibre() {
    if (!document.createElement("canvas").getContext("webgl2")) throw because("noWebGL");
    loading ??= new Promise((resolve, reject) => {
        document.head.append(h("link", { rel: "stylesheet", href: "/maplibre/maplibre-gl.css" }));
        const script = h("script", { src: "/maplibre/maplibre-gl.js" });
        script.onload = () => {
            const { maplibregl } = window;
            // The pages' policy lets no script run that is made in the browser.
            URL.revokeObjectURL(maplibregl.getWorkerUrl());
            maplibregl.setWorkerUrl("/maplibre/maplibre-gl-worker.js");
            resolve(maplibregl);
        };
        script.onerror = () => { loading = null; reject(because("noMapLibre")); };
        document.head.append(script);
    });
    return loading;
}

function because(reason) { return Object.assign(new Error(reason), { reason }); }

/// A layer of Leaflet that shows the tiles of an archive; calls `tell` with `some` when one did not come, and with `all`.
export function vectorLayer(L, maplibregl, base, tell) {
    const Layer = L.Layer.extend({
        onAdd(map) {
            this.box = h("div", { class: "vector-tiles", "aria-hidden": "true" });
            map.getPane("tilePane").append(this.box);
            this.lay(map);
            this.names = new Names(L, map);
            this.gl = new maplibregl.Map({ container: this.box, style: styleOf(base, isDark()), interactive: false,
                attributionControl: false, fadeDuration: 0, maxPitch: 0, ...this.view(map),
                ...(base.headers ? { transformRequest: (url) => ({ url, headers: base.headers }) } : {}) });
            this.gl.getCanvas().tabIndex = -1;
            this.gl.on("error", ({ error }) => { if (error?.status) { this.isLacking = true; tell("some"); } });
            this.gl.on("idle", () => {
                this.box.dataset.state = "idle";
                this.names.draw(this.gl);
                if (!this.isLacking) tell("all");
            });
            this.restyle = () => this.gl.setStyle(styleOf(base, isDark()));
            this.forget = onPreference((changed) => { if (changed.has("dark")) this.restyle(); });
            map.on("move zoom", this.follow, this);
            map.on("zoomanim", this.follow, this);
            map.on("resize", this.fill, this);
            this.follow({});
        },

        onRemove(map) {
            this.forget();
            map.off("move zoom", this.follow, this);
            map.off("zoomanim", this.follow, this);
            map.off("resize", this.fill, this);
            this.names.dispose();
            this.gl.remove();
            this.box.remove();
        },

        /// The same view in MapLibre's words: its tiles are twice as wide.
        view(map, { center, zoom } = {}) {
            const { lat, lng } = center ?? map.getCenter();
            return { center: [lng, lat], zoom: (zoom ?? map.getZoom()) - 1 };
        },

        follow({ center, zoom }) {
            const view = this.view(this._map, { center, zoom });
            // Where the world is lower than the map, MapLibre would draw it larger; the outline is beneath.
            this.box.hidden = 512 * 2 ** view.zoom < this._map.getSize().y;
            delete this.box.dataset.state;
            this.isLacking = false;
            this.lay(this._map);
            this.gl.jumpTo(view);
        },

        /// Over all of the map, wherever Leaflet has moved its pane to.
        lay(map) {
            const { x, y } = map.getSize();
            Object.assign(this.box.style, { width: `${x}px`, height: `${y}px` });
            L.DomUtil.setPosition(this.box, map.containerPointToLayerPoint([0, 0]));
        },

        fill() {
            this.lay(this._map);
            this.gl.resize();
            this.follow({});
        },
    });
    return new Layer();
}
