// A part of a page, with its title.
import { h } from "../../dom.js";

export function panel(name, title, ...children) {
    return h("section", { class: "panel stack", "data-panel": name }, h("h2", {}, title), children);
}
