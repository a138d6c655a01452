// What of the looks of the pages must be right before anything is drawn; scripts/preferences.js has the rest of it.
{
    const key = "tagalong.look";
    const colours = [...document.querySelectorAll("meta[name=theme-color]")].map((meta) => [meta, meta.media]);

    /// What this browser was told of the looks.
    function read() {
        try {
            const told = JSON.parse(localStorage.getItem(key));
            return told && typeof told === "object" ? told : {};
        } catch { return {}; }
    }

    function apply() {
        const theme = ["light", "dark"].find((each) => each === read().theme);
        if (theme) document.documentElement.dataset.theme = theme;
        else delete document.documentElement.dataset.theme;
        for (const [meta, media] of colours) meta.media = theme ? (media.includes(theme) ? "all" : "not all") : media;
    }

    globalThis.look = { key, read, apply };
    apply();
}
