// What is taken for a name, a distance, a time; the console checks the same.
import { strings } from "./strings.js";
import { unitsOfLength } from "./units.js";

const words = strings.edit;

// What cannot be seen, but for what is a part of emoji, flags and scripts: where that may stand, the console says.
const unseen = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d\ufe00-\ufe0f\u180b-\u180d\u{e0020}-\u{e007f}\u{e0100}-\u{e01ef}])[\p{Cf}\p{DI}]/u;

/// Why a text is no name of an item; empty for one that is.
export function nameProblem(text) {
    const name = text.trim();
    const count = [...name].length;
    if (!count) return words.nameEmpty;
    if (count > 60) return words.nameLong(count);
    return unseen.test(name) ? words.nameUnseen : "";
}

/// A number as a person writes it, or NaN.
export function number(text) {
    const plain = text.trim().replace(",", ".");
    return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : NaN;
}

/// A length as a field has it, in the small unit of the units that the field says.
export function lengthText(metres, units) {
    return String(Number((metres / unitsOfLength(units).small).toFixed(2)));
}

/// The metres of such a text, or NaN.
///
/// A text that is short for some centimetres is just those: 16.4 ft are the 5 m that the field was filled with.
export function lengthOf(text, units) {
    const metres = number(text) * unitsOfLength(units).small;
    const whole = Math.round(metres * 100) / 100;
    // A millimetre is more than anybody means.
    return lengthText(whole, units) === lengthText(metres, units) ? whole : Math.round(metres * 1000) / 1000;
}

/// A position as `46.05690, 14.50580`, or null.
export function position(text) {
    const [, lat, lon] = text.trim().match(/^(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)$/) ?? [];
    if (lat === undefined || Math.abs(lat) > 90 || Math.abs(lon) > 180) return null;
    return { lat: Number(lat), lon: Number(lon) };
}
