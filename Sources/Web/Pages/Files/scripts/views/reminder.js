// A reminder: what it is called, its conditions, each on a small page of its own, and how it stands with it.
import { api } from "../api.js";
import { h, icon, show as fill } from "../dom.js";
import { items } from "../items.js";
import { cameFrom, enter, readdress } from "../memory.js";
import { button, busy, confirm, empty, field, toast, trouble } from "../parts.js";
import { conditionPage } from "../reminders/conditionpage.js";
import { conditionList, conflictNotice } from "../reminders/conditions.js";
import { surroundingsOf } from "../reminders/context.js";
import "../reminders/look.js";
import { ownersFor } from "../reminders/owners.js";
import { notificationNotice, standingPanel } from "../reminders/standing.js";
import { colours, definitionOf, isSameCondition, isSameDefinition, kinds, kindsOf, mayWith } from "../reminders/store.js";
import { words } from "../reminders/strings.js";
import { strings } from "../strings.js";
import { nameProblem } from "../validate.js";

/// Milliseconds after which what is found is asked for again: distances change without a word.
const [pause, soon] = [60_000, 300];

export function show({ parameters: [owner, name], setup, session, go, retitle }) {
    const id = owner ? `${owner}/${name}` : null;
    const body = h("div", {}, h("p", { class: "muted" }, strings.loading));
    const element = h("div", { class: "narrow wide" }, body);
    /// As the console has it, with its tag; null for a new one.
    let kept = null;
    let tag = null;
    let main = null;
    let page = null;
    let findings = [];
    let isShown = true;
    let isSaving = false;
    let timer = null;
    const context = surroundingsOf({ owner: owner ?? "", session, setup, touch: () => {}, changed: () => page?.renew() });

    // The parts of the page

    function showMain(focusOn) {
        page?.dispose();
        page = null;
        fill(body, main.element);
        main.show();
        retitle(main.title());
        if (focusOn) main.focus(focusOn);
    }

    /// The page of a kind: what it has so far, or a new condition.
    function showPage(kind) {
        page?.dispose();
        main.hide();
        context.ask(main.owner());
        page = conditionPage({ kind, condition: main.draft[kind], name: main.name(), context, close,
            finding: isSameCondition(kept?.[kind], main.draft[kind]) ? findings.find((each) => each.kind === kind) ?? null : null,
            done: (condition) => {
                main.draft[kind] = condition;
                close();
            } });
        fill(body, page.element);
        retitle(page.title);
        scrollTo(0, 0);
        document.getElementById("main").focus({ preventScroll: true });
    }

    function open(kind) {
        enter(`${location.pathname}#${kind}`);
        showPage(kind);
    }

    /// Back to the reminder, by the history where one came from there.
    function close() {
        if (cameFrom(location.pathname)) return history.back();
        readdress(location.pathname);
        return showMain(page?.kind);
    }

    /// What the address says is to be shown.
    function follow() {
        const kind = location.hash.slice(1);
        const before = page?.kind;
        if (kinds.includes(kind) && main && !main.isReadOnly) showPage(kind);
        else if (main) showMain(before);
    }

    // What the console has

    async function load() {
        const told = await api.reminder(id);
        if (!isShown) return;
        take(told);
        begin();
        await explain();
    }

    function take({ tag: next, ...reminder }) {
        [kept, tag] = [reminder, next];
        findings = reminder.state?.why ?? findings;
    }

    /// Shows it as the console has it.
    function begin() {
        main?.hide();
        main = reminderForm({ kept, context, session, findings: () => findings, open, save, remove, reload: () => load().catch(fail), changed: (reminder) => {
            kept = { ...kept, ...reminder };
            explain();
        } });
        follow();
    }

    /// What is found at this moment; without it what was found last is shown.
    async function explain() {
        if (!id || !kept) return;
        try {
            const { owner: whose, id: called, why = [], ...state } = await api.explainReminder(id);
            if (!isShown) return;
            findings = why;
            kept = { ...kept, state: { ...state, why } };
            main.keep(kept);
        } catch { /* It is shown as it was. */ }
    }

    function explainSoon() {
        timer ??= setTimeout(() => {
            timer = null;
            explain();
        }, soon);
    }

    async function save(definition, { over = false } = {}) {
        isSaving = true;
        try {
            if (!kept) {
                const made = await api.addReminder(main.owner(), definition);
                main.end();
                toast(words.made(made.name));
                return await go(`/reminders/${made.owner}/${made.id}`, { replace: true });
            }
            if (over) tag = (await api.reminder(id)).tag;
            take(await api.putReminder(id, definition, tag));
            toast(words.saved);
            main.keep(kept, { isSaved: true });
            return await explain();
        } finally {
            isSaving = false;
        }
    }

    async function remove() {
        if (!(await confirm({ title: words.deleteTitle(kept.name), text: words.deleteText, action: words.delete }))) return;
        await api.deleteReminder(id);
        main.end();
        toast(words.deleted(kept.name));
        await go("/reminders", { replace: true });
    }

    function fail(problem) {
        if (!isShown) return;
        main?.end();
        main = null;
        if (problem.status !== 404) return fill(body, trouble(problem));
        retitle(words.noSuch);
        fill(body, empty({ heading: "h1", symbol: "search", title: words.noSuch, text: words.noSuchText, action: h("a", { class: "button", href: "/reminders" }, words.toAll) }));
    }

    /// Somebody else, or another page, has changed it: what is typed here stays until somebody says otherwise.
    function hearOf(document) {
        if (isSaving || !kept || !main) return;
        if (document && isSameDefinition(document, kept)) return;
        if (!document) return main.hasChanges() || page ? main.conflict(words.deletedElsewhere, true) : fail({ status: 404 });
        if (main.hasChanges() || page) return main.conflict(words.changedElsewhere, false);
        load().catch(fail);
    }

    const stop = items.onEvent((kind, of, document) => {
        if (!id) return;
        if (kind === "reset" && main && !main.hasChanges() && !page) load().catch(fail);
        if (of !== id) return;
        if (kind === "reminder") hearOf(document);
        if (kind === "reminder-state" || kind === "reminder-event") explainSoon();
    });
    const repeating = setInterval(() => { if (!document.hidden && !page) explain(); }, pause);
    // Whose a new one can be is known by whose the items are.
    if (id) load().catch(fail);
    else if (items.isFresh) begin();
    else items.load().catch(() => {}).then(() => { if (isShown) begin(); });

    const loses = () => Boolean(page?.hasChanges());
    return {
        title: id ? words.title(name) : words.newTitle, element,
        leaveWords: words.leave,
        hasChanges: () => loses() || Boolean(main?.hasChanges()),
        turn: { loses, words: words.leaveCondition, giveUp: () => page?.giveUp(), show: follow },
        dispose() {
            isShown = false;
            stop();
            clearInterval(repeating);
            clearTimeout(timer);
            page?.dispose();
            main?.end();
        },
    };
}

