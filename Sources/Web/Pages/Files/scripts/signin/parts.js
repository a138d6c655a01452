// What the pages are made of for who is not logged in.
import { h, icon, show as fill } from "../dom.js";
import { button, busy, field } from "../parts.js";
import { strings } from "../strings.js";

const words = strings.signin;
/// Of a passcode by which others are registered.
const least = 8;

/// The secret behind the `#` of a link, which is in no server's log; the address of the page keeps nothing of it.
export function secretOfLink() {
    const secret = location.hash.slice(1);
    if (secret) history.replaceState(history.state, "", location.pathname + location.search);
    return /^[A-Za-z0-9_-]{20,200}$/.test(secret) ? secret : null;
}

/// A page of one panel.
export function panel(title, ...parts) {
    return h("div", { class: "panel stack login" }, h("img", { src: "/icon.svg", alt: "", width: 56, height: 56 }), h("h1", {}, title), ...parts);
}

/// A form whose button does one thing; what goes wrong is said in `complain`, or above the button.
export function form(name, action, submit, complain, ...parts) {
    const error = h("p", { class: "notice red", role: "alert", hidden: true });
    const go = button(action, { kind: "primary", type: "submit" });
    const say = (text) => {
        error.hidden = !text;
        fill(error, icon("alert"), h("span", {}, text));
    };
    return h("form", { class: "stack", novalidate: true, "data-form": name, onsubmit: (event) => {
        event.preventDefault();
        say("");
        busy(go, submit, { complain: (problem) => { if (!complain(problem)) say(wordsOf(problem)); } });
    } }, ...parts, error, h("div", { class: "buttons" }, go));
}

/// What a page says of what the console has refused.
export function wordsOf(problem) {
    if (problem.status === 429) return words.tooMany;
    return words.troubles[problem.type] ?? problem.message;
}

export function mailField(id) {
    const input = h("input", { class: "input", type: "email", autocomplete: "email", autocapitalize: "none", spellcheck: "false", maxlength: "254" });
    const box = field(words.mail, input, { id });
    return { ...box, check: () => box.complain(/^[^@\s]+@[^@\s]+$/.test(input.value.trim()) ? "" : words.mailWrong) };
}

/// A new passcode, typed twice, with a hint at how hard it is to guess.
export function newPasscode() {
    const input = () => h("input", { class: "input code", type: "password", autocomplete: "new-password", maxlength: "128" });
    const next = field(words.passcode, input(), { hint: words.passcodeHint, id: "new-passcode" });
    const again = field(words.again, input(), { id: "again-passcode" });
    const strength = h("p", { class: "muted small", role: "status" });
    next.input.addEventListener("input", () => { strength.textContent = next.input.value ? words.strength[strengthOf(next.input.value)] : ""; });
    return {
        element: [next.element, strength, again.element], next, again,
        read: () => next.input.value,
        check() {
            const isRight = [
                next.complain([...next.input.value].length >= least ? "" : words.short),
                again.complain(again.input.value === next.input.value ? "" : strings.settings.differs),
            ];
            return isRight.every(Boolean);
        },
    };
}

/// How hard a passcode is to guess, by what it is made of: 0 is weak, 2 is good. No more than a hint.
export function strengthOf(text) {
    const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(text)).length;
    const different = new Set(text).size;
    if ([...text].length < least || different < 5) return 0;
    return different >= 12 || (kinds >= 3 && different >= 8) ? 2 : 1;
}

/// The way back to the log-in.
export function toLogin(text = words.toLogin) { return h("p", {}, h("a", { href: "/login" }, text)); }
