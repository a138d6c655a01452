// The page of a condition about the time of day.
import { h, setText } from "../dom.js";
import { span, zoneName } from "../format.js";
import { field } from "../parts.js";
import { clockText, dayEnd, dayEndText, mostOffset, weekdays } from "./dayends.js";
import { daySlider } from "./sliders.js";
import { words } from "./strings.js";
import { conditionWords, weekdayName } from "./words.js";

export function timeEditor(condition, context) {
    const told = condition ?? { from: "08:00", to: "10:00", zone: zoneName() };
    const slider = daySlider((minutes) => {
        ends.forEach((end, index) => { if (end.at() === "clock") end.setClock(minutes[index]); });
        tell();
        context.touch();
    });
    const ends = [endField("from", dayEnd(told.from)), endField("to", dayEnd(told.to))];
    const days = dayChoice(told.days);
    const zone = zoneChoice(told.zone, condition !== undefined);
    const line = h("p", { class: "label", role: "status" });
    const element = h("div", { class: "stack" }, slider.element, h("div", { class: "row top" }, ends.map((each) => each.element)), days.element, zone.element, line);

    element.addEventListener("input", (event) => { if (event.target.type !== "range") tell(); });

    function tell() {
        slider.set(ends.map((each) => (each.at() === "clock" ? each.minutes() : null)));
        const now = value();
        if (now) setText(line, [conditionWords("time", now), isOverMidnight() ? words.overMidnight : ""].filter(Boolean).join(" · "));
    }

    function isOverMidnight() {
        const [from, to] = ends.map((each) => each.value());
        return from.at === "clock" && to.at === "clock" && to.minutes !== 0 && from.minutes > to.minutes;
    }

    /// As it would be saved; null while something is missing.
    function value() {
        const [from, to] = ends.map((each) => each.value());
        if (!from || !to) return null;
        const chosen = days.read();
        return { from: dayEndText(from), to: dayEndText(to), ...(chosen.length === 7 ? {} : { days: chosen }), ...(zone.read() ? { zone: zone.read() } : {}) };
    }

    tell();
    return {
        element,
        read() {
            if (!ends.every((each) => each.check())) return null;
            const now = value();
            if (now.from === now.to) {
                ends[1].complain(words.sameEnds);
                return null;
            }
            return days.check() ? now : null;
        },
        peek() {
            const now = value();
            return now && now.from !== now.to && now.days?.length !== 0 ? now : null;
        },
        dispose() {},
    };
}

/// One end: a clock time, or so long before or after sunrise or sunset.
function endField(name, { at, minutes }) {
    const kind = h("select", { class: "input", "aria-label": words.endKind[name], onchange: () => draw() }, ["clock", "sunrise", "sunset"].map((each) =>
        h("option", { value: each, selected: each === at }, words.endKinds[each])));
    const clock = h("input", { class: "input", type: "time", value: clockText(at === "clock" ? minutes : name === "from" ? 480 : 600) });
    const clockField = field(words[name], clock, { id: `time-${name}` });
    const offset = h("input", { class: "input short", type: "number", inputmode: "numeric", min: 0, max: mostOffset, step: 1, value: String(at === "clock" ? 0 : Math.abs(minutes)) });
    const offsetField = field(words.minutes, offset, { id: `time-${name}-offset` });
    const side = h("select", { class: "input", "aria-label": words.beforeOrAfter[name] }, ["before", "after"].map((each) =>
        h("option", { value: each, selected: each === (minutes < 0 ? "before" : "after") }, words.offsetSides[each])));
    const sun = h("div", { class: "stack offset" }, offsetField.element, side);
    const element = h("fieldset", { class: "stack end-of-day", "data-end": name }, h("legend", { class: "label" }, words[name]), kind, clockField.element, sun);
    clockField.element.querySelector("label").className = "hidden-text";

    function draw() {
        clockField.element.hidden = kind.value !== "clock";
        sun.hidden = kind.value === "clock";
    }

    function value() {
        if (kind.value === "clock") return clock.value ? dayEnd(clock.value) : null;
        const count = Number(offset.value);
        if (!Number.isInteger(count) || count < 0 || count > mostOffset) return null;
        return { at: kind.value, minutes: side.value === "before" ? -count || 0 : count };
    }

    draw();
    return {
        element, value, complain: (text) => (kind.value === "clock" ? clockField : offsetField).complain(text),
        at: () => kind.value,
        minutes: () => value()?.minutes ?? null,
        setClock(next) { clock.value = clockText(next); },
        check() {
            const part = kind.value === "clock" ? clockField : offsetField;
            const isRight = part.complain(value() ? "" : kind.value === "clock" ? words.timeWrong : words.offsetWrong(span(mostOffset * 60)));
            if (!isRight) part.input.focus();
            return isRight;
        },
    };
}

function dayChoice(days) {
    const boxes = weekdays.map((each) => h("input", { type: "checkbox", id: `day-${each}`, value: each, "aria-label": weekdayName(each, "long"), checked: !days || days.includes(each) }));
    const error = h("p", { class: "error", id: "days-error", role: "alert" });
    return {
        element: h("fieldset", { class: "weekdays", "aria-describedby": "days-error" }, h("legend", { class: "label" }, words.weekdays),
            h("div", { class: "weekday-boxes" }, boxes.map((box) => h("label", { for: box.id }, box, h("span", {}, weekdayName(box.value))))), error),
        read: () => boxes.filter((box) => box.checked).map((box) => box.value),
        check() {
            const isRight = boxes.some((box) => box.checked);
            setText(error, isRight ? "" : words.noDay);
            if (!isRight) boxes[0].focus();
            return isRight;
        },
    };
}

/// In which time zone it is meant: this browser's, that of before, or the service's, as it was where none is said.
function zoneChoice(zone, isOld) {
    const all = [...new Set([zone ?? "", zoneName(), ...(isOld && !zone ? [] : [""])])];
    const choice = h("select", { class: "input" }, all.map((each) => h("option", { value: each, selected: each === (zone ?? "") }, each || words.zoneOfService)));
    return { element: field(words.zone, choice, { id: "time-zone" }).element, read: () => choice.value };
}
