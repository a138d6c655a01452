// The frame of the pages that add something, one for each kind of thing.
import { h, icon } from "./dom.js";
import { empty } from "./parts.js";
import { strings } from "./strings.js";

const words = strings.add;
const kinds = { tag: ["/add", "bluetooth"], mqtt: ["/add/mqtt", "cellular"], phone: ["/add/phone", "person"] };

/// A page with its title, the kinds of things that can be added, and what is to be done for this one.
export function addPage(kind, ...content) {
    const links = Object.entries(kinds).map(([name, [path, symbol]]) =>
        h("li", {}, h("a", { href: path, class: "kind", "aria-current": name === kind ? "page" : null }, icon(symbol), h("span", {}, words.kinds[name]))));
    return h("div", { class: "narrow" }, h("div", { class: "page-head" }, h("h1", {}, words.title)),
        h("nav", { "aria-label": words.kindsLabel }, h("ul", { class: "kinds" }, links)), content);
}

/// For who may not add anything.
export function addClosed() {
    const action = h("a", { class: "button", href: "/" }, strings.gone.link);
    return { title: words.title, dispose() {}, element: h("div", { class: "narrow" }, empty({ heading: "h1", symbol: "key", title: words.closed, text: words.closedText, action })) };
}
