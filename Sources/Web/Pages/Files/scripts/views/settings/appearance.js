// How this browser shows things: language, theme, units, time zone, clock.
import { h } from "../../dom.js";
import { browsersLanguage, languageNames } from "../../language.js";
import { field, toast } from "../../parts.js";
import { choices, prefer, preference } from "../../preferences.js";
import { strings } from "../../strings.js";
import { panel } from "./panel.js";

const words = strings.appearance;

export function appearancePanel() {
    return panel("appearance", words.title, h("p", { class: "muted" }, words.text),
        h("div", { class: "row top" }, choiceOfLanguage(), choice("theme")),
        h("div", { class: "row top" }, choice("units"), choice("clock")), choiceOfZone());
}

function choice(name) {
    return select(name, choices[name].map((value) => h("option", { value }, words.choices[name][value])));
}

function choiceOfLanguage() {
    const browsers = h("option", { value: "" }, words.browsersLanguage(browsersLanguage()));
    return select("language", [browsers, Object.entries(languageNames).map(([value, name]) => h("option", { value, lang: value }, name))]);
}

/// All zones that the browser knows, by their regions.
function choiceOfZone() {
    const zones = Intl.supportedValuesOf?.("timeZone") ?? [];
    const chosen = preference("zone");
    // It may know others by another name than it lists.
    const all = [...new Set([...zones, "UTC", ...(chosen ? [chosen] : [])])];
    const groups = [...new Set(all.map(regionOf))].map((region) => h("optgroup", { label: region },
        all.filter((zone) => regionOf(zone) === region).map((value) => h("option", { value }, value.replaceAll("_", " ")))));
    return select("zone", [h("option", { value: "" }, words.browsersZone(Intl.DateTimeFormat().resolvedOptions().timeZone)), groups]);
}

function regionOf(zone) { return zone.includes("/") ? zone.slice(0, zone.indexOf("/")) : words.otherZones; }

function select(name, options) {
    const input = h("select", { class: "input", onchange: () => { if (!prefer(name, input.value)) toast(words.notKept, { red: true }); } }, options);
    input.value = preference(name);
    return field(words.labels[name], input, { id: `prefer-${name}` }).element;
}
