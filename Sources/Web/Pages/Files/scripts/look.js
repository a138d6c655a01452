// What of the looks of the pages must be right before anything is drawn: theme, language and direction. What else there is
// of the looks is in scripts/preferences.js, and the texts come by scripts/language.js.
{
    const key = "tagalong.look";
    const root = document.documentElement;
    const colours = [...document.querySelectorAll("meta[name=theme-color]")].map((meta) => [meta, meta.media]);

    /// Each has a catalogue in scripts/languages, English in scripts/strings.js; `locale` is what Intl takes.
    const languages = {
        en: { name: "English", locale: "en-GB" },
        de: { name: "Deutsch", locale: "de-DE" },
        "ar-XB": { name: "English, mirrored", locale: "ar-u-nu-latn", direction: "rtl", isForTests: true },
    };

    /// What this browser was told of the looks.
    function read() {
        try {
            const told = JSON.parse(localStorage.getItem(key));
            return told && typeof told === "object" ? told : {};
        } catch { return {}; }
    }

    /// The code of the language that was chosen; otherwise the first of the browser's that there is, or English.
    function language(chosen = read().language) {
        if (Object.hasOwn(languages, chosen)) return chosen;
        const wanted = navigator.languages.map((tag) => tag.split("-")[0].toLowerCase());
        return wanted.find((code) => Object.hasOwn(languages, code)) ?? "en";
    }

    /// Says in which language the page is.
    function speak(code) {
        root.lang = code;
        root.dir = languages[code].direction ?? "ltr";
    }

    function colour(chosen = read().theme) {
        const theme = ["light", "dark"].find((each) => each === chosen);
        if (theme) root.dataset.theme = theme;
        else delete root.dataset.theme;
        for (const [meta, media] of colours) meta.media = theme ? (media.includes(theme) ? "all" : "not all") : media;
    }

    globalThis.look = { key, languages, read, language, speak, colour };
    colour();
    speak(language());
    // Asked for together with the modules, and not after them.
    if (root.lang !== "en") document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: `/scripts/languages/${root.lang}.js` }));
}
