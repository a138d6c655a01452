// The frame of the pages that add something, one for each kind of thing.
import { api } from "./api.js";
import { h, icon } from "./dom.js";
import { empty } from "./parts.js";
import { strings } from "./strings.js";

const words = strings.add;
const kinds = { tag: ["/add", "bluetooth"], mqtt: ["/add/mqtt", "cellular"], phone: ["/add/phone", "person"], simulated: ["/add/simulated", "flask"] };
/// Whether the console has said that there may be simulated items.
let offersSimulated = false;

/// A page with its title, the kinds of things that can be added, and what is to be done for this one.
export function addPage(kind, ...content) {
    const links = Object.entries(kinds).map(([name, [path, symbol]]) =>
        h("li", { hidden: name === "simulated" && !offersSimulated }, h("a", { href: path, class: "kind", "aria-current": name === kind ? "page" : null }, icon(symbol), h("span", {}, words.kinds[name]))));
    askForSimulated(links.at(-1));
    return h("div", { class: "narrow" }, h("div", { class: "page-head" }, h("h1", {}, words.title)),
        h("nav", { "aria-label": words.kindsLabel }, h("ul", { class: "kinds" }, links)), content);
}

/// Shows that kind where the console has a broker for it.
async function askForSimulated(link) {
    if (offersSimulated) return;
    offersSimulated = (await api.simulatedItems().catch(() => null))?.offered ?? false;
    link.hidden = !offersSimulated;
}

/// For who may not add anything.
export function addClosed() {
    const action = h("a", { class: "button", href: "/" }, strings.gone.link);
    return { title: words.title, dispose() {}, element: h("div", { class: "narrow" }, empty({ heading: "h1", symbol: "key", title: words.closed, text: words.closedText, action })) };
}
