// What is measured of the weather, in the units that the viewer has chosen. The interface has °C, mm, %, m/s and m.
import { locale } from "../language.js";
import { preference } from "../preferences.js";
import { words } from "./strings.js";

/// How many of a unit one of the interface's is, and what is added to it; the decimals that are of use.
const systems = {
    metric: {
        temperature: { factor: 1, decimals: 1 }, precipitation: { factor: 1, decimals: 1 }, chance: { factor: 1, decimals: 0 },
        wind: { factor: 3.6, decimals: 0 }, snow_depth: { factor: 100, decimals: 0 },
    },
    imperial: {
        temperature: { factor: 1.8, added: 32, decimals: 0 }, precipitation: { factor: 1 / 25.4, decimals: 2 }, chance: { factor: 1, decimals: 0 },
        wind: { factor: 3600 / 1609.344, decimals: 0 }, snow_depth: { factor: 1 / 0.0254, decimals: 0 },
    },
};

/// What may be asked for, in the units of the interface; and what a new bound begins with.
export const measures = {
    temperature: { least: -90, most: 60, usual: { side: "below", value: 5 } },
    precipitation: { least: 0, most: 300, usual: { side: "above", value: 0.5 } },
    chance: { least: 0, most: 100, usual: { side: "above", value: 50 } },
    wind: { least: 0, most: 120, usual: { side: "above", value: 10 } },
    snow_depth: { least: 0, most: 20, usual: { side: "above", value: 0.05 } },
};

export const skies = ["clear", "clouds", "rain", "drizzle", "thunderstorm", "snow", "fog"];

/// The number in the viewer's unit.
export function shownNumber(measure, value, units = preference("units")) {
    const { factor, added = 0, decimals } = systems[units][measure];
    return Number((value * factor + added).toFixed(decimals));
}

/// The number of the interface for one in the viewer's unit.
export function keptNumber(measure, value, units = preference("units")) {
    const { factor, added = 0 } = systems[units][measure];
    return Number(((value - added) / factor).toFixed(4));
}

export function unitOf(measure, units = preference("units")) { return words.units[units][measure]; }

/// `12.5 °C`.
export function measureText(measure, value) {
    const number = new Intl.NumberFormat(locale(), { maximumFractionDigits: 2 }).format(shownNumber(measure, value));
    return words.withUnit(number, unitOf(measure));
}
