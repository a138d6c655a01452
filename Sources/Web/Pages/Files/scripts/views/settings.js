// The settings: passcode, passkeys, notifications, and what answers here.
import { now } from "../clock.js";
import { api } from "../api.js";
import { h, icon, setText, show as fill } from "../dom.js";
import { day } from "../format.js";
import { notificationState, setNotifications } from "../notify.js";
import { button, busy, confirm, field, toast, trouble } from "../parts.js";
import { appearancePanel } from "./settings/appearance.js";
import { backupPart } from "./settings/backup.js";
import { importPart } from "./settings/import.js";
import { panel } from "./settings/panel.js";
import { retentionPart } from "./settings/retention.js";
import { signInPanel } from "./settings/signin.js";
import { pushPart } from "./push.js";
import { addPasskey, hasPasskeys } from "../passkeys.js";
import { mayHere } from "../rights.js";
import { strings } from "../strings.js";
import { accountPanel } from "./settings/accounts.js";
import { brokerPanel } from "./settings/broker.js";
import { channelPanel } from "./settings/channels.js";
import { tokenPanel } from "./settings/tokens.js";

const words = strings.settings;
const least = 6;

export function show(context) {
    const body = h("div", { class: "stack" });
    let importing = null;
    const title = h("h1", {}, words.title);
    const element = h("div", { class: "narrow" }, h("div", { class: "page-head" }, title), body);

    async function draw() {
        const session = await context.refreshSession();
        // Without a connection little of it would be true.
        const server = await api.server().catch((problem) => { if (problem.isOffline) throw problem; return {}; });
        const parts = [];
        if (session.known && mayHere(session, "passcode")) parts.push(passcodePanel(session, draw, context), await passkeyPanel(session, draw));
        if (session.known && session.required && session.account) parts.push(await signInPanel(session, context));
        if (session.known && mayHere(session, "accounts")) parts.push(await accountPanel(session), session.required ? await tokenPanel(session) : null, await brokerPanel(session));
        importing ??= importPart({ session });
        parts.push(appearancePanel(), await notificationPanel());
        if (session.known && mayHere(session, "notifications")) parts.push(await channelPanel());
        parts.push(importing.element, await retentionPart(), backupPart(session), aboutPanel(context, server, session));
        // What somebody has just chosen shows everything anew, and keeps the focus.
        const focused = document.activeElement?.closest("[data-panel=appearance]") ? document.activeElement.id : null;
        fill(body, parts);
        if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    }

    async function renew() {
        await draw();
        setText(title, words.title);
        context.retitle(words.title);
    }

    draw().catch((problem) => fill(body, trouble(problem)));
    // What is typed of a passcode is lost with the page, and so is what was typed into any of the forms.
    const typed = () => [...body.querySelectorAll("[data-panel=passcode] input[type=password]")];
    body.addEventListener("input", ({ target }) => target.closest("[data-form]")?.setAttribute("data-typed", ""));
    return {
        title: words.title, element, renew,
        hasChanges: () => typed().some((each) => each.value) || body.querySelector("[data-typed]") !== null || (importing?.hasChanges() ?? false),
        /// What is told once.
        get stays() { return body.querySelector(".secret") !== null; },
        get leaveWords() { return importing?.hasChanges() ? strings.imports.leave : null; },
        dispose: () => importing?.dispose(),
    };
}

function passcodePanel(session, redraw, { logOut: leave }) {
    // Who logs in by another site may have none.
    const isSet = session.required && session.passcode !== false;
    const place = h("div", {});
    const openForm = (kind) => fill(place, passcodeForm(kind, redraw));
    const close = () => fill(place, h("div", { class: "buttons" }, buttons));
    const logOut = button(strings.login.logOut, { onclick: () => busy(logOut, leave) });
    // With other accounts it would open nothing, and only keep this one out.
    const turnOff = session.accounts ? [] : [button(words.turnOff, { kind: "danger", onclick: () => openForm("remove") })];
    const buttons = isSet
        ? [button(words.change, { onclick: () => openForm("change") }), ...turnOff, logOut]
        : [button(words.set, { kind: "primary", onclick: () => openForm("set") }), ...(session.required ? [logOut] : [])];
    close();
    place.addEventListener("cancel", close);
    return panel("passcode", words.protection, h("p", { class: "muted" }, isSet ? words.protectionOn : session.required ? words.protectionNone : words.protectionOff), place);
}

