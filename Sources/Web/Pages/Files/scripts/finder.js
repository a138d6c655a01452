// What a finder of an item has written, as its owner reads it.
import { h, icon } from "./dom.js";
import { metres } from "./format.js";
import { strings } from "./strings.js";

const words = strings.found;

/// A text in lines, each as it runs by itself.
export function lines(text) { return text.split("\n").map((line) => h("p", { dir: "auto" }, line)); }

/// The text, a way to answer, and where the finder was, on a map of others.
export function finderBody({ text, contact, position }) {
    return h("div", { class: "finder" }, h("div", {}, lines(text)),
        contact ? h("p", { class: "small" }, icon("mail"), h("span", {}, `${words.contactIs} `, h("span", { dir: "auto" }, contact))) : null,
        position ? h("p", { class: "small" }, icon("pin"), h("a", { href: mapAddress(position), target: "_blank", rel: "noopener noreferrer" },
            words.wasAt(position.lat.toFixed(5), position.lon.toFixed(5), metres(Math.max(1, position.accuracy_m))))) : null);
}

function mapAddress({ lat, lon }) {
    const [north, east] = [lat.toFixed(6), lon.toFixed(6)];
    return `https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=17/${north}/${east}`;
}
