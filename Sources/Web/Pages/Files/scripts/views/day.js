// Where an item was on a day, with a slider over its hours.
import { now } from "../clock.js";
import { api } from "../api.js";
import { h, setText } from "../dom.js";
import { clock, day as dayName, localDay, metres, startOfDay } from "../format.js";
import { strings } from "../strings.js";

const points = 2000;

/// Asks for the positions of a day and has them drawn; `draw` is told whether the map is to show all of them.
export function dayView({ id, draw }) {
    const words = strings.item;
    const date = h("input", { class: "input", type: "date", id: "day", onchange: () => load() });
    const slider = h("input", { type: "range", id: "day-slider", min: 0, oninput: () => move(false) });
    const output = h("output", { for: "day-slider", class: "numbers" });
    const summary = h("p", { class: "muted small numbers", role: "status" });
    const sliderRow = h("div", { class: "day-slider", hidden: true },
        h("label", { class: "hidden-text", for: "day-slider" }, words.slider), slider, output);
    const element = h("div", { class: "day" },
        h("div", { class: "day-choice" }, h("label", { class: "label", for: "day" }, words.chooseDay), date, summary), sliderRow);
    let fixes = [];
    let start = 0;
    let turn = 0;

    function open(time) {
        if (!date.value) date.value = localDay(new Date(time ?? now()));
        date.max = localDay(new Date(now()));
        return load();
    }

    async function load() {
        if (!date.value) return;
        const mine = ++turn;
        const [from, to] = [startOfDay(date.value), startOfDay(date.value, 1)];
        setText(summary, strings.loading);
        try {
            const answer = await api.fixes(id, { from: from.toISOString(), to: new Date(to - 1).toISOString(), thin: points });
            if (mine !== turn) return;
            fixes = answer.map((fix) => ({ ...fix, at: Date.parse(fix.time) }));
        } catch (problem) {
            return setText(summary, problem.message);
        }
        sliderRow.hidden = !fixes.length;
        setText(summary, fixes.length ? (fixes.length >= points ? words.thinned(fixes.length) : words.points(fixes.length)) : words.noneOn(dayName(from)));
        if (!fixes.length) return draw({}, false);
        start = fixes[0].at;
        const length = Math.max(1, Math.ceil((fixes.at(-1).at - start) / 1000));
        slider.max = length;
        slider.step = Math.max(1, Math.round(length / 600));
        slider.value = length;
        move(true);
    }

    /// Shows where it was at the slider's moment.
    function move(isNew) {
        const last = Number(slider.value) >= Number(slider.max) - Number(slider.step) ? Infinity : start + Number(slider.value) * 1000;
        const found = fixes.findLastIndex((fix) => fix.at <= last);
        const index = Math.max(0, found);
        const fix = fixes[index];
        const text = `${clock(fix.time)}${fix.acc ? ` · ${words.accuracy(metres(Math.max(1, fix.acc)))}` : ""}`;
        setText(output, text);
        slider.setAttribute("aria-valuetext", text);
        draw({ track: fixes.slice(0, index + 1), ahead: fixes.slice(index), cursor: fix }, isNew);
    }

    return { element, open };
}
