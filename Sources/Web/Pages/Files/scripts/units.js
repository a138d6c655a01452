// The units in which this browser shows lengths; everywhere else they are in metres.
import { preference } from "./preferences.js";

/// The small and the large unit in metres, from which length on the large one is used, and their names in strings.units.
const systems = {
    metric: { small: 1, large: 1000, from: 1000, names: ["metres", "kilometres"] },
    // 0.1 mi and more.
    imperial: { small: 0.3048, large: 1609.344, from: 160.9, names: ["feet", "miles"] },
};

/// Those that the browser shows now, or the ones of a form that was made before somebody chose others.
export function unitsOfLength(units = preference("units")) { return systems[units]; }
