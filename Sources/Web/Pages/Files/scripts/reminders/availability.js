// The page of a condition about the owner's calendar.
import { h, show as fill } from "../dom.js";
import { ago } from "../format.js";
import { field, notice, segments } from "../parts.js";
import { calendarForm, mayConnect } from "./calendarform.js";
import { spanField } from "./spanfield.js";
import { words } from "./strings.js";

const week = 604_800;

export function availabilityEditor(condition = {}, context) {
    let state = condition.in_event ? "event" : condition.begins_within_s ? "begins" : condition.ends_within_s ? "ends" : "free";
    const calendar = h("section", { class: "calendar", "aria-label": words.calendar });
    const free = spanField({ label: words.freeAtLeast, id: "availability-free", low: 600, high: week, value: condition.free_s ?? 7200 });
    const begins = spanField({ label: words.beginsIn, id: "availability-begins", low: 60, high: week, value: condition.begins_within_s ?? 7200 });
    const ends = spanField({ label: words.endsIn, id: "availability-ends", low: 60, high: week, value: condition.ends_within_s ?? 1800 });
    const word = field(words.word, h("input", { class: "input", dir: "auto", autocomplete: "off", maxlength: 100, value: condition.word ?? "" }), { hint: words.wordHint, id: "availability-word" });
    const connecting = mayConnect(context.session, context.owner) ? calendarForm({ owner: context.owner, changed: () => {
        context.settle();
        return context.askFacts();
    } }) : null;
    const element = h("div", { class: "stack" }, calendar, connecting?.element, segments(words.availabilityStates, words.availability, state, (next) => {
        state = next;
        draw();
        context.touch();
    }), free.element, begins.element, ends.element, word.element);

    function draw() {
        free.element.hidden = state !== "free";
        begins.element.hidden = state !== "begins";
        ends.element.hidden = state !== "ends";
        word.element.hidden = state === "free";
    }

    /// Whether a calendar is connected, how it goes with it, and how one is connected.
    function renew() {
        // By its address one comes here all the same; whether a calendar is connected, then, is told nobody.
        if (context.owner && !connecting) return fill(calendar, notice(words.calendarOfOthers(context.owner), { kind: "amber", symbol: "alert" }));
        if (!context.facts) return;
        const source = context.facts.sources.find((each) => each.kind === "calendar" && each.source === context.owner);
        // Where it is connected stands below for those who may.
        const advice = connecting ? words.calendarHow(context.owner) : words.offAdvice.availability(context.owner);
        const how = h("p", { class: "muted small" }, advice);
        const warn = (...texts) => fill(calendar, notice([...texts.flatMap((each) => [each, " "]), advice], { kind: "amber", symbol: "alert" }));
        if (!source) return warn(h("strong", {}, words.off.availability));
        if (source.trouble) return warn(h("strong", {}, words.calendarFails), h("span", { lang: "en" }, source.trouble));
        return fill(calendar, notice(source.last_success ? words.calendarRead(ago(source.last_success)) : words.calendarConnected, { symbol: "check" }), how);
    }

    function seconds() { return { free, begins, ends }[state]?.read(); }

    function chosen(told) {
        const text = word.input.value.trim();
        const what = { free: { free_s: told }, event: { in_event: true }, begins: { begins_within_s: told }, ends: { ends_within_s: told } }[state];
        return { ...what, ...(state !== "free" && text ? { word: text } : {}) };
    }

    draw();
    renew();
    return {
        element, renew,
        read() {
            const told = seconds();
            if (told === null) {
                ({ free, begins, ends })[state].input.focus();
                return null;
            }
            return chosen(told);
        },
        peek() {
            const told = { free, begins, ends }[state]?.peek();
            return told === null ? null : chosen(told);
        },
        dispose() {},
    };
}
