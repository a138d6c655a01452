// The page of a condition about the weather.
import { h, setText, show as fill } from "../dom.js";
import { field, notice } from "../parts.js";
import { preference } from "../preferences.js";
import { keptNumber, measures, shownNumber, skies, unitOf } from "./measures.js";
import { spanField } from "./spanfield.js";
import { words } from "./strings.js";
import { targetPicker } from "./target.js";
import { findingWords } from "./words.js";

/// How far ahead one may look, in seconds, and what is looked ahead where nothing was said.
const [least, most, usual] = [3600, 172_800, 28_800];

export function weatherEditor(condition = {}, context) {
    const sky = h("select", { class: "input" }, h("option", { value: "" }, words.anySky), skies.map((each) => h("option", { value: each, selected: each === condition.sky }, words.skies[each])));
    const skyField = field(words.sky, sky, { hint: words.skyHint, id: "weather-sky" });
    const bounds = Object.keys(measures).map((measure) => boundField(measure, condition));
    const isAhead = h("input", { type: "checkbox", id: "weather-ahead", checked: Boolean(condition.within_s), onchange: () => draw() });
    const within = spanField({ label: words.within, id: "weather-within", low: least, high: most, value: condition.within_s || usual });
    const where = targetPicker({ id: "weather-place", ways: ["me", "named", "area"], target: condition.place, context });
    const off = h("div", {});
    const now = h("p", { class: "small numbers", "data-present": "weather" });
    const error = h("p", { class: "error", role: "alert" });
    let isFound = false;
    const element = h("div", { class: "stack" }, off, now, skyField.element,
        h("fieldset", { class: "stack bounds" }, h("legend", { class: "label" }, words.numbers), bounds.map((each) => each.element)), error,
        h("div", { class: "check" }, isAhead, h("label", { for: "weather-ahead" }, words.ahead)), within.element,
        h("fieldset", { class: "stack" }, h("legend", { class: "label" }, words.weatherWhere), where.element));

    function draw() { within.element.hidden = !isAhead.checked; }

    function renew() {
        const source = context.facts?.sources.find((each) => each.kind === "weather");
        fill(off, source && !source.on ? notice([words.off.weather, " ", words.offAdvice.weather(context.owner)], { kind: "amber", symbol: "alert" })
            : source?.trouble ? notice(h("span", {}, words.trouble, " ", h("span", { lang: "en" }, source.trouble)), { kind: "amber", symbol: "alert" }) : []);
        // That of where it is to be stands above, once it is found.
        setText(now, isFound || !context.weather ? "" : words.presentWeather(findingWords(context.weather)));
        where.renew();
    }

    draw();
    renew();
    return {
        element, renew,
        found(isKnown) {
            isFound = isKnown;
            if (isFound) setText(now, "");
        },
        /// As it stands; where nothing is chosen yet, a sky stands for any.
        peek() {
            const place = where.peek();
            const seconds = isAhead.checked ? within.peek() : 0;
            if (place === null || seconds === null || !bounds.every((each) => each.isRight())) return null;
            const limits = Object.assign({}, ...bounds.map((each) => each.read()));
            const isOpen = !sky.value && !Object.keys(limits).length;
            return { ...(isOpen ? { isOpen, sky: "clear" } : {}), ...(place ? { place } : {}), ...(seconds && !isOpen ? { within_s: seconds } : {}), ...(sky.value ? { sky: sky.value } : {}), ...limits };
        },
        read() {
            if (!bounds.every((each) => each.check())) return null;
            const limits = Object.assign({}, ...bounds.map((each) => each.read()));
            const isEmpty = !sky.value && !Object.keys(limits).length;
            error.textContent = isEmpty ? words.weatherEmpty : "";
            if (isEmpty) {
                sky.focus();
                return null;
            }
            const seconds = isAhead.checked ? within.read() : 0;
            if (seconds === null) {
                within.input.focus();
                return null;
            }
            const place = where.read();
            if (place === null) return null;
            return { ...(place ? { place } : {}), ...(seconds ? { within_s: seconds } : {}), ...(sky.value ? { sky: sky.value } : {}), ...limits };
        },
        dispose: () => where.dispose(),
    };
}

/// A bound of a measure: above, below, or between; what was told stays exactly as it was while nobody types.
function boundField(measure, condition) {
    const units = preference("units");
    const told = { above: condition[`${measure}_above`], below: condition[`${measure}_below`] };
    const first = told.above !== undefined && told.below !== undefined ? "between" : told.above !== undefined ? "above" : told.below !== undefined ? "below" : "";
    const { usual: start, least: low, most: high } = measures[measure];
    const text = (value) => (value === undefined ? "" : String(shownNumber(measure, value, units)));
    const input = (side) => Object.assign(h("input", { class: "input short", inputmode: "decimal", autocomplete: "off", value: text(told[side]) }), { unit: unitOf(measure, units) });
    const inputs = { above: input("above"), below: input("below") };
    const fields = Object.fromEntries(Object.keys(inputs).map((side) => [side, field(words.boundOf(words.measures[measure], words.sides[side]), inputs[side], { id: `weather-${measure}-${side}` })]));
    const choice = h("select", { class: "input", onchange: () => draw(true) }, ["", "above", "below", "between"].map((each) =>
        h("option", { value: each, selected: each === first }, each ? words.bounds[each] : words.anyValue)));
    const element = h("div", { class: "row top bound", "data-measure": measure },
        field(words.measures[measure], choice, { id: `weather-${measure}` }).element, fields.above.element, fields.below.element);

    const has = (side) => choice.value === side || choice.value === "between";

    function draw(isNew) {
        for (const side of ["above", "below"]) fields[side].element.hidden = !has(side);
        if (!isNew) return;
        for (const side of ["above", "below"]) if (has(side) && !inputs[side].value && (side === start.side || choice.value !== "between")) inputs[side].value = text(start.value);
    }

    function value(side) {
        if (inputs[side].value.trim() === text(told[side]) && told[side] !== undefined) return told[side];
        const plain = inputs[side].value.trim().replace(",", ".").replace("−", "-");
        return /^-?\d+(\.\d+)?$/.test(plain) ? keptNumber(measure, Number(plain), units) : NaN;
    }

    function problem(side) {
        const bound = value(side);
        if (!(bound >= low && bound <= high)) return words.boundWrong(text(low), text(high));
        return side === "below" && choice.value === "between" && bound <= value("above") ? words.boundOrder : "";
    }

    draw(false);
    return {
        element,
        isRight: () => ["above", "below"].every((side) => !has(side) || !problem(side)),
        check() {
            const wrong = ["above", "below"].filter((side) => has(side) && !fields[side].complain(problem(side)));
            if (wrong.length) inputs[wrong[0]].focus();
            return !wrong.length;
        },
        read: () => Object.fromEntries(["above", "below"].filter(has).map((side) => [`${measure}_${side}`, value(side)])),
    };
}
