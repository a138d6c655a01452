// Days of the viewer's time zone: the browser's, or the one that was chosen.
import { onPreference, preference } from "./preferences.js";

const day = 86_400_000;
let calendar = null;
onPreference((changed) => { if (changed.has("zone")) calendar = null; });

/// The zone for `Intl.DateTimeFormat`.
export function timeZone() { return preference("zone") || undefined; }

/// What the viewer's time zone is called.
export function zoneName() { return preference("zone") || Intl.DateTimeFormat().resolvedOptions().timeZone; }

/// A day of the viewer's time, `2026-05-03`, as a field for dates has it.
export function localDay(date) {
    const { year, month, day } = partsOf(date);
    return `${year.padStart(4, "0")}-${month}-${day}`;
}

/// The first moment of such a day, or of the one so many later: not all have 24 hours, and not all begin at midnight.
export function startOfDay(name, later = 0) {
    const [year, month, date] = name.split("-").map(Number);
    const midnight = Date.UTC(year, month - 1, date + later);
    const wanted = new Date(midnight).toISOString().slice(0, 10);
    const possible = [midnight - offsetAt(midnight - day), midnight - offsetAt(midnight + day)];
    const found = possible.filter((each) => localDay(new Date(each)) === wanted);
    return new Date(found.length ? Math.min(...found) : Math.max(...possible));
}

/// The name of the day so many later in the calendar, whether the zone has it or not: Samoa had no 30 December 2011.
export function laterDay(name, later) { return new Date(Date.parse(name) + later * day).toISOString().slice(0, 10); }

/// How many days of the calendar there are from a day to a later one, both counted.
export function daysBetween(first, last) { return (Date.parse(last) - Date.parse(first)) / day + 1; }

/// Milliseconds by which the clocks of the zone are ahead of UTC.
function offsetAt(time) {
    const { year, month, day, hour, minute, second } = partsOf(new Date(time));
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000;
}

function partsOf(date) {
    calendar ??= new Intl.DateTimeFormat("en", { timeZone: timeZone(), calendar: "gregory", numberingSystem: "latn", hourCycle: "h23",
        year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit" });
    return Object.fromEntries(calendar.formatToParts(date).map(({ type, value }) => [type, value]));
}
