// What was told of reminders, why, and what was done with it.
import { api, newestOnly } from "../api.js";
import { h, icon, setText, show as fill } from "../dom.js";
import { dayOrToday, moment } from "../format.js";
import { items } from "../items.js";
import { button, busy, empty, notice, trouble } from "../parts.js";
import { strings } from "../strings.js";
import { findingList } from "./findings.js";
import { words } from "./strings.js";
import { swatch } from "./words.js";

const [pageSize, pause] = [100, 300];
const marks = { fired: "bell", repeated: "bell", dismissed: "check", snoozed: "snooze" };

/// The history of all, or of the `owner/name` that was chosen; `all` has those that are there, by their ids.
export function reminderHistory({ reminder, session, clear }) {
    const body = h("div", {}, h("div", { class: "skeleton", "aria-busy": "true", role: "status", "aria-label": strings.loading }));
    const said = h("p", { class: "muted", role: "status" });
    const older = button(words.older, { onclick: () => busy(older, loadOlder) });
    const end = h("div", { class: "list-end", hidden: true }, said, older);
    const chosen = h("div", {});
    const element = h("div", { class: "stack" }, chosen, body, end);
    const newest = newestOnly();
    const [owner, name] = reminder.split("/");
    let events = [];
    let next = null;
    let again = null;
    let isOver = false;

    const query = (more = {}) => ({ limit: pageSize, ...(name ? { owner, reminder: name } : {}), ...more });

    /// Takes the newest, and keeps what was loaded beyond them where it goes on from there.
    async function load() {
        try {
            const page = await newest(api.reminderEvents(query()));
            if (!page || isOver) return;
            const isSame = new Set(page.events.map((each) => each.id));
            const rest = events.filter((each) => !isSame.has(each.id));
            const goesOn = events.length > 0 && rest.length < events.length;
            if (!goesOn) next = page.next ?? null;
            events = goesOn ? [...page.events, ...rest] : page.events;
            draw();
        } catch (problem) {
            if (!isOver) fill(body, trouble(problem));
        }
    }

    async function loadOlder() {
        const page = await api.reminderEvents(query({ cursor: next }));
        if (isOver) return;
        const known = new Set(events.map((each) => each.id));
        const fresh = page.events.filter((each) => !known.has(each.id));
        events = [...events, ...fresh];
        next = page.next ?? null;
        draw();
        // Where one goes on to read.
        body.querySelector(`[data-event="${CSS.escape(fresh[0]?.id ?? "")}"] a`)?.focus();
    }

    function draw() {
        fill(chosen, name ? notice(words.historyOf(events[0]?.name ?? name), { action: h("a", { href: "/reminders?tab=history", onclick: (event) => {
            event.preventDefault();
            clear();
        } }, words.historyOfAll) }) : []);
        end.hidden = !events.length;
        if (!events.length) return fill(body, empty({ symbol: "history", title: words.noHistory, text: words.noHistoryText }));
        const days = new Map();
        for (const event of events) days.set(dayOrToday(event.time), [...(days.get(dayOrToday(event.time)) ?? []), event]);
        const open = new Set([...body.querySelectorAll("details[open]")].map((each) => each.dataset.of));
        fill(body, h("div", { class: "stack" }, [...days].map(([day, list]) => h("section", { class: "panel" }, h("h2", {}, day), h("ul", { class: "alerts" }, list.map(line))))));
        // What somebody reads stays open.
        for (const each of body.querySelectorAll("details")) each.open = open.has(each.dataset.of);
        older.hidden = !next;
        setText(said, next ? words.someShown(events.length) : words.allShown(events.length));
        return undefined;
    }

    function line(event) {
        return h("li", { "data-event": event.id, "data-kind": event.event }, h("span", { class: "badge round" }, icon(marks[event.event] ?? "info")), h("div", {},
            h("p", { class: "alert-title" }, swatch(event.colour), " ", h("a", { href: `/reminders/${event.owner}/${event.reminder}`, dir: "auto" }, event.name)),
            h("p", { class: "muted small numbers" }, h("time", { datetime: event.time }, moment(event.time)), " · ", words.eventWords[event.event] ?? event.event,
                event.until ? ` ${words.until(moment(event.until))}` : null, words.withOwner(event.owner)),
            event.why?.length ? h("details", { "data-of": event.id }, h("summary", {}, words.whyThen, icon("next")), findingList(event.why, { session, owner: event.owner })) : null));
    }

    const stop = items.onEvent((kind) => {
        if (!["reminder-event", "reset"].includes(kind)) return;
        again ??= setTimeout(() => {
            again = null;
            load();
        }, pause);
    });
    load();
    return {
        element,
        dispose() {
            isOver = true;
            clearTimeout(again);
            stop();
        },
    };
}