/// The form of a reminder: all but the conditions' own pages.
function reminderForm({ kept, context, session, findings, open, save, remove, reload, changed }) {
    const isReadOnly = Boolean(kept) && !mayWith(kept, "change");
    const start = kept ? definitionOf(kept) : { name: "", colour: "blue", enabled: true };
    let base = start;
    let isOver = false;
    /// Whether it is shown, and not the page of one of its conditions.
    let isVisible = false;
    const draft = { ...start };
    const title = h("h1", { dir: "auto" });
    const nameField = field(words.name, h("input", { class: "input", dir: "auto", autocomplete: "off", value: start.name, placeholder: words.namePlaceholder, required: true, disabled: isReadOnly, oninput: () => draw() }), { hint: strings.edit.nameHint, id: "reminder-name" });
    const colour = colourChoice(start.colour, isReadOnly, () => draw());
    const enabled = h("input", { type: "checkbox", id: "reminder-on", checked: start.enabled, disabled: isReadOnly, onchange: () => draw() });
    const owner = ownerChoice(kept, session, context);
    const standing = kept ? standingPanel((reminder) => {
        changed(reminder);
        keep({ ...kept, ...reminder });
    }) : null;
    const news = h("div", { role: "alert" });
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
        h("div", { class: "check" }, enabled, h("label", { for: "reminder-on" }, words.on)), h("p", { class: "muted small" }, words.onHint)), conditions.element, bar);
    const element = h("div", { class: "stack" },
        h("div", {}, h("a", { class: "back", href: "/reminders" }, icon("back"), words.listTitle), title), news,
        isReadOnly ? h("p", { class: "muted" }, words.readOnly(kept.owner)) : null, notificationNotice(), standing?.element, form,
        deleting ? h("div", { class: "buttons" }, deleting) : null);

    function read() {
        return definitionOf({ ...draft, name: nameField.input.value.trim(), colour: colour.read(), enabled: enabled.checked });
    }

    function hasChanges() { return !isOver && !isReadOnly && !isSameDefinition(read(), base); }

    function draw() {
        title.textContent = nameField.input.value.trim() || words.newTitle;
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
        nameField.input.value = base.name;
        nameField.complain("");
        colour.set(base.colour);
        enabled.checked = base.enabled;
        fill(news);
        draw();
        nameField.input.focus();
    }

    /// It is so now at the console; what is typed stays.
    function keep(reminder, { isSaved = false } = {}) {
        kept = reminder;
        if (isSaved) {
            base = definitionOf(reminder);
            Object.assign(draft, base);
            nameField.input.value = base.name;
            fill(news);
        }
        draw();
    }

    async function submit() {
        const isNamed = nameField.complain(nameProblem(nameField.input.value));
        if (!owner.check()) return undefined;
        if (!isNamed) return nameField.input.focus();
        const definition = read();
        if (!kindsOf(definition).length) {
            conditions.complain(words.noCondition);
            return conditions.focus("time");
        }
        return save(definition);
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
        name: () => nameField.input.value.trim(),
        owner: () => owner.read(),
        focus: (kind) => conditions.focus(kind),
        /// From now on nothing of it is to be saved.
        end() {
            isOver = true;
            document.documentElement.classList.remove("has-save-bar");
        },
    };
}

