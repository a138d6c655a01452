// The ends of a span of the day: clock times, and sunrise and sunset with an offset (`sunset-1h30m`).

/// The most minutes before or after sunrise and sunset.
export const mostOffset = 720;
export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// What is written: `{ at: "clock", minutes }` from midnight, or `sunrise` or `sunset` with the minutes after it; null for neither.
export function dayEnd(text) {
    const clock = /^(\d\d):(\d\d)$/.exec(text);
    if (clock) return { at: "clock", minutes: Number(clock[1]) * 60 + Number(clock[2]) };
    const [, at, sign, hours = "0", minutes = "0"] = /^(sunrise|sunset)(?:([+-])(?=\d)(?:(\d{1,3})h)?(?:(\d{1,3})m)?)?$/.exec(text) ?? [];
    if (!at) return null;
    return { at, minutes: (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1) };
}

/// The same as it is written.
export function dayEndText({ at, minutes }) {
    if (at === "clock") return clockText(minutes);
    if (!minutes) return at;
    const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
    return `${at}${minutes < 0 ? "-" : "+"}${hours ? `${hours}h` : ""}${rest ? `${rest}m` : ""}`;
}

/// `07:30`, of the minutes since midnight; midnight at the end of the day is that at its beginning.
export function clockText(minutes) {
    const two = (value) => String(value).padStart(2, "0");
    return `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
}
