// Notifications of this browser, while a page is open.
import { alertWords, kindOfAlert } from "./alertlist.js";
import { answers } from "./answers.js";
import { api } from "./api.js";
import { now } from "./clock.js";
import { ago, metres } from "./format.js";
import { items } from "./items.js";
import { activeWorker, closeShown, showByPage } from "./notifier.js";
import { endToast, toast } from "./parts.js";
import { isMuted } from "./status.js";
import { strings } from "./strings.js";

const key = "tagalong.notify";
/// Alerts that come within so many milliseconds of the one before are told together.
const burst = 3000;
/// And those of a burst are told so often.
const every = 500;
/// What reminders show is closed after so many milliseconds: a stream that begins may tell of hundreds that are off.
const pause = 200;

/// Whether this browser tells of alerts: `on`, `off`, `denied`, or `none` where it cannot.
export function notificationState() {
    if (!("Notification" in window)) return "none";
    if (Notification.permission === "denied") return "denied";
    return Notification.permission === "granted" && isChosen() ? "on" : "off";
}

function isChosen() {
    try { return localStorage.getItem(key) === "on"; } catch { return false; }
}

export async function setNotifications(isOn) {
    if (isOn && (await Notification.requestPermission()) !== "granted") return notificationState();
    try { localStorage.setItem(key, isOn ? "on" : "off"); } catch { /* Forbidden or full: then it stays as it was. */ }
    return notificationState();
}

export function startNotifications(go) {
    const told = new Set();
    /// The event that is told of each reminder and that nobody has answered.
    const unanswered = new Map();
    const [bad, good] = [gather(tellBad), gather(tellGood)];
    items.onAlert(async (alert, id) => {
        // Whether it is muted is in the list, which may come after the first word of the stream.
        if (!items.isFresh && !items.all.has(id)) await items.load().catch(() => {});
        if (isMuted(items.all.get(id) ?? {})) return;
        // Of an episode each kind is told once, however often an item goes to and fro.
        const what = `${id} ${alert?.episode} ${alert && kindOfAlert(alert)}`;
        if (!alert || told.has(alert.id) || told.has(what)) return;
        told.add(alert.id).add(what);
        const isNew = now() - Date.parse(alert.time) < 15 * 60 * 1000;
        if (!isNew) return;
        (isBad(alert) ? bad : good)(alert, id);
    });

    items.onEvent((kind, id, event, isTold) => {
        // Deleted, or switched off: one that says nothing of that is on.
        if (kind === "reminder" && (!event || event.enabled === false)) endReminder(id);
        if (kind === "reminder-event" && ["dismissed", "snoozed"].includes(event?.event)) endReminder(id, event.id);
        // An administrator sees those of all, and is told what a message to this browser would tell.
        if (!isTold || kind !== "reminder-event" || !["fired", "repeated"].includes(event?.event) || told.has(event.id)) return;
        told.add(event.id);
        if (now() - Date.parse(event.time) >= 15 * 60 * 1000) return;
        unanswered.set(id, event.id);
        tellReminder(id, event).catch(() => {});
    });

    /// Nobody has to answer what was told of it, until an answer where there is one.
    function endReminder(id, answer) {
        unanswered.delete(id);
        endToast(`reminder ${id}`);
        closeReminder(id, answer);
    }

    async function tellReminder(id, event) {
        // Who may only see it is offered no answer.
        const kept = await api.reminder(id).catch(() => null);
        // Somebody may have given one meanwhile.
        if (unanswered.get(id) !== event.id) return;
        const mayAnswer = kept?.may?.includes("change") ?? false;
        // They answer what is told here, and nothing that is told later.
        const said = strings.alerts.reminderAnswers;
        const actions = answers.filter(({ action }) => said[action])
            .map(({ action, ask }) => [said[action], () => ask(id, event.id).catch((problem) => toast(problem.message, { red: true }))]);
        const isHere = location.pathname === `/reminders/${id}`;
        toast(strings.alerts.reminder(event.name), { about: `reminder ${id}`, after: 20000, actions: mayAnswer ? actions : [], link: isHere ? null : `/reminders/${id}` });
        if (notificationState() !== "on") return;
        const { showReminder } = await import("./reminders/notice.js");
        await showReminder(id, event, { mayAnswer, go });
        // Somebody may have answered while it came up; what was told anew has taken its place.
        if (!unanswered.has(id)) closeReminder(id, event.id);
    }

    function tellBad(alerts) {
        const critical = new Map([...alerts].filter(([, alert]) => alert.level === "critical"));
        const text = alerts.size === 1 ? null : strings.alerts.many(critical.size, alerts.size - critical.size);
        tell(alerts, text, "bad", critical.size);
        if (critical.size && notificationState() === "on") notify(critical, go);
    }

    function tellGood(alerts) { tell(alerts, strings.alerts.manyGood(alerts.size), "good", false); }
}

