// Numbers and times in words.
import { now } from "./clock.js";
import { strings } from "./strings.js";

const clockFormat = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const secondsFormat = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const dayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long" });
const yearFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" });

/// `7 m`, `1.2 km`.
export function metres(value) {
    if (value < 1000) return strings.units.metres(Math.round(value));
    const kilometres = value / 1000;
    return strings.units.kilometres(kilometres < 10 ? kilometres.toFixed(1) : String(Math.round(kilometres)));
}

/// `about 7 m`.
export function about(value) {
    return value < 1 ? strings.distance.under : strings.distance.about(metres(value));
}

/// `4 to 12 m`, or nothing where the ends are so near that it would say nothing.
export function range(low, high) {
    if (low === undefined || high === undefined) return "";
    const near = high >= 1000 ? 0.1 : 1;
    if (high - low < Math.max(near, 0.02 * high)) return "";
    if (high < 1000) {
        const [from, to] = [Math.floor(low), Math.ceil(high)];
        return strings.distance.range(String(from), strings.units.metres(to));
    }
    return low < 1000 ? strings.distance.range(metres(low), metres(high))
        : strings.distance.range((low / 1000).toFixed(1), strings.units.kilometres((high / 1000).toFixed(1)));
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
    const clock = (seconds ? secondsFormat : clockFormat).format(date);
    return isToday(date) ? clock : strings.time.dayAndClock(day(time), clock);
}

export function clock(time) { return secondsFormat.format(new Date(time)); }

/// `3 May`, or with the year when it is another one.
export function day(time) {
    const date = new Date(time);
    return (date.getFullYear() === new Date(now()).getFullYear() ? dayFormat : yearFormat).format(date);
}

/// A day of the viewer's time, `2026-05-03`, as a field for dates has it.
export function localDay(date) {
    const two = (number) => String(number).padStart(2, "0");
    return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/// The first moment of such a day, or of the one so many later: not all have 24 hours.
export function startOfDay(day, later = 0) {
    const date = new Date(`${day}T00:00:00`);
    date.setDate(date.getDate() + later);
    return date;
}

/// `Today`, `Yesterday`, `3 May`.
export function dayOrToday(time) {
    const date = new Date(time);
    if (isToday(date)) return strings.time.today;
    date.setDate(date.getDate() + 1);
    return isToday(date) ? strings.time.yesterday : day(time);
}

function isToday(date) { return date.toDateString() === new Date(now()).toDateString(); }

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
    return strings.units.bytes(at && value < 10 ? value.toFixed(1) : String(Math.round(value)), at);
}

export function percent(share) {
    const tenths = Math.round(share * 1000);
    if (tenths >= 1000 && share < 1) return strings.units.almostAll;
    return strings.units.percent(tenths % 10 === 0 ? String(tenths / 10) : (tenths / 10).toFixed(1));
}

export function sixDigits(number) { return String(number).padStart(6, "0"); }
