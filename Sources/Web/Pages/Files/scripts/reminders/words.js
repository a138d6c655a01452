// Conditions and what is found of them, in words.
import { h, icon } from "../dom.js";
import { metres, moment, period, span, timeOfDay } from "../format.js";
import { items } from "../items.js";
import { locale } from "../language.js";
import { mayHere } from "../rights.js";
import { strings } from "../strings.js";
import { clockText, dayEnd, weekdays } from "./dayends.js";
import { measureText, measures } from "./measures.js";
import { words } from "./strings.js";

/// Drawings of the kinds.
export const symbols = { time: "clock", weather: "cloud", availability: "calendar", place: "pin", thing: "tag" };
const day = 86_400;

/// `10 min`, `3 h`, `7 days`.
export function longSpan(seconds) {
    if (seconds < day) return span(seconds);
    const [days, rest] = [Math.floor(seconds / day), seconds % day];
    return rest >= 1800 ? words.daysAnd(words.days(days), span(rest)) : words.days(days);
}

/// A colour, which is told in words too.
export function swatch(colour) {
    return h("span", { class: `swatch ${colour}`, role: "img", "aria-label": words.colours[colour] ?? colour });
}

/// How it stands with a reminder, as a key of the words for that.
export function statusOf({ enabled, state = {} }) {
    if (!enabled) return "disabled";
    if (state.snoozed_until || (state.told && state.put_off)) return "snoozed";
    if (state.told && state.dismissed) return "dismissed";
    return state.told && state.status === "holds" ? "told" : state.status ?? "waiting";
}

const looks = { told: ["critical", "bell"], holds: ["near", "check"], unknown: ["unknown", "alert"], snoozed: ["", "snooze"], dismissed: ["", "check"], disabled: ["", "minus"], waiting: ["", "clock"] };

/// The same in a word with a drawing.
export function standing(reminder) {
    const status = statusOf(reminder);
    const [look, symbol] = looks[status] ?? looks.waiting;
    return h("span", { class: `badge ${look}`, "data-status": status }, icon(symbol), words.statuses[status] ?? status);
}

// Conditions

/// A condition in a line.
export function conditionWords(kind, condition, owner) {
    return { time: timeWords, weather: weatherWords, availability: availabilityWords, place: placeWords, thing: thingWords }[kind](condition, owner);
}

function timeWords({ from, to, days }) { return words.timeLine(endWords(from), endWords(to), daysWords(days)); }

/// `07:30`, `30 min before sunrise`.
export function endWords(text) {
    const end = dayEnd(text);
    if (!end) return text;
    if (end.at === "clock") return timeOfDay(clockText(end.minutes));
    if (!end.minutes) return words.sun[end.at];
    return (end.minutes < 0 ? words.before : words.after)(span(Math.abs(end.minutes) * 60), words.sun[end.at]);
}

/// `Mon–Fri`, `Tue, Sat`; empty for every day.
export function daysWords(days) {
    const chosen = weekdays.filter((each) => !days || days.includes(each));
    if (chosen.length === 7) return "";
    const numbers = chosen.map((each) => weekdays.indexOf(each));
    const isRow = numbers.length > 2 && numbers.at(-1) - numbers[0] === numbers.length - 1;
    return isRow ? words.dayRange(weekdayName(chosen[0]), weekdayName(chosen.at(-1))) : chosen.map((each) => weekdayName(each)).join(", ");
}

/// The name of a weekday in the language of the pages.
export function weekdayName(name, form = "short") {
    // 1 January 2024 was a Monday.
    return new Intl.DateTimeFormat(locale(), { weekday: form, timeZone: "UTC" }).format(new Date(Date.UTC(2024, 0, 1 + weekdays.indexOf(name))));
}

function weatherWords(condition) {
    const limits = Object.keys(measures).flatMap((measure) => ["above", "below"].filter((side) => condition[`${measure}_${side}`] !== undefined)
        .map((side) => words.limit(words.measures[measure], words.sides[side], measureText(measure, condition[`${measure}_${side}`]))));
    const what = [condition.sky ? words.skies[condition.sky] : null, ...limits].filter(Boolean).join(", ");
    return [what, condition.within_s ? words.withinNext(longSpan(condition.within_s)) : words.atPresent,
        condition.place ? words.atPlace(targetWords(condition.place)) : null].filter(Boolean).join(" · ");
}

