// Where an item or its owner's phone was from a day to a day: the way on the map, played, with its stops and trips.
import { now } from "../clock.js";
import { api, newestInTurn } from "../api.js";
import { h, setText, show as fill } from "../dom.js";
import { day as dayName, localDay, metres, moment, startOfDay } from "../format.js";
import { idOf } from "../items.js";
import { Plane } from "../map/geo.js";
import { readdress } from "../memory.js";
import { player } from "../player.js";
import { button } from "../parts.js";
import { strings } from "../strings.js";
import { tripList } from "../triplist.js";
import { daysBetween, laterDay } from "../zone.js";

const points = 2000;
const speeds = [1, 15, 60, 300, 900, 3600, 21_600];
/// Nothing was stored before; years that are being typed are.
const firstDay = "1970-01-01";
/// Milliseconds.
const afterTyping = 700;
/// Metres around a stop that are shown with it.
const around = 150;
/// How the address of the page tells the days, so that they stay when it is loaded anew: `?days=2026-05-01..2026-05-03`.
const daysOfAddress = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/;

/// Asks for the positions of some days and has them drawn; `draw` is told whether the map is to show all of it. `places()`
/// are the item's.
export function tripsView({ id, draw, places }) {
    const words = strings.item;
    const dayInput = (own, label) => h("input", { class: "input", type: "date", id: own, "aria-label": label, onchange: () => typed(own), onblur: () => takeTyped?.() });
    const [from, to] = [dayInput("day", words.tripsFrom), dayInput("day-to", words.tripsTo)];
    const shift = (days, symbol, title) => button("", { kind: "square", symbol, title, onclick: () => { if (from.value && to.value) moveBy(days); } });
    const [earlier, later] = [shift(-1, "back", words.earlier), shift(1, "next", words.later)];
    const whose = h("select", { class: "input", id: "trips-of", "aria-label": words.tripsOf, hidden: true, onchange: () => load() });
    const slider = h("input", { type: "range", id: "day-slider", min: 0, oninput: () => { play.stop(); goTo(Number(slider.value)); } });
    const output = h("output", { for: "day-slider", class: "numbers" });
    const summary = h("p", { class: "muted small numbers", role: "status" });
    const play = player({ speeds, onstep: (seconds) => goTo(at + seconds), isAtEnd: () => at >= length, restart: () => goTo(0) });
    const sliderRow = h("div", { class: "day-slider", hidden: true }, play.elements,
        h("label", { class: "hidden-text", for: "day-slider" }, words.slider), slider, output);
    const list = tripList({ onchoose: choose });
    const element = h("div", { class: "day" },
        h("div", { class: "day-choice" },
            h("div", { class: "days" }, from, h("span", { class: "muted", "aria-hidden": "true" }, "–"), to),
            h("div", { class: "days" }, earlier, later, whose)), summary, sliderRow);
    const newest = newestInTurn();
    let fixes = [];
    let start = 0;
    let length = 1;
    /// Seconds after the first position.
    let at = 0;
    let isOpen = false;
    let hasPhones = false;
    const asked = daysOfAddress.exec(new URLSearchParams(location.search).get("days") ?? "");
    // A field for a date takes no other text.
    if (asked) [from.value, to.value] = asked.slice(1);
    const isAsked = Boolean(from.value && to.value);
    if (!isAsked) from.value = to.value = "";
    /// Takes the day that is being typed.
    let takeTyped = null;
    let typing = null;

    function open(time) {
        if (!from.value) from.value = to.value = localDay(new Date(time ?? now()));
        from.max = to.max = localDay(new Date(now()));
        if (!hasPhones) askForPhones();
        hasPhones = isOpen = true;
        return load();
    }

    /// The phones of its owner whose ways one may see.
    async function askForPhones() {
        const [owner] = id.split("/");
        const devices = await api.devices().catch(() => []);
        const phones = devices.filter((each) => each.kind === "phone" && each.owner === owner).map(idOf);
        if (!phones.length) return;
        whose.hidden = false;
        fill(whose, [id, ...phones].map((each) => h("option", { value: each }, each === id ? words.tripsOfItem : strings.devices.phone(each))));
    }

    /// A day that is typed is another one with every key: it is taken when nobody types any more, or leaves the field.
    function typed(changed) {
        takeTyped = () => {
            clearTimeout(typing);
            takeTyped = null;
            load(changed);
        };
        clearTimeout(typing);
        typing = setTimeout(takeTyped, afterTyping);
    }

    /// By as many days as are shown.
    function moveBy(direction) {
        from.max = to.max = localDay(new Date(now()));
        const days = daysBetween(from.value, to.value);
        const moved = (each) => laterDay(each.value, direction * days);
        if (direction > 0 && moved(from) > from.max) return undefined;
        [from.value, to.value] = [from, to].map((each) => (moved(each) > each.max ? each.max : moved(each)));
        return load();
    }

    async function load(changed) {
        if (from.value < firstDay || to.value < firstDay) return undefined;
        if (to.value < from.value) (changed === "day-to" ? from : to).value = (changed === "day-to" ? to : from).value;
        play.stop();
        readdress(`${location.pathname}?days=${from.value}..${to.value}`);
        const first = startOfDay(from.value);
        // One that the zone does not have ends where it begins.
        const last = new Date(Math.max(first, startOfDay(to.value, 1) - 1));
        const times = { from: first.toISOString(), to: last.toISOString() };
        const of = whose.value || id;
        setText(summary, strings.loading);
        let journeys = [];
        let text;
        try {
            const told = await newest(() => api.fixes(of, { ...times, thin: points }), () => api.journeys(of, times));
            if (!told) return undefined;
            fixes = told[0].map((fix) => ({ ...fix, at: Date.parse(fix.time) }));
            journeys = told[1];
            text = fixes.length ? words[fixes.length >= points ? "thinned" : "points"](fixes.length) : noneText(first, last);
        } catch (problem) {
            // What is there is of other days.
            fixes = [];
            text = problem.message;
        }
        list.draw(journeys, places());
        sliderRow.hidden = !fixes.length;
        setText(summary, text);
        if (!fixes.length) return draw({}, false);
        start = fixes[0].at;
        length = Math.max(1, Math.ceil((fixes.at(-1).at - start) / 1000));
        slider.max = length;
        slider.step = Math.max(1, Math.round(length / 600));
        play.suit(length);
        return goTo(length, { isNew: true });
    }

    function noneText(first, last) {
        return from.value === to.value ? words.noneOn(dayName(first)) : words.noneBetween(dayName(first), dayName(last));
    }

    /// Shows where it was so many seconds after the first position, and all of that or a part in sight.
    function goTo(second, { isNew = false, frame } = {}) {
        at = Math.min(length, Math.max(0, second));
        slider.value = at;
        const isLast = at >= length - Number(slider.step);
        const index = isLast ? fixes.length - 1 : Math.max(0, fixes.findLastIndex((fix) => fix.at <= start + at * 1000));
        const fix = fixes[index];
        const text = `${moment(fix.time, { seconds: true })}${fix.acc ? ` · ${words.accuracy(metres(Math.max(1, fix.acc)))}` : ""}`;
        setText(output, text);
        slider.setAttribute("aria-valuetext", text);
        draw({ track: fixes.slice(0, index + 1), ahead: fixes.slice(index), cursor: fix, frame }, isNew);
    }

    function choose(journey) {
        play.stop();
        const way = fixes.filter((fix) => fix.at >= journey.from && fix.at <= journey.to);
        goTo((journey.from - start) / 1000, { isNew: true, frame: journey.kind === "stay" ? corners(journey) : way.length ? way : undefined });
    }

    function dispose() {
        clearTimeout(typing);
        play.stop();
    }

    function close() {
        dispose();
        if (isOpen) readdress(location.pathname);
        isOpen = false;
        list.element.hidden = true;
    }

    return { element, list: list.element, isAsked, open, close, dispose };
}

/// Two corners of a square around a stop.
function corners(stop) {
    const plane = new Plane(stop);
    return [-around, around].map((each) => plane.position({ x: each, y: each }));
}
