// Sliders: one with two ends over a day, and one on a logarithmic scale.
import { h } from "../dom.js";
import { timeOfDay } from "../format.js";
import { clockText } from "./dayends.js";
import { words } from "./strings.js";

const [wholeDay, step] = [1440, 5];

/// A slider with two ends over a day, in minutes since midnight: where the first end is after the second, what is between them
/// goes over midnight. `onchange` is told both; an end that is no clock time is not on it.
export function daySlider(onchange) {
    const ends = ["from", "to"].map((name, index) => h("input", { type: "range", min: 0, max: wholeDay, step, class: `end ${name}`,
        "aria-label": words[name], oninput: () => moved(index), onkeydown: () => { isByKey = true; }, onpointerdown: () => { isByKey = false; } }));
    const track = h("div", { class: "track", "aria-hidden": "true" });
    const marks = h("div", { class: "hours small muted numbers", "aria-hidden": "true" }, [0, 6, 12, 18, 24].map((hour) => h("span", {}, timeOfDay(clockText(hour * 60)))));
    const element = h("div", { class: "day-range" }, h("div", { class: "day-range-ends" }, track, ends), marks);
    let values = [0, 0];
    let isByKey = false;

    function moved(index) {
        const before = values[index];
        values[index] = Number(ends[index].value);
        // The end of the day is the beginning of the next; a span without a length is none.
        if (values[0] % wholeDay === values[1] % wholeDay) ends[index].value = values[index] = beside(values[index], before);
        draw();
        onchange(values.map((each) => each % wholeDay));
    }

    /// A step beside the other end: beyond it for a key, which would else be held up there for good, and short of it for a
    /// pointer, which passes it by itself; where the day ends, short of it as well.
    function beside(place, before) {
        const way = (place > before ? step : -step) * (isByKey ? 1 : -1);
        const next = place + way;
        return next >= 0 && next <= wholeDay ? next : place - way;
    }

    function draw() {
        const [from, to] = values;
        ends.forEach((end, index) => end.setAttribute("aria-valuetext", timeOfDay(clockText(values[index]))));
        track.classList.toggle("over", from >= to);
        track.style.setProperty("--from", `${(100 * from) / wholeDay}%`);
        track.style.setProperty("--to", `${(100 * to) / wholeDay}%`);
    }

    return {
        element,
        /// Puts the ends where they are; null for one that is no clock time.
        set([from, to]) {
            values = [from ?? 0, to === 0 ? wholeDay : to ?? wholeDay];
            [from, to].forEach((value, index) => {
                ends[index].disabled = value === null;
                ends[index].value = values[index];
            });
            element.classList.toggle("half", from === null || to === null);
            element.hidden = from === null && to === null;
            draw();
        },
    };
}

const fineness = 1000;

/// A slider on a logarithmic scale from `low` to `high`: `round` makes of a value one that somebody means, `text` tells it.
export function logSlider({ label, low, high, round, text, onchange }) {
    const ratio = Math.log(high / low);
    const said = h("output", { class: "numbers", "aria-live": "off" });
    const input = h("input", { type: "range", min: 0, max: fineness, step: 1, "aria-label": label, oninput: () => take() });
    let value = low;

    function take() {
        value = Math.min(high, Math.max(low, round(low * Math.exp((ratio * Number(input.value)) / fineness))));
        tell();
        onchange(value);
    }

    function tell() {
        said.textContent = text(value);
        input.setAttribute("aria-valuetext", text(value));
    }

    // A step of the arrow keys is one that changes the rounded value: on such a scale most single steps do not.
    input.addEventListener("keydown", (event) => {
        const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
        if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        const isMirrored = getComputedStyle(input).direction === "rtl" && ["ArrowRight", "ArrowLeft"].includes(event.key);
        const before = value;
        for (let at = Number(input.value); value === before && at >= 0 && at <= fineness; ) {
            at += isMirrored ? -way : way;
            if (at < 0 || at > fineness) break;
            input.value = at;
            take();
        }
    });

    return {
        element: h("div", { class: "log-slider" }, input, said), input,
        set(next) {
            value = next;
            input.value = Math.round((fineness * Math.log(Math.min(high, Math.max(low, next)) / low)) / ratio);
            tell();
        },
    };
}

/// Seconds as somebody means them: 5 minutes below two hours, half an hour below a day, then hours.
export function roundSpan(seconds) {
    const unit = seconds < 7200 ? 300 : seconds < 43_200 ? 1800 : seconds < 172_800 ? 3600 : 21_600;
    return Math.round(seconds / unit) * unit;
}

/// Metres as somebody means them: two digits.
export function roundMetres(metres) {
    const unit = 10 ** Math.max(0, Math.floor(Math.log10(metres)) - 1);
    return Math.round(metres / unit) * unit;
}