function isBad(alert) { return alert.event === "raised" || alert.event === "escalated"; }

/// The first of all is told at once; what follows soon is told with it, in one.
function gather(tell) {
    let alerts = new Map();
    let [end, next] = [null, null];
    return (alert, id) => {
        clearTimeout(end);
        end = setTimeout(() => { alerts = new Map(); }, burst);
        const isFirst = !alerts.size || (alerts.size === 1 && alerts.has(id));
        alerts.set(id, alert);
        if (isFirst) return tell(alerts);
        next ??= setTimeout(() => {
            next = null;
            tell(alerts);
        }, every);
    };
}

function tell(alerts, text, kind, isCritical) {
    const [id, alert] = [...alerts][0];
    const options = { red: kind === "bad", after: isCritical ? 20000 : 8000 };
    if (alerts.size === 1) return toast(alertWords(alert), { ...options, about: id, link: location.pathname === `/items/${id}` ? null : `/items/${id}` });
    // What was told of each by itself is told by the one that counts.
    return toast(text, { ...options, about: `${kind} many`, instead: [...alerts.keys()], link: "/alerts" });
}

/// How far it is, and where to look first.
function bodyOf({ distance_m: distance, last_position: position }) {
    if (distance === undefined) return strings.alerts.byArea;
    const where = position ? [strings.alerts.notifyWhere(strings.item.coordinates(position.lat, position.lon), ago(position.time))] : [];
    return [strings.alerts.notifyText(metres(distance)), ...where].join("\n");
}

/// The reminders of which nothing has to be shown any more, by their tags: until an answer, or nothing at all.
const ended = new Map();
let closing = null;

/// Closes what is shown of a reminder, by a page or a message.
function closeReminder(id, answer) {
    ended.set(`reminder/${id}`, answer ? `reminder-${answer}` : null);
    closing ??= setTimeout(() => {
        const ends = new Map(ended);
        ended.clear();
        closing = null;
        // A message may tell the next occasion before the page hears what became of the last one: identifiers are in their order.
        closeShown(({ tag, data }) => ends.has(tag) && (ends.get(tag) === null || !(data?.alert > ends.get(tag)))).catch(() => {});
    }, pause);
}

/// One for each item, and one for many; a later one takes the place of the one before. It leads to the item, or to all alerts.
async function notify(alerts, go) {
    const [[id, alert]] = alerts;
    const link = alerts.size === 1 ? `/items/${id}` : "/alerts";
    const one = { body: bodyOf(alert), tag: id, data: { link, id, alert: alert.id, words: strings.alerts.notifyWords },
        actions: [{ action: "acknowledge", title: strings.item.acknowledge }, { action: "ring", title: strings.actions.ring }] };
    const many = { body: strings.alerts.names([...alerts.values()].map((each) => each.item)), tag: "many", data: { link } };
    const title = alerts.size === 1 ? strings.alerts.notify(alert.item) : strings.alerts.many(alerts.size, 0);
    const { lang, dir } = document.documentElement;
    const options = { icon: "/icon.svg", lang, dir, ...(alerts.size === 1 ? one : many) };
    const worker = await activeWorker();
    if (worker) {
        await worker.showNotification(title, options);
        if (alerts.size > 1) for (const each of await worker.getNotifications()) if (alerts.has(each.tag)) each.close();
        return;
    }
    // Only a worker can offer what to do.
    delete options.actions;
    showByPage(title, options, go);
}
