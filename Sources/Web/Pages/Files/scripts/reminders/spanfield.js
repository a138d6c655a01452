// A length of time: a logarithmic slider, and a number with its unit beside it.
import { h } from "../dom.js";
import { field } from "../parts.js";
import { number } from "../validate.js";
import { logSlider, roundSpan } from "./sliders.js";
import { words } from "./strings.js";
import { longSpan } from "./words.js";

const units = [86_400, 3600, 60];

/// What chooses so many seconds between `low` and `high`. `read()` answers them, or null with what is wrong beside the field.
export function spanField({ label, id, low, high, value }) {
    const input = h("input", { class: "input short", inputmode: "decimal", autocomplete: "off", oninput: () => typed() });
    const unit = h("select", { class: "input", "aria-label": words.unit, onchange: () => typed() }, units.map((each) => h("option", { value: each }, words.unitNames[each])));
    const part = field(label, input, { id });
    const row = h("div", { class: "with-unit" });
    input.replaceWith(row);
    row.append(input, unit);
    const slider = logSlider({ label, low, high, round: roundSpan, text: longSpan, onchange: write });

    const wanted = () => Math.round(number(input.value) * Number(unit.value));

    function write(seconds) {
        const best = units.find((each) => seconds % each === 0) ?? 60;
        unit.value = String(best);
        input.value = String(Number((seconds / best).toFixed(2)));
        part.complain("");
    }

    function typed() { if (wanted() >= low && wanted() <= high) slider.set(wanted()); }

    write(value);
    slider.set(value);
    return {
        element: h("div", { class: "stack span-field" }, slider.element, part.element), input,
        complain: part.complain,
        /// As `read`, without a word about what is wrong.
        peek: () => (wanted() >= low && wanted() <= high ? wanted() : null),
        read() {
            const isRight = wanted() >= low && wanted() <= high;
            return part.complain(isRight ? "" : words.spanWrong(longSpan(low), longSpan(high))) ? wanted() : null;
        },
    };
}
