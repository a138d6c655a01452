// Connects the owner's calendar, by an address or with CalDAV, changes it, and forgets it.
import { api } from "../api.js";
import { h, icon, setText, show as fill } from "../dom.js";
import { button, busy, confirm, field, segments, toast } from "../parts.js";
import { words } from "./strings.js";

/// Whether somebody may connect the calendar of an owner: the account of that name, and administrators.
export function mayConnect(session, owner) {
    return Boolean(owner) && (session.role === "administrator" || !session.required || session.account === owner);
}

/// The form for an owner. It stands in the form of the condition, and is none by itself; `changed` is called once another calendar
/// is connected, or none any more.
export function calendarForm({ owner, changed }) {
    const texts = words.calendars;
    let way = "address";
    const input = (attributes) => h("input", { class: "input", dir: "ltr", autocapitalize: "none", spellcheck: "false", autocomplete: "off", ...attributes });
    const address = field(texts.address, input({ inputmode: "url", maxlength: 4096 }), { hint: texts.addressHint, id: "calendar-address" });
    const server = field(texts.server, input({ inputmode: "url", maxlength: 4096 }), { hint: texts.serverHint, id: "calendar-server" });
    const user = field(texts.user, input({ maxlength: 200 }), { id: "calendar-user" });
    const password = field(texts.password, input({ type: "password", autocomplete: "new-password", maxlength: 1000 }), { hint: texts.passwordHint, id: "calendar-password" });
    const status = h("p", { class: "small numbers", role: "status", "data-calendar": "none" });
    const connecting = button(texts.connect, { onclick: () => busy(connecting, connect, { complain }) });
    const removing = button(texts.remove, { kind: "danger", hidden: true, onclick: () => busy(removing, remove) });
    const label = h("span", {}, texts.title);
    const fields = h("div", { class: "stack" });
    const element = h("details", { class: "connecting" }, h("summary", {}, icon("next"), label), h("div", { class: "stack" }, status,
        segments(texts.way, texts.ways, way, (next) => {
            way = next;
            draw();
        }), fields, h("p", { class: "muted small" }, texts.seen), h("div", { class: "buttons" }, connecting, removing)));

    // What is typed here is none of the condition's, and its Enter is not the condition's Done.
    for (const kind of ["input", "change"]) element.addEventListener(kind, (event) => event.stopPropagation());
    element.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
        event.preventDefault();
        connecting.click();
    });

    const shown = () => (way === "address" ? [address] : [server, user, password]);

    function draw() { fill(fields, shown().map((each) => each.element)); }

    function tell(calendar) {
        const isOwn = calendar.connected && calendar.kind !== "administrator";
        status.dataset.calendar = calendar.connected ? calendar.kind : "none";
        fill(status, isOwn && calendar.host ? texts.connectedTo(calendar.host) : calendar.connected ? texts.byAdministrator : words.off.availability,
            calendar.events === undefined ? null : [" ", texts.events(calendar.events)]);
        setText(label, calendar.connected ? texts.change : texts.title);
        removing.hidden = !isOwn;
    }

    async function load() { tell(await api.calendar(owner)); }

    async function connect() {
        const missing = shown().filter((each) => !each.complain(each.input.value.trim() ? "" : texts.missing));
        if (missing.length) return missing[0].input.focus();
        const wish = way === "address" ? { url: address.input.value.trim() }
            : { caldav: server.input.value.trim(), user: user.input.value.trim(), password: password.input.value };
        const calendar = await api.connectCalendar(owner, wish);
        // Nobody reads it here again.
        for (const each of [address, server, user, password]) each.input.value = "";
        tell(calendar);
        toast(texts.connected);
        return changed();
    }

    /// What was refused of a member stands beside it, and else what is wrong with all of it beside the first.
    function complain(problem) {
        const places = { "/url": address, "/caldav": server, "/user": user, "/password": password };
        const entries = Object.entries(problem.fields ?? {}).filter(([pointer]) => places[pointer]);
        for (const [pointer, text] of entries) places[pointer].complain(text);
        if (!entries.length) shown()[0].complain(problem.message);
        (entries.length ? places[entries[0][0]] : shown()[0]).input.focus();
    }

    async function remove() {
        if (!(await confirm({ title: texts.removeTitle, text: texts.removeText, action: texts.remove }))) return;
        await api.removeCalendar(owner);
        toast(texts.removed);
        await load();
        changed();
    }

    draw();
    load().catch(() => {});
    return { element };
}
