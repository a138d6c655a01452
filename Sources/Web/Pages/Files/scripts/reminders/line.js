// A reminder in the list.
import { api } from "../api.js";
import { h, icon, setAttribute, setText, showFor } from "../dom.js";
import { ago, moment } from "../format.js";
import { button, busy, toast } from "../parts.js";
import { verdictMark } from "./findings.js";
import { answerButtons, answersOf } from "./standing.js";
import { idOfReminder, kindsOf, mayWith } from "./store.js";
import { words } from "./strings.js";
import { swipeAway } from "./swipe.js";
import { conditionWords, standing, statusOf, swatch, symbols } from "./words.js";

/// A line that stays while its reminder changes; `changed` is told what the console has answered, `remove` asked to delete it.
export function reminderLine(first, { changed, remove }) {
    const id = idOfReminder(first);
    let reminder = first;
    const link = h("a", { href: `/reminders/${id}`, dir: "auto" });
    const mark = h("span", {});
    const badge = h("span", {});
    const conditions = h("ul", { class: "condition-lines small" });
    const facts = h("p", { class: "muted small numbers" });
    const answers = h("div", {});
    const toggle = h("button", { type: "button", class: "switch", role: "switch", onclick: () => busy(toggle, async () => {
        const told = await api.changeReminder(id, { enabled: !reminder.enabled });
        changed(told);
        toast(told.enabled ? words.switchedOn(told.name) : words.switchedOff(told.name));
    }) }, h("span", { class: "track", "aria-hidden": "true" }), h("span", { class: "hidden-text" }));
    const bin = button("", { kind: "square quiet", symbol: "bin", title: words.deleteOf(first.name), onclick: () => remove(reminder, bin) });
    const element = h("li", { class: "reminder", "data-reminder": id }, h("div", { class: "behind", "aria-hidden": "true" }, icon("bin"), words.delete),
        h("div", { class: "reminder-face" }, mark, h("div", { class: "reminder-text" }, h("h2", {}, link), h("p", {}, badge), conditions, facts, answers), h("div", { class: "reminder-actions" }, toggle, bin)));

    if (mayWith(first, "change")) {
        swipeAway(element, () => remove(reminder, bin));
        element.addEventListener("keydown", (event) => {
            if (event.key !== "Delete" || event.ctrlKey || event.metaKey || event.altKey) return;
            event.preventDefault();
            remove(reminder, document.activeElement);
        });
    }

    function draw(next, { namesOwner }) {
        reminder = next;
        const mayChange = mayWith(reminder, "change");
        setText(link, reminder.name);
        element.classList.toggle("off", !reminder.enabled);
        showFor(reminder.colour, mark, () => swatch(reminder.colour));
        showFor(statusOf(reminder), badge, () => standing(reminder));
        // One that is off is not looked at.
        const found = reminder.enabled ? reminder.state?.why ?? [] : [];
        const lines = kindsOf(reminder).map((kind) => [kind, conditionWords(kind, reminder[kind], reminder.owner), found.find((each) => each.kind === kind)?.verdict]);
        showFor(JSON.stringify(lines), conditions, () => lines.map(([kind, text, verdict]) => h("li", { "data-kind": kind, "data-verdict": verdict }, icon(symbols[kind]), h("span", { class: "hidden-text" }, `${words.kinds[kind]}: `), h("span", { dir: "auto" }, text), verdictMark(verdict))));
        const fired = reminder.state?.last_fired;
        setText(facts, [words.colours[reminder.colour], namesOwner ? words.ownedBy(reminder.owner) : null, fired ? words.lastFired(moment(fired), ago(fired)) : words.neverFired].filter(Boolean).join(" · "));
        showFor(answersOf(reminder), answers, () => (answersOf(reminder) ? answerButtons(reminder, changed) : []));
        toggle.hidden = bin.hidden = !mayChange;
        setAttribute(toggle, "aria-checked", String(reminder.enabled));
        setText(toggle.lastChild, words.switchOf(reminder.name));
        for (const name of ["title", "aria-label"]) setAttribute(bin, name, words.deleteOf(reminder.name));
    }

    return { element, draw };
}