function availabilityWords({ free_s: free, in_event: isIn, begins_within_s: begins, ends_within_s: ends, word }) {
    const what = free ? words.freeFor(longSpan(free)) : isIn ? words.inEvent
        : begins ? words.beginsWithin(longSpan(begins)) : words.endsWithin(longSpan(ends));
    return word ? words.withWord(what, word) : what;
}

function placeWords(condition) { return words.placeEvents[condition.event](targetWords(condition)); }

function thingWords({ thing, is, place, battery_below: battery }, owner) {
    const name = items.all.get(`${owner}/${thing}`)?.item ?? thing;
    if (battery !== undefined) return words.batteryBelow(name, strings.units.percent(battery));
    return is === "at" ? words.thingAt(name, targetWords(place)) : words.things[is](name);
}

/// Where something is to be.
export function targetWords(target) {
    if (target.place) return target.place;
    if (target.kind) return words.nearest(words.spots[target.kind] ?? target.kind, metres(target.radius_m));
    if (target.points) return target.name ?? words.shape(target.points.length);
    return target.name ? words.around(target.name, metres(target.radius_m)) : words.around(strings.edit.position(target.lat, target.lon), metres(target.radius_m));
}

// Findings

/// What was found of a condition; in English as the console says it where nothing else is told.
export function findingWords(finding) {
    if (finding.missing) return missingWords(finding);
    const said = { time: foundSpan, weather: foundWeather, availability: foundEvent, place: foundDistance, thing: foundThing }[finding.kind]?.(finding);
    return said ?? words.plain[finding.text] ?? finding.text;
}

function foundSpan({ from, to, verdict }) {
    if (!from || !to) return words.noSpan;
    return (verdict === "holds" ? words.spanOn : words.spanNext)(period(from, to));
}

function foundWeather(finding) {
    const keys = { temperature: "temperature_c", precipitation: "precipitation_mm", chance: "chance_percent", wind: "wind_m_s", snow_depth: "snow_depth_m" };
    const parts = Object.entries(keys).filter(([, key]) => finding[key] !== undefined)
        .map(([measure, key]) => (measure === "temperature" ? measureText(measure, finding[key]) : words.measured(words.measures[measure], measureText(measure, finding[key]))));
    const what = [finding.sky ? words.skies[finding.sky] : null, ...parts].filter(Boolean).join(", ");
    return what ? [what, finding.from && finding.to ? period(finding.from, finding.to) : null].filter(Boolean).join(" · ") : finding.text;
}

function foundEvent({ event, from, to }) {
    if (from && to) return words.event(event || words.untitled, period(from, to));
    return to ? words.freeUntil(moment(to)) : null;
}

function foundDistance({ distance_m: distance, sigma_m: doubt, from }) {
    if (distance === undefined) return null;
    const side = distance > 0 ? words.outside(metres(distance)) : words.inside(metres(-distance));
    return [side, doubt >= 1 ? words.giveOrTake(metres(doubt)) : null, from ? words.since(moment(from)) : null].filter(Boolean).join(", ");
}

function foundThing(finding) {
    if (finding.battery_percent !== undefined) return words.hasBattery(strings.units.percent(finding.battery_percent));
    return foundDistance(finding);
}

/// Why nothing is known, in the language of the page; a source that fails says so itself.
function missingWords({ kind, missing, text }) {
    if (missing === "failing") return words.failing(text);
    if (missing === "off") return words.off[kind] ?? text;
    return words.missing[missing] ?? text;
}

/// What to do about what is not known; null where it comes by itself.
export function advice({ kind, missing }, { session, owner }) {
    const text = missing === "off" || (missing === "failing" && kind === "availability") ? words.offAdvice[kind]?.(owner) : words.advice[missing]?.(owner);
    if (!text) return null;
    const isPhone = ["no_position", "old_position"].includes(missing);
    return { text, link: isPhone && mayHere(session, "add") ? { href: "/add/phone", text: words.addPhone } : null };
}
