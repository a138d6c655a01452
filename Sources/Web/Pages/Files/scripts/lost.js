// The part of an item's page that says whether somebody has marked it as lost, and where that is changed.
import { api } from "./api.js";
import { h, icon, showFor } from "./dom.js";
import { moment } from "./format.js";
import { idOf, items } from "./items.js";
import { button, busy, field, notice } from "./parts.js";
import { may, rightsKey } from "./rights.js";
import { markOf } from "./status.js";
import { strings } from "./strings.js";

const longest = 200;

/// The panel; `draw` shows in it what is so now, and nothing to who may neither see nor change anything there.
export function lostPanel() {
    const words = strings.lost;
    const element = h("div", { class: "marking" });

    function draw(item) {
        const mark = item.marked_lost;
        const mayChange = may(item, "change");
        // What somebody types is not drawn anew by what is told of the item meanwhile.
        showFor(`${mark ? `${mark.since} ${mark.note ?? ""}` : ""} ${rightsKey(item)}`, element, () => {
            if (mark) return marked(item, mark, mayChange);
            return mayChange ? form(item) : [];
        });
    }

    function marked(item, mark, mayChange) {
        const found = button(words.found, { kind: "small", symbol: "check", onclick: () => busy(found, async () => {
            const hadFocus = document.activeElement === found;
            await api.markFound(idOf(item));
            items.change(idOf(item), { marked_lost: undefined });
            if (hadFocus) focus("summary");
        }) });
        const text = [h("strong", {}, words.since(moment(mark.since))), mark.note ? h("p", { class: "lost-note", dir: "auto" }, mark.note) : null];
        return [notice(text, { kind: "red", symbol: "pin", action: mayChange ? found : null }), mayChange ? form(item, mark) : null];
    }

    function form(item, mark) {
        const note = field(words.note, h("input", { class: "input", maxlength: String(longest), autocomplete: "off", value: mark?.note ?? "" }), { hint: words.noteHint, id: "lost-note" });
        const save = button(mark ? words.save : words.mark, { kind: "primary", type: "submit" });
        const submit = async () => {
            const hadFocus = element.contains(document.activeElement);
            const text = note.input.value.trim();
            const saved = await api.markLost(idOf(item), text ? { note: text } : {});
            element.querySelector("details").open = false;
            items.change(idOf(item), { marked_lost: saved.marked_lost });
            if (hadFocus) focus("button, summary");
        };
        return h("details", { "data-form": "lost" }, h("summary", {}, icon("next"), mark ? words.change : words.mark),
            h("form", { class: "stack guide", novalidate: true, onsubmit: (event) => {
                event.preventDefault();
                busy(save, submit, { complain: (problem) => note.complain(problem.fields?.["/note"] ?? problem.message) });
            } }, note.element, h("div", { class: "buttons" }, save)));
    }

    /// Who has pressed something that is gone by now goes on beside it.
    function focus(selector) {
        requestAnimationFrame(() => element.querySelector(selector)?.focus());
    }

    return { element, draw };
}

/// The line of a card that says it; hidden where it is not so.
export function lostLine() {
    const text = h("span", { dir: "auto" });
    const element = h("p", { class: "marked-lost small", hidden: true }, icon("pin"), text);
    return {
        element,
        draw(item) {
            element.hidden = !item.marked_lost;
            if (item.marked_lost) text.textContent = markOf(item);
        },
    };
}
