// Parts of the form of a reminder.
import { h } from "../dom.js";
import { field } from "../parts.js";
import { ownersFor } from "./owners.js";
import { colours } from "./store.js";
import { words } from "./strings.js";

/// One of the colours, each with its name.
export function colourChoice(chosen, isReadOnly, onchange) {
    const radios = colours.map((each) => h("input", { type: "radio", name: "colour", value: each, checked: each === chosen, disabled: isReadOnly, onchange }));
    return {
        element: h("fieldset", { class: "colours" }, h("legend", { class: "label" }, words.colour),
            h("div", { class: "colour-row" }, radios.map((radio) => h("label", {}, radio, h("span", { class: `swatch ${radio.value}`, "aria-hidden": "true" }), h("span", {}, words.colours[radio.value]))))),
        read: () => radios.find((radio) => radio.checked)?.value ?? "blue",
        set(next) { for (const radio of radios) radio.checked = radio.value === next; },
    };
}

/// Whose a new one is, where that is to be chosen; one that is there stays its owner's.
export function ownerChoice(kept, session, context, changed) {
    if (kept) return { element: null, read: () => kept.owner, check: () => true };
    const all = ownersFor(session);
    const input = all.length ? h("select", { class: "input", onchange: () => {
        context.owner = input.value;
        changed();
    } }, all.map((each) => h("option", { value: each }, each)))
        : h("input", { class: "input", dir: "ltr", autocomplete: "off", maxlength: 64 });
    const part = field(words.owner, input, { hint: words.ownerHint, id: "reminder-owner" });
    part.element.hidden = all.length === 1;
    return {
        element: part.element,
        read: () => input.value.trim(),
        check() {
            const isRight = part.complain(/^[A-Za-z0-9_-]{1,64}$/.test(input.value.trim()) ? "" : words.ownerWrong);
            if (!isRight) input.focus();
            return isRight;
        },
    };
}