/// One of the colours, each with its name.
function colourChoice(chosen, isReadOnly, onchange) {
    const radios = colours.map((each) => h("input", { type: "radio", name: "colour", value: each, checked: each === chosen, disabled: isReadOnly, onchange }));
    return {
        element: h("fieldset", { class: "colours" }, h("legend", { class: "label" }, words.colour),
            h("div", { class: "colour-row" }, radios.map((radio) => h("label", {}, radio, h("span", { class: `swatch ${radio.value}`, "aria-hidden": "true" }), h("span", {}, words.colours[radio.value]))))),
        read: () => radios.find((radio) => radio.checked)?.value ?? "blue",
        set(next) { for (const radio of radios) radio.checked = radio.value === next; },
    };
}

/// Whose a new one is, where that is to be chosen; one that is there stays its owner's.
function ownerChoice(kept, session, context) {
    if (kept) return { element: null, read: () => kept.owner, check: () => true };
    const all = ownersFor(session);
    const input = all.length ? h("select", { class: "input", onchange: () => { context.owner = input.value; } }, all.map((each) => h("option", { value: each }, each)))
        : h("input", { class: "input", dir: "ltr", autocomplete: "off", maxlength: 64 });
    const part = field(words.owner, input, { hint: words.ownerHint, id: "reminder-owner" });
    part.element.hidden = all.length === 1;
    return {
        element: part.element,
        read: () => input.value.trim(),
        check() {
            const isRight = part.complain(/^[A-Za-z0-9_-]{1,64}$/.test(input.value.trim()) ? "" : words.ownerWrong);
            if (!isRight) input.focus();
            return isRight;
        },
    };
}
