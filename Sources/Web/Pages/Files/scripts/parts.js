// What several pages are made of.
import { h, icon, show } from "./dom.js";
import { strings } from "./strings.js";

/// The photo of an item, or its first letter on a colour that stays its own.
export function picture(item, { large = false } = {}) {
    const box = h("div", { class: `picture${large ? " large" : ""}` });
    setPicture(box, item);
    return box;
}

export function setPicture(box, item) {
    const key = item.photo?.url ?? `${item.item}`;
    if (box.dataset.key === key) return;
    box.dataset.key = key;
    box.className = box.className.replace(/ hue-\d/, "");
    if (item.photo) return show(box, h("img", { src: item.photo.url, alt: "", loading: "lazy", decoding: "async" }));
    const hash = [...`${item.owner}/${item.tracker}`].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) >>> 0, 7);
    box.className += ` hue-${hash % 6}`;
    show(box, h("span", { "aria-hidden": "true" }, [...item.item][0]?.toUpperCase() ?? "?"));
}

export function button(label, { kind = "", symbol, onclick, type = "button", title, ...rest } = {}) {
    return h("button", { type, class: `button ${kind}`.trim(), onclick, ...(title ? { title, "aria-label": title } : {}), ...rest },
        symbol ? icon(symbol) : null, label ? h("span", {}, label) : null);
}

/// A labelled input with room for what is wrong with it.
export function field(label, input, { hint, id } = {}) {
    input.id = id ?? `field-${++fields}`;
    const error = h("p", { class: "error", id: `${input.id}-error`, hidden: true });
    const hintText = hint ? h("p", { class: "hint", id: `${input.id}-hint` }, hint) : null;
    const described = [hint ? `${input.id}-hint` : null, `${input.id}-error`].filter(Boolean).join(" ");
    input.setAttribute("aria-describedby", described);
    const control = input.unit ? h("div", { class: "with-unit" }, input, h("span", { class: "muted" }, input.unit)) : input;
    const element = h("div", { class: "field" }, h("label", { for: input.id }, label), hintText, control, error);
    let about = null;
    // What is typed anew is not wrong before somebody has looked at it.
    input.addEventListener("input", () => { if (!error.hidden && input.value !== about) complain(""); });
    return { element, input, complain };

    /// Says what is wrong, beside the field; an empty text takes that back, as does a change of what is typed.
    function complain(text) {
        about = input.value;
        input.setAttribute("aria-invalid", text ? "true" : "false");
        error.hidden = !text;
        show(error, text ? [icon("alert"), h("span", {}, text)] : []);
        return !text;
    }
}

let fields = 0;

const mostToasts = 4;

/// A short word at the lower edge; a later one that says the same, or is about the same, takes the place of the one before.
/// `actions` are buttons with what each says and does.
export function toast(text, { red = false, link, about, instead = [], actions = [], after = 6000, lang } = {}) {
    let before = null;
    const close = () => {
        const hadFocus = element.contains(document.activeElement);
        element.remove();
        // Back to where one was, as nothing comes after a toast.
        if (hadFocus) (before?.isConnected ? before : document.getElementById("main")).focus({ preventScroll: true });
    };
    const all = document.getElementById("toasts");
    const isReplaced = (each) => [about, ...instead].filter(Boolean).includes(each.dataset.about) || each.firstChild.textContent === text;
    for (const each of [...all.children]) if (isReplaced(each)) each.remove();
    // More of them would cover the page, and nobody reads them.
    while (all.children.length >= mostToasts) all.firstChild.remove();
    const element = h("div", { class: `toast${red ? " red" : ""}`, "data-about": about }, h("span", { lang }, text),
        link ? h("a", { href: link, onclick: close }, strings.alerts.open) : null,
        h("button", { type: "button", "aria-label": strings.dismiss, onclick: close }, icon("close")),
        actions.length ? h("span", { class: "toast-actions" }, actions.map(([says, act]) => h("button", { type: "button", class: "act", onclick: () => {
            close();
            act();
        } }, says))) : null);
    element.addEventListener("focusin", (event) => { if (!element.contains(event.relatedTarget)) before = event.relatedTarget; });
    all.append(element);
    if (after) setTimeout(close, after);
}

/// Takes back what was said about something.
export function endToast(about) {
    for (const each of [...document.getElementById("toasts").children]) if (each.dataset.about === about && !each.contains(document.activeElement)) each.remove();
}

/// Asks before something that cannot be undone; answers whether it is wanted. One question at a time: a second press asks nothing.
export function confirm({ title, text, action, cancel = strings.cancel, danger = true }) {
    if (document.querySelector("dialog[open]")) return Promise.resolve(false);
    return new Promise((resolve) => {
        const yes = button(action, { kind: `primary${danger ? " danger" : ""}`, onclick: () => dialog.close("yes") });
        const no = button(cancel, { onclick: () => dialog.close("no") });
        const dialog = h("dialog", { "aria-labelledby": "dialog-title" }, h("h2", { id: "dialog-title" }, title),
            h("p", { class: "muted" }, text), h("div", { class: "buttons" }, no, yes));
        dialog.addEventListener("close", () => {
            dialog.remove();
            resolve(dialog.returnValue === "yes");
        });
        document.body.append(dialog);
        dialog.showModal();
        no.focus();
    });
}

/// The language of what went wrong where the service says it, which speaks English only.
export function languageOf(problem) { return problem.status && !problem.isWorded ? "en" : null; }

export function notice(text, { kind = "", symbol = "info", action } = {}) {
    return h("div", { class: `notice ${kind}`.trim() }, icon(symbol), h("div", {}, text, action ? [" ", action] : null));
}

/// What a page says that could not be loaded: the frame loads it again once there is a connection, or when somebody says so.
export function trouble(problem) {
    const again = button(strings.retry, { kind: "small", onclick: () => again.dispatchEvent(new Event("again", { bubbles: true })) });
    const element = notice(h("span", { lang: languageOf(problem) }, problem.message), { kind: "amber", symbol: "alert", action: again });
    element.dataset.unreached = problem.isOffline ? "yes" : "no";
    return element;
}

/// What a page of an item says that is not there any more.
export function gone(name) {
    const words = strings.gone;
    return empty({ heading: "h1", symbol: "search", title: words.title(name), text: words.text, action: h("a", { class: "button", href: "/" }, words.link) });
}

export function empty({ symbol, title, text, action, heading = "h2" }) {
    const art = icon(symbol);
    art.setAttribute("class", "icon art");
    return h("div", { class: "empty" }, art, h(heading, {}, title), text ? h("p", {}, text) : null, action ?? null);
}

/// A choice of a few, as a row of segments.
export function segments(label, options, value, onchange) {
    const name = `segments-${++fields}`;
    return h("fieldset", { class: "segments" }, h("legend", { class: "hidden-text" }, label),
        Object.entries(options).map(([key, text]) => h("label", {},
            h("input", { type: "radio", name, value: key, checked: key === value, onchange: () => onchange(key) }), h("span", {}, text))));
}

/// Runs what a button asks for, once at a time, and tells what went wrong.
export async function busy(control, action, { complain } = {}) {
    if (control.getAttribute("aria-busy") === "true") return undefined;
    control.setAttribute("aria-busy", "true");
    try {
        return await action();
    } catch (problem) {
        if (complain) complain(problem); else toast(problem.message, { red: true, lang: languageOf(problem) });
        return undefined;
    } finally {
        control.removeAttribute("aria-busy");
    }
}
