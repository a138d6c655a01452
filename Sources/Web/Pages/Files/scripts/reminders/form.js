// The form of a reminder: what it is called, its colour, and its conditions, each of which has a page of its own.
import { h, icon, show as fill } from "../dom.js";
import { button, busy, field, toast } from "../parts.js";
import { strings } from "../strings.js";
import { nameProblem } from "../validate.js";
import { conditionList, conflictNotice } from "./conditions.js";
import { colourChoice, ownerChoice } from "./formparts.js";
import { notificationNotice, standingPanel } from "./standing.js";
import { definitionOf, isSameCondition, isSameDefinition, kinds, kindsOf, mayWith } from "./store.js";
import { words } from "./strings.js";

/// The form of a reminder: all but the conditions' own pages.
export function reminderForm({ kept, context, session, findings, open, save, remove, reload, changed }) {
    const isReadOnly = Boolean(kept) && !mayWith(kept, "change");
    const start = kept ? definitionOf(kept) : { name: "", colour: "blue", enabled: true };
    let base = start;
    let isOver = false;
    /// Whether it is shown, and not the page of one of its conditions.
    let isVisible = false;
    const draft = { ...start };
    const title = h("h1", { dir: "auto" });
    const nameInput = h("input", { class: "input", dir: "auto", autocomplete: "off", value: start.name, placeholder: words.namePlaceholder, required: true,
        disabled: isReadOnly, oninput: () => draw() });
    const nameField = field(words.name, nameInput, { hint: strings.edit.nameHint, id: "reminder-name" });
    const colour = colourChoice(start.colour, isReadOnly, () => draw());
    const enabled = h("input", { type: "checkbox", id: "reminder-on", checked: start.enabled, disabled: isReadOnly, onchange: () => draw() });
    const owner = ownerChoice(kept, session, context, () => draw());
    const standing = kept ? standingPanel((reminder) => {
        changed(reminder);
        keep({ ...kept, ...reminder });
    }) : null;
    const news = h("div", { role: "alert", "data-news": "" });
    const conditions = conditionList({ session, isReadOnly, open: (kind) => open(kind), remove: (kind) => {
        delete draft[kind];
        draw();
        conditions.focus(kind);
    } });
    const told = h("p", { role: "status" });
    const saving = button(strings.save, { kind: "primary", type: "submit" });
    const discard = button(kept ? strings.edit.discard : strings.cancel, { onclick: () => (kept ? reset() : document.querySelector("a.back").click()) });
    const bar = h("div", { class: "save-bar", hidden: true }, h("div", { class: "save-bar-inner" }, told, h("div", { class: "buttons" }, discard, saving)));
    const deleting = kept && !isReadOnly ? button(words.delete, { kind: "danger", symbol: "bin", onclick: () => busy(deleting, remove) }) : null;
    const form = h("form", { class: "stack", novalidate: true, "data-form": "reminder", onsubmit: (event) => {
        event.preventDefault();
        busy(saving, submit, { complain });
    } }, h("section", { class: "panel stack", "aria-label": words.what }, owner.element, nameField.element, colour.element,
        h("div", {}, h("div", { class: "check" }, enabled, h("label", { for: "reminder-on" }, words.on)), h("p", { class: "muted small" }, words.onHint))), conditions.element, bar);
    const element = h("div", { class: "stack" },
        h("div", {}, h("a", { class: "back", href: "/reminders" }, icon("back"), words.listTitle), title), news,
        isReadOnly ? h("p", { class: "muted" }, words.readOnly(kept.owner)) : null, notificationNotice(), standing?.element, form,
        deleting ? h("div", { class: "buttons" }, deleting) : null);

    function read() {
        return definitionOf({ ...draft, name: nameInput.value.trim(), colour: colour.read(), enabled: enabled.checked });
    }

    function hasChanges() { return !isOver && !isReadOnly && !isSameDefinition(read(), base); }

    function draw() {
        title.textContent = nameInput.value.trim() || words.newTitle;
        conditions.draw({ draft, findings: findings(), kept, owner: owner.read() });
        standing?.draw(kept);
        const isOpen = hasChanges() || (!kept && !isOver);
        bar.hidden = !isOpen;
        document.documentElement.classList.toggle("has-save-bar", isOpen && isVisible);
        const text = kept ? words.unsaved : words.notMade;
        if (told.textContent !== text) told.textContent = text;
    }

    function reset() {
        for (const kind of kinds) delete draft[kind];
        Object.assign(draft, base);
        nameInput.value = base.name;
        nameField.complain("");
        colour.set(base.colour);
        enabled.checked = base.enabled;
        fill(news);
        draw();
        nameInput.focus();
    }

    /// It is so now at the console; what is typed stays. Where `sent` was saved, what is typed since then is a change to that.
    function keep(reminder, { sent = null } = {}) {
        kept = reminder;
        if (sent) take(definitionOf(reminder), sent);
        draw();
    }

    function take(saved, sent) {
        const typed = read();
        base = saved;
        for (const kind of kinds) {
            const isUntouched = typed[kind] || sent[kind] ? isSameCondition(typed[kind], sent[kind]) : true;
            if (isUntouched) draft[kind] = saved[kind];
        }
        Object.assign(draft, { name: saved.name, colour: saved.colour, enabled: saved.enabled, made: saved.made });
        if (typed.name === sent.name) nameInput.value = saved.name;
        if (typed.colour === sent.colour) colour.set(saved.colour);
        if (typed.enabled === sent.enabled) enabled.checked = saved.enabled;
        fill(news);
    }

    async function submit() {
        const isNamed = nameField.complain(nameProblem(nameInput.value));
        if (!owner.check()) return undefined;
        if (!isNamed) return nameInput.focus();
        const definition = read();
        if (!kindsOf(definition).length) {
            conditions.complain(words.noCondition);
            return conditions.focus("time");
        }
        if (kept) return save(definition);
        // What is made is shown by a page of its own, which knows nothing of what would be typed here until then.
        form.inert = true;
        try {
            return await save(definition);
        } finally {
            form.inert = false;
            if (isVisible && document.activeElement === document.body) saving.focus();
        }
    }

    function complain(problem) {
        if (problem.status === 412) return conflict(words.changedElsewhere, false);
        if (problem.status === 404 && kept) return conflict(words.deletedElsewhere, true);
        const entries = Object.entries(problem.fields ?? {});
        const own = problem.fields?.["/name"];
        if (own) nameField.complain(own);
        const others = entries.filter(([pointer]) => pointer !== "/name").map(([, text]) => text);
        if (!own || others.length) conditions.complain(others.join(" ") || problem.message);
        return toast(strings.edit.notSaved(problem.message), { red: true });
    }

    function conflict(text, isGone) {
        const theirs = button(words.takeTheirs, { kind: "small", onclick: reload });
        const mine = button(words.keepMine, { kind: "small", onclick: () => busy(mine, () => save(read(), { over: true }), { complain }) });
        fill(news, conflictNotice(text, isGone ? h("a", { class: "button small", href: "/reminders" }, words.toAll) : [theirs, mine]));
    }

    return {
        element, draft, isReadOnly, hasChanges, keep, conflict,
        show() {
            isVisible = true;
            draw();
        },
        hide() {
            isVisible = false;
            document.documentElement.classList.remove("has-save-bar");
        },
        title: () => (kept ? words.title(kept.name) : words.newTitle),
        name: () => nameInput.value.trim(),
        owner: () => owner.read(),
        focus: (kind) => conditions.focus(kind),
        /// From now on nothing of it is to be saved.
        end() {
            isOver = true;
            document.documentElement.classList.remove("has-save-bar");
        },
    };
}
