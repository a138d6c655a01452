// The page for whoever has found an item and opens the code on its label: what its owner tells them, and a form to write back.
import { h, icon, show } from "./dom.js";
import { lines } from "./finder.js";
import { metres } from "./format.js";
import { button, busy, empty, field, notice } from "./parts.js";
import { strings } from "./strings.js";

const words = strings.found.guest;
const main = document.getElementById("main");
/// As it stands in the address, percent-encoded.
const code = location.pathname.split("/")[2] ?? "";
const marks = { phone: "phone", address: "pin", mail: "mail" };
/// Metres beyond which a position says nothing.
const coarsest = 1_000_000;

/// What the page came with; nothing where the code leads nowhere.
function told() {
    try {
        return JSON.parse(document.getElementById("found")?.textContent ?? "{}");
    } catch {
        return {};
    }
}

const found = told();

if (found.item) open();
else {
    const [title, text] = found.wait ? [words.waitTitle, words.wait] : [words.unknownTitle, words.unknown];
    document.title = strings.title(title);
    show(main, empty({ heading: "h1", symbol: found.wait ? "clock" : "search", title, text }));
}

function open() {
    document.title = strings.title(found.item);
    const rest = h("div", {});
    const again = button(words.another, { onclick: () => { showForm(); rest.querySelector("textarea").focus(); } });
    show(main, h("div", { class: "narrow stack found-item" },
        h("section", { class: "panel stack" },
            h("h1", { dir: "auto" }, found.item), h("p", { class: "muted" }, found.name ? words.aboutOf(found.name) : words.about),
            found.picture ? h("img", { class: "found-picture", src: found.picture, alt: words.picture(found.item) }) : null,
            found.message ? h("div", { class: "owner-says" }, lines(found.message)) : null,
            found.entries?.length ? h("ul", { class: "places devices entries", "aria-label": words.reach }, found.entries.map(entry)) : null),
        rest, h("p", { class: "muted small" }, words.privacy)));
    showForm();

    function showForm() { show(rest, form(showThanks)); }

    function showThanks() {
        const title = h("h2", { tabindex: "-1" }, words.thanksTitle);
        show(rest, h("section", { class: "panel stack", "data-part": "thanks" }, title, h("p", {}, words.thanks), h("div", { class: "buttons" }, again)));
        title.focus();
    }
}

function entry({ kind, value, label, link }) {
    return h("li", {}, icon(marks[kind] ?? "info"), h("div", {}, link ? h("a", { href: link, dir: "auto" }, value) : h("span", { dir: "auto" }, value),
        label ? h("p", { class: "muted small" }, label) : null));
}

/// What the finder writes, and by consent where they are.
function form(done) {
    const text = field(words.text, h("textarea", { class: "input", rows: "4", maxlength: "1000", required: true }), { hint: words.textHint, id: "text" });
    const contact = field(words.contact, h("input", { class: "input", maxlength: "200", autocomplete: "off" }), { hint: words.contactHint, id: "contact" });
    const place = h("p", { class: "small", role: "status" });
    const consent = h("input", { type: "checkbox", id: "consent", "aria-describedby": "consent-hint", onchange: () => ask() });
    const send = button(words.send, { kind: "primary", type: "submit" });
    let position = null;
    /// What the browser is asked now: a promise of whether it may be sent as it is then, and how to keep it.
    let asked = null;

    /// Asks the browser where it is, only now that somebody has ticked so.
    function ask() {
        position = null;
        // They have thought better of it: who waits for it sends without.
        asked?.end(true);
        asked = null;
        if (!consent.checked) return say("");
        if (!navigator.geolocation || !window.isSecureContext) return refuse(words.noPlace);
        say(words.locating);
        const now = {};
        now.ended = new Promise((end) => { now.end = end; });
        asked = now;
        navigator.geolocation.getCurrentPosition(({ coords }) => {
            if (asked !== now) return;
            position = { lat: coords.latitude, lon: coords.longitude, accuracy_m: Math.min(coarsest, Math.max(0, coords.accuracy)) };
            say(words.located(metres(Math.max(1, Math.ceil(coords.accuracy)))));
            now.end(true);
        }, () => {
            if (asked !== now) return;
            refuse(words.noPlace);
            now.end(false);
        }, { enableHighAccuracy: true, timeout: 20_000, maximumAge: 60_000 });
        return undefined;
    }

    function say(sentence) { place.textContent = sentence; }

    function refuse(sentence) {
        consent.checked = false;
        say(sentence);
    }

    async function submit() {
        if (!text.complain(text.input.value.trim() ? "" : words.nothingWritten)) return text.input.focus();
        // Where it cannot be told, the finder decides whether the message goes without.
        if (consent.checked && !position && !(await asked?.ended)) return undefined;
        const written = text.input.value.trim();
        const answer = contact.input.value.trim();
        const body = { text: written, ...(answer ? { contact: answer } : {}), ...(consent.checked && position ? { position } : {}) };
        let response;
        try {
            response = await fetch(`/api/v1/found/${code}/messages`, {
                method: "POST", headers: { "Content-Type": "application/json", Accept: "application/json" }, body: JSON.stringify(body), credentials: "omit", cache: "no-store",
            });
        } catch {
            return complain(strings.errors.offline);
        }
        if (response.ok) return done();
        if (response.status === 429) return complain(words.tooMany);
        if (response.status === 404) return complain(words.unknown);
        if (response.status === 422) return complainBeside(await response.json().catch(() => ({})));
        return complain(strings.errors.status(response.status));
    }

    /// Says what is wrong beside the field that it is about.
    function complainBeside({ errors }) {
        const fields = { "/text": text, "/contact": contact };
        const wrong = (Array.isArray(errors) ? errors : []).map(({ pointer }) => fields[pointer]).filter(Boolean);
        if (!wrong.length) return complain(words.refused);
        for (const each of wrong) each.complain(words.refused);
        return wrong[0].input.focus();
    }

    const trouble = h("div", { role: "alert" });
    function complain(sentence) { show(trouble, notice(sentence, { kind: "amber", symbol: "alert" })); }

    return h("section", { class: "panel stack", "aria-labelledby": "write-title" }, h("h2", { id: "write-title" }, words.write),
        h("form", { class: "stack", novalidate: true, onsubmit: (event) => {
            event.preventDefault();
            show(trouble);
            busy(send, submit);
        } }, text.element, contact.element,
        h("div", {}, h("div", { class: "check" }, consent, h("label", { for: consent.id }, words.consent)), h("p", { class: "muted small", id: "consent-hint" }, words.consentHint), place),
        trouble, h("div", { class: "buttons" }, send)));
}
