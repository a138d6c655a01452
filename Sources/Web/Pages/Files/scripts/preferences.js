// How this browser is to show things: language, theme, units, time zone, clock. All of its tabs follow.
const { key, languages, read, colour } = globalThis.look;

/// What may be chosen, first what holds where nothing was.
export const choices = { theme: ["system", "light", "dark"], units: ["metric", "imperial"], clock: ["usual", "24", "12"] };

const listeners = new Set();
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
let chosen = checked(read());
let wasDark = isDark();

/// What was chosen of `theme`, `units`, `clock`; of `language` a code and of `zone` a name, or nothing for the browser's.
export function preference(name) { return chosen[name]; }

/// Chooses something for this browser; answers whether it is kept, or lasts only as long as the page.
export function prefer(name, value) {
    const next = { ...read(), ...chosen, [name]: value };
    let isKept = true;
    // Forbidden, or full.
    try { localStorage.setItem(key, JSON.stringify(next)); } catch { isKept = false; }
    take(next);
    return isKept;
}

/// Calls with the names of what was chosen anew, here or in another tab; `dark` is among them when the theme has changed for
/// whatever reason. Answers what ends that.
export function onPreference(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

/// Whether the pages are dark now.
export function isDark() { return chosen.theme === "system" ? systemIsDark.matches : chosen.theme === "dark"; }

function take(told) {
    const before = chosen;
    chosen = checked(told);
    colour(chosen.theme);
    tell(Object.keys(chosen).filter((name) => chosen[name] !== before[name]));
}

function tell(names) {
    if (isDark() !== wasDark) names.push("dark");
    wasDark = isDark();
    if (names.length) for (const listener of listeners) listener(new Set(names));
}

/// Of what was kept only what there is: it may be of another version, or of another browser's zones.
function checked(told) {
    const known = Object.entries(choices).map(([name, all]) => [name, all.includes(told[name]) ? told[name] : all[0]]);
    return { ...Object.fromEntries(known), language: Object.hasOwn(languages, told.language) ? told.language : "", zone: isZone(told.zone) ? told.zone : "" };
}

function isZone(name) {
    if (!name || typeof name !== "string") return false;
    try {
        return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
    } catch { return false; }
}

addEventListener("storage", (event) => { if (event.key === key || event.key === null) take(read()); });
systemIsDark.addEventListener("change", () => tell([]));
