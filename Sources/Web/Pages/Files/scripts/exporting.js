// The history of an item as a file, from a day to a day in the time of the viewer.
import { api, newestOnly } from "./api.js";
import { now } from "./clock.js";
import { h, setText } from "./dom.js";
import { download } from "./download.js";
import { localDay, moment, startOfDay, zoneName } from "./format.js";
import { button, busy, field, toast } from "./parts.js";
import { isByArea } from "./rights.js";
import { strings } from "./strings.js";

const words = strings.exports;

/// What stands in the part; `open()` asks for what would be in the file once somebody looks.
export function exportForm(id, item) {
    const today = localDay(new Date(now()));
    const day = () => h("input", { class: "input", type: "date", max: today, onchange: () => expect() });
    const from = field(words.from, day(), { id: "export-from" });
    const to = field(words.to, day(), { id: "export-to" });
    const format = field(words.format, h("select", { class: "input", onchange: () => describe() },
        Object.entries(words.formats).map(([value, text]) => h("option", { value }, text))), { id: "export-format" });
    const expected = h("p", { class: "small", role: "status" });
    const content = h("p", { class: "muted small" });
    const save = button(words.save, { symbol: "download", type: "submit" });
    const newest = newestOnly();
    /// How many are in it; null while that is not known.
    let count = null;

    const element = h("form", { class: "stack export-form", novalidate: true, onsubmit: (event) => {
        event.preventDefault();
        busy(save, submit);
    } }, h("div", { class: "row" }, from.element, to.element), h("p", { class: "muted small" }, words.zone(zoneName())), format.element, content, expected,
        h("div", { class: "buttons" }, save));

    /// From the first moment of a day to the last of another; what is left out has no end.
    function times() {
        const next = to.input.value ? startOfDay(to.input.value, 1) : null;
        return {
            from: from.input.value ? startOfDay(from.input.value).toISOString() : undefined,
            to: next ? new Date(next - 1).toISOString() : undefined,
        };
    }

    function check() {
        // A date that is half typed has no value.
        const isWhole = (each) => each.complain(each.input.validity.badInput ? words.dayWrong : "");
        if (![from, to].map(isWhole).every(Boolean)) return false;
        return to.complain(from.input.value && to.input.value && to.input.value < from.input.value ? words.orderWrong : "");
    }

    async function expect() {
        count = null;
        if (!check()) return setText(expected, "");
        setText(expected, strings.loading);
        try {
            const told = await newest(api.countFixes(id, times()));
            if (!told) return undefined;
            count = told.count;
            setText(expected, told.count ? words.expected(told.count, moment(told.first), moment(told.last)) : words.none);
        } catch (problem) {
            setText(expected, problem.message);
        }
        return undefined;
    }

    function describe() { setText(content, `${words.contents[format.input.value]}${isByArea(item) ? ` ${words.byArea}` : ""}`); }

    async function submit() {
        if (!check()) return (from.input.getAttribute("aria-invalid") === "true" ? from : to).input.focus();
        // It may have reported since.
        await expect();
        if (count === 0) return undefined;
        await download(api.exportAddress(id, { format: format.input.value, ...times() }), words.problems);
        return toast(words.begun);
    }

    describe();
    return { element, open: expect };
}
