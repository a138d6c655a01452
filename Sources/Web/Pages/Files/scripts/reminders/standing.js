// How it stands with a reminder: whether it is told, since when, why not, and what one can do with it then.
import { answers } from "../answers.js";
import { h, show as fill, showFor } from "../dom.js";
import { ago, moment } from "../format.js";
import { notificationState } from "../notify.js";
import { button, busy, notice, toast } from "../parts.js";
import { pushState } from "../push.js";
import { idOfReminder, mayWith } from "./store.js";
import { words } from "./strings.js";
import { standing, statusOf } from "./words.js";

const symbols = { dismiss: "check", snooze: "snooze", later: "snooze" };

/// Buttons for one that is told at this moment; `done` is told how it is afterwards.
export function answerButtons(reminder, done, { small = true } = {}) {
    const id = idOfReminder(reminder);
    const act = ({ action, ask }) => {
        const label = words.answers[action];
        const control = button(label, { kind: small ? "small" : "", symbol: symbols[action], "aria-label": words.actOn(label, reminder.name), onclick: () => busy(control, async () => {
            done(await ask(id));
            toast(words.answered[action](reminder.name));
        }) });
        return control;
    };
    // What is put off to the next time already can still be done, or come sooner.
    return h("div", { class: "buttons answers" }, answers.filter(({ action }) => action !== "later" || !reminder.state.put_off).map(act));
}

/// Whether one is told at this moment, and can be answered.
function isTold(reminder) { return Boolean(reminder.enabled && reminder.state?.told && !reminder.state.dismissed); }

/// What the buttons of one depend on; empty where there is nothing to answer.
export function answersOf(reminder) { return isTold(reminder) && mayWith(reminder, "change") ? `${reminder.state.told} ${reminder.state.put_off ?? ""}` : ""; }

/// The part of a reminder's page about how it stands.
export function standingPanel(done) {
    const body = h("div", { class: "stack", role: "status" });
    const answering = h("div", {});
    return {
        element: h("section", { class: "panel stack standing", "aria-labelledby": "standing-title" }, h("h2", { id: "standing-title" }, words.why), body, answering),
        draw(reminder) {
            const state = reminder.state ?? {};
            const status = statusOf(reminder);
            const id = idOfReminder(reminder);
            // It is told to whoever listens, so only when it is another one.
            showFor(JSON.stringify([status, state.told, state.last_fired, state.snoozed_until, state.put_off]), body, () => [h("p", { class: "row-of-status" }, standing(reminder), h("span", {}, words.because[status])),
                h("p", { class: "muted small numbers" }, state.last_fired ? words.lastFired(moment(state.last_fired), ago(state.last_fired)) : words.neverFired,
                    state.snoozed_until ? ` ${words.snoozedUntil(moment(state.snoozed_until))}` : status === "snoozed" ? ` ${words.snoozedToNext}` : null,
                    mayWith(reminder, "history") ? [" ", h("a", { href: `/reminders?tab=history&reminder=${encodeURIComponent(id)}` }, words.itsHistory)] : null)]);
            const key = answersOf(reminder);
            // What somebody is about to press stays while it means the same.
            if (answering.dataset.key === key) return;
            answering.dataset.key = key;
            fill(answering, key ? answerButtons(reminder, done, { small: false }) : []);
        },
    };
}

/// Says where this browser tells of nothing, with what to do.
export function notificationNotice() {
    const element = h("div", {});
    const state = notificationState();
    // While a page is open it is told by that, and else by messages to this browser.
    if (state !== "on") {
        pushState().catch(() => "off").then((pushed) => {
            if (pushed !== "on") fill(element, notice(words.notifications[state], { symbol: "bell", action: state === "off" ? h("a", { href: "/settings" }, words.toSettings) : null }));
        });
    }
    return element;
}
