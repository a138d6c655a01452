// Quiet hours: a switch, and two times of the day.
import { h } from "./dom.js";
import { field } from "./parts.js";
import { strings } from "./strings.js";

const words = strings.edit;

/// What chooses quiet hours, from how they are written (`22:00-07:00`); nothing stands for none.
export function quietHours(written, id = "quiet") {
    const [from = "22:00", to = "07:00"] = written?.split("-") ?? [];
    const on = h("input", { type: "checkbox", id: `${id}-on`, checked: Boolean(written), onchange: () => after() });
    const [start, end] = [from, to].map((value) => h("input", { class: "input short", type: "time", value }));
    const [first, second] = [field(words.from, start), field(words.to, end)];
    const hours = h("div", { class: "row top", hidden: !written }, first.element, second.element);
    const after = () => { hours.hidden = !on.checked; };
    return {
        controls: [on, start, end], after, complain: second.complain, field: second,
        children: [h("div", { class: "check" }, on, h("label", { for: `${id}-on` }, words.quietOn)), hours],
        /// Says what is wrong, and answers whether nothing is.
        check: () => second.complain(!on.checked || (start.value && end.value && start.value !== end.value) ? "" : words.quietWrong),
        value: () => (on.checked ? `${start.value}-${end.value}` : null),
    };
}
