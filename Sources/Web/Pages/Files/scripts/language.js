// The language of the pages: its texts in place of the English ones, and the place where its numbers and dates are usual.
import { onPreference, preference } from "./preferences.js";

const { languages, language } = globalThis.look;
const listeners = new Set();
let strings = {};
let english = {};
let spoken = "en";

/// What can be chosen: the names of languages in themselves, by their codes.
export const languageNames = Object.fromEntries(Object.entries(languages).filter(([, each]) => !each.isForTests).map(([code, { name }]) => [code, name]));

/// The language of the browser, as far as there are texts in it.
export function browsersLanguage() { return languages[language("")].name; }

/// For `Intl`.
export function locale() { return languages[spoken].locale; }

/// Calls when all texts have become those of another language.
export function onLanguage(listener) { listeners.add(listener); }

/// Puts the texts of the language that is chosen into `all`, which has the English ones, now and whenever another is chosen.
export async function translate(all) {
    [strings, english] = [all, copied(all)];
    await speak();
}

/// The same with a group of texts that only some pages have.
export async function translateAlso(name, all) {
    [strings[name], english[name]] = [all, copied(all)];
    await speak();
}

async function speak() {
    // Also where this browser cannot keep what was chosen.
    const wanted = language(preference("language"));
    const catalogue = wanted === "en" ? {} : await load(wanted);
    // Another one may have been chosen meanwhile.
    if (wanted !== language(preference("language"))) return;
    // Without its catalogue, as without a connection, the pages stay as they are.
    if (!catalogue) return globalThis.look.speak(spoken);
    spoken = wanted;
    fill(strings, english, catalogue, languages[spoken].direction === "rtl" ? isolating : (text) => text);
    globalThis.look.speak(spoken);
}

async function load(code) {
    try {
        const { default: catalogue } = await import(`./languages/${code}.js`);
        return typeof catalogue === "function" ? catalogue(english) : catalogue;
    } catch { return null; }
}

function copied(texts) { return isGroup(texts) ? Object.fromEntries(Object.entries(texts).map(([key, each]) => [key, copied(each)])) : texts; }

function isGroup(value) { return typeof value === "object" && !Array.isArray(value); }

/// Groups stay the same objects, as modules hold on to theirs; a text that the catalogue lacks is English.
function fill(texts, reference, catalogue, mend) {
    for (const [key, usual] of Object.entries(reference)) {
        if (isGroup(usual)) fill(texts[key], usual, catalogue?.[key] ?? {}, mend);
        else texts[key] = mend(catalogue?.[key] ?? usual);
    }
}

/// From right to left a name within a text is set apart from it, or it would turn what stands around it.
function isolating(text) {
    return typeof text === "function" ? (...told) => text(...told.map(apart)) : text;
}

function apart(told) {
    if (typeof told === "string" && told) return `\u2068${told}\u2069`;
    return Array.isArray(told) ? told.map(apart) : told;
}

onPreference(async (changed) => {
    if (!changed.has("language")) return;
    await speak();
    for (const listener of listeners) listener();
});
