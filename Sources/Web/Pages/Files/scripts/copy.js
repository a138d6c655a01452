// Copying to the clipboard, also where the page came without TLS and browsers offer no clipboard.
import { h } from "./dom.js";
import { button, toast } from "./parts.js";
import { strings } from "./strings.js";

/// A button that copies a text, and says so; `label` says what it is of.
export function copyButton(text, label) {
    const copy = button(strings.copy.action, { "aria-label": label, onclick: async () => {
        const isDone = await written(text) || taken(text, copy);
        toast(isDone ? strings.copy.done : strings.copy.failed, { red: !isDone });
    } });
    return copy;
}

/// A secret that is told this once, to be copied: what it is of, that it does not come again, and what its field is called.
export function secretBox(secret, { made, once, label, copy }) {
    return h("div", { class: "stack secret" }, h("p", {}, h("strong", {}, made), " ", once),
        h("div", { class: "row" },
            h("input", { class: "input", value: secret, readonly: true, "aria-label": label, spellcheck: "false" }),
            copyButton(secret, copy)));
}

async function written(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return false;
    }
}

/// The old way: by a selection, for which the text has to be on the page.
function taken(text, control) {
    const area = h("textarea", { class: "hidden-text", value: text, "aria-hidden": "true" });
    control.after(area);
    area.select();
    const isDone = document.execCommand("copy");
    area.remove();
    control.focus();
    return isDone;
}
