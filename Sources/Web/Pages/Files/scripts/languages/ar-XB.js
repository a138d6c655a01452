// English from right to left, for whoever tests the pages: nobody can choose it in the settings, and nothing is translated.

/// Puts each text into marks that have it run from right to left, as one in Arabic or Hebrew would.
export default function mirrored(english) {
    if (typeof english === "string") return `\u2067${english}\u2069`;
    if (typeof english === "function") return (...told) => mirrored(english(...told));
    if (Array.isArray(english)) return english.map(mirrored);
    return Object.fromEntries(Object.entries(english).map(([key, text]) => [key, mirrored(text)]));
}
