// Numbers and times in words.
import { now } from "./clock.js";
import { locale, onLanguage } from "./language.js";
import { onPreference, preference } from "./preferences.js";
import { strings } from "./strings.js";
import { unitsOfLength } from "./units.js";
import { localDay, startOfDay, timeZone } from "./zone.js";

export { localDay, startOfDay, zoneName } from "./zone.js";

let formats = null;
let today = null;
const forget = () => { formats = today = null; };
onPreference((changed) => { if (changed.has("zone") || changed.has("clock")) forget(); });
onLanguage(forget);

/// The forms of times, and of numbers by their decimals, as the viewer has chosen them.
function forms() {
    if (formats) return formats;
    const zone = { timeZone: timeZone() };
    const clock = { usual: { hour: "2-digit" }, 24: { hour: "2-digit", hourCycle: "h23" }, 12: { hour: "numeric", hourCycle: "h12" } }[preference("clock")];
    const time = (fields, more = zone) => new Intl.DateTimeFormat(locale(), { ...more, ...fields });
    formats = {
        clock: time({ ...clock, minute: "2-digit" }), seconds: time({ ...clock, minute: "2-digit", second: "2-digit" }),
        ofDay: time({ ...clock, minute: "2-digit" }, { timeZone: "UTC" }),
        day: time({ day: "numeric", month: "long" }), year: time({ day: "numeric", month: "long", year: "numeric" }),
        numbers: [0, 1].map((digits) => new Intl.NumberFormat(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false })),
        grouped: new Intl.NumberFormat(locale(), { maximumFractionDigits: 0 }),
    };
    return formats;
}

function number(value, decimals = 0) { return forms().numbers[decimals].format(value); }

/// `12,345`.
export function grouped(count) { return forms().grouped.format(count); }

/// `1.6`.
export function decimal(value) { return number(value, 1); }

/// `7 m`, `1.2 km`, or in feet and miles.
export function metres(value) {
    const { small, large, from, names } = unitsOfLength();
    if (value < from) return strings.units[names[0]](number(value / small));
    const count = value / large;
    return strings.units[names[1]](number(count, count < 10 ? 1 : 0));
}

/// `about 7 m`.
export function about(value) {
    return value < 1 ? strings.distance.under(metres(1)) : strings.distance.about(metres(value));
}

/// `4 to 12 m`, or nothing where the ends are so near that it would say nothing.
export function range(low, high) {
    if (low === undefined || high === undefined) return "";
    const { small, large, from, names } = unitsOfLength();
    if (high - low < Math.max(high < from ? small : 0, 0.02 * high)) return "";
    if (high < from) return strings.distance.range(number(Math.floor(low / small)), strings.units[names[0]](number(Math.ceil(high / small))));
    return low < from ? strings.distance.range(metres(low), metres(high))
        : strings.distance.range(number(low / large, 1), strings.units[names[1]](number(high / large, 1)));
}

/// A time of a measure that is still so.
export function ago(time, at = now()) {
    const seconds = Math.max(0, Math.round((at - Date.parse(time)) / 1000));
    if (seconds < 5) return strings.time.now;
    if (seconds < 60) return strings.time.secondsAgo(seconds);
    if (seconds < 3600) return strings.time.minutesAgo(Math.floor(seconds / 60));
    if (seconds < 86400) return strings.time.hoursAgo(Math.floor(seconds / 3600));
    return strings.time.daysAgo(Math.floor(seconds / 86400));
}

/// `14:02` today, `3 May, 14:02` otherwise.
export function moment(time, { seconds = false } = {}) {
    const date = new Date(time);
    const clock = forms()[seconds ? "seconds" : "clock"].format(date);
    return isToday(date) ? clock : strings.time.dayAndClock(day(time), clock);
}

/// Two moments, the day of the second only where it is another one: `3 May, 14:02 – 15:10`.
export function period(start, end) {
    const isOfOneDay = localDay(new Date(start)) === localDay(new Date(end));
    return strings.time.between(moment(start), isOfOneDay ? forms().clock.format(new Date(end)) : moment(end));
}

/// A time of the day that is written `22:00`, of whatever zone.
export function timeOfDay(written) { return forms().ofDay.format(new Date(`2000-01-01T${written}Z`)); }

export function clock(time) { return forms().seconds.format(new Date(time)); }

/// `3 May`, or with the year when it is another one.
export function day(time) {
    const date = new Date(time);
    const isOfThisYear = localDay(date).slice(0, 4) === localDay(new Date(now())).slice(0, 4);
    return forms()[isOfThisYear ? "day" : "year"].format(date);
}

/// `Today`, `Yesterday`, `3 May`.
export function dayOrToday(time) {
    const date = new Date(time);
    if (isToday(date)) return strings.time.today;
    return date < today.from && date >= startOfDay(today.name, -1) ? strings.time.yesterday : day(time);
}

function isToday(date) {
    const at = now();
    if (!today || at < today.from || at >= today.to) {
        const name = localDay(new Date(at));
        today = { name, from: startOfDay(name), to: startOfDay(name, 1) };
    }
    return date >= today.from && date < today.to;
}

/// `10 min`, `1 h`, `45 s`.
export function span(seconds) {
    if (seconds < 60) return strings.time.seconds(Math.round(seconds));
    if (seconds < 3600) return strings.time.minutes(Math.round(seconds / 60));
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.round((seconds % 3600) / 60)];
    return minutes ? strings.time.hoursAndMinutes(hours, minutes) : strings.time.hours(hours);
}

/// `812 bytes`, `1.4 MB`.
export function bytes(count) {
    const at = Math.max(0, Math.min(3, Math.floor(Math.log10(Math.max(1, count)) / 3)));
    const value = count / 1000 ** at;
    return strings.units.bytes(number(value, at && value < 10 ? 1 : 0), at);
}

export function percent(share) {
    const tenths = Math.round(share * 1000);
    if (tenths >= 1000 && share < 1) return strings.units.almostAll;
    return strings.units.percent(number(tenths / 10, tenths % 10 === 0 ? 0 : 1));
}

export function sixDigits(number) { return String(number).padStart(6, "0"); }