/// A passcode is typed twice and kept only when both are the same.
function passcodeForm(kind, redraw) {
    const input = (autocomplete) => h("input", { class: "input code", type: "password", autocomplete });
    const current = kind === "set" ? null : field(words.current, input("current-password"), { id: "current" });
    const next = kind === "remove" ? null : field(words.next, input("new-password"), { hint: words.nextHint, id: "next" });
    const again = kind === "remove" ? null : field(words.again, input("new-password"), { id: "again" });
    const save = button(kind === "remove" ? words.turnOff : strings.save, { kind: kind === "remove" ? "danger primary" : "primary", type: "submit" });

    async function submit() {
        const isRight = [
            current ? current.complain(current.input.value ? "" : words.missing) : true,
            next ? next.complain([...next.input.value].length >= least ? "" : words.short) : true,
            again ? again.complain(again.input.value === next.input.value ? "" : words.differs) : true,
        ];
        if (!isRight.every(Boolean)) return;
        if (kind === "remove") {
            if (!(await confirm({ title: words.removeTitle, text: words.removeText, action: words.turnOff }))) return;
            await api.removePasscode(current.input.value);
        } else {
            await api.setPasscode({ current: current?.input.value, new: next.input.value, again: again.input.value });
        }
        toast({ set: words.saved, change: words.changed, remove: words.removed }[kind]);
        await redraw();
    }

    function refused(problem) {
        const places = { "/current": current, "/new": next, "/again": again };
        const named = Object.entries(problem.fields ?? {}).filter(([pointer]) => places[pointer]);
        for (const [pointer, text] of named) places[pointer].complain(text);
        if (named.length) return undefined;
        if (problem.status !== 403) return (again ?? current).complain(problem.message);
        if (current) return current.complain(words.wrongCurrent);
        if (strings.signin.troubles[problem.type]) return next.complain(strings.signin.troubles[problem.type]);
        // Somebody has set one meanwhile, which is to be told, too.
        toast(words.setMeanwhile, { red: true });
        return redraw();
    }

    const form = h("form", { class: "stack", novalidate: true, onsubmit: (event) => {
        event.preventDefault();
        busy(save, submit, { complain: refused });
    } }, h("input", { type: "text", autocomplete: "username", value: strings.name, hidden: true }), current?.element, next?.element, again?.element,
        h("div", { class: "buttons" }, save, button(strings.cancel, { onclick: () => form.dispatchEvent(new Event("cancel", { bubbles: true })) })));
    queueMicrotask(() => (current ?? next).input.focus());
    return form;
}

async function passkeyPanel(session, redraw) {
    const children = [h("p", { class: "muted" }, words.passkeysText)];
    if (!session.required) return panel("passkeys", words.passkeys, children, h("p", {}, words.passkeysNeed));
    const { passkeys = [] } = (await api.passkeys()) ?? {};
    children.push(passkeys.length ? h("ul", { class: "places" }, passkeys.map((each) => passkeyLine(each, redraw))) : h("p", {}, words.passkeysNone));
    if (!hasPasskeys) return panel("passkeys", words.passkeys, children, h("p", { class: "muted small" }, words.passkeysUnsupported));
    const add = button(words.addPasskey, { symbol: "key", onclick: () => busy(add, async () => {
        try {
            await addPasskey(words.passkeyName(day(now())));
        } catch (problem) {
            return toast(problem.status ? strings.signin.troubles[problem.type] ?? problem.message : words.passkeyFailed, { red: true });
        }
        toast(words.passkeyAdded);
        return redraw();
    }) });
    return panel("passkeys", words.passkeys, children, h("div", { class: "buttons" }, add));
}

function passkeyLine(passkey, redraw) {
    const name = passkey.label || words.passkeyName(day(passkey.created));
    const remove = button("", { kind: "square quiet", symbol: "bin", title: words.removePasskey(name), onclick: () => busy(remove, async () => {
        await api.removePasskey(passkey.id);
        toast(words.passkeyRemoved);
        await redraw();
    }) });
    return h("li", {}, icon("key"), h("div", {}, h("strong", {}, name)), remove);
}

async function notificationPanel() {
    const state = notificationState();
    const text = h("p", { class: "muted" }, words.notificationsText);
    const push = await pushPart();
    if (state === "none" || state === "denied") {
        return panel("notifications", words.notifications, text, h("p", {}, state === "none" ? words.notificationsNone : words.notificationsDenied), push);
    }
    const on = h("input", { type: "checkbox", id: "notify", checked: state === "on", onchange: async () => {
        const now = await setNotifications(on.checked);
        on.checked = now === "on";
        if (now === "denied") toast(words.notificationsDenied, { red: true });
    } });
    return panel("notifications", words.notifications, text, h("div", { class: "check" }, on, h("label", { for: "notify" }, words.notificationsOn)), push);
}

function aboutPanel({ setup }, server, session) {
    const rows = {
        [words.version]: server.version ?? setup.version,
        [words.broker]: server.broker === undefined ? undefined : server.broker ? words.brokerOn : words.brokerOff,
        [words.map]: mapWords(setup),
        [words.interface]: h("a", { href: "/api/v1/openapi.json", target: "_blank" }, words.interfaceLink),
        [words.status]: mayHere(session, "status") ? h("a", { href: "/status" }, words.statusLink) : undefined,
        [words.simulation]: h("a", { href: "/simulation" }, words.simulationLink),
    };
    return panel("about", words.about, h("dl", { class: "pairs" }, Object.entries(rows).filter(([, value]) => value !== undefined)
        .flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])));
}

/// What the maps are drawn on.
function mapWords({ map, maplibre, tiles }) {
    if (map === "vector" && !maplibre) return words.mapNoLibrary;
    return map ? words.mapFile[map] : tiles ? words.mapTiles : words.mapGrid;
}
