// A reminder: what it is called, its conditions, each on a small page of its own, and how it stands with it.
import { api } from "../api.js";
import { h, show as fill } from "../dom.js";
import { items } from "../items.js";
import { cameFrom, enter, readdress } from "../memory.js";
import { confirm, empty, toast, trouble } from "../parts.js";
import { conditionPage } from "../reminders/conditionpage.js";
import { surroundingsOf } from "../reminders/context.js";
import { reminderForm } from "../reminders/form.js";
import "../reminders/look.js";
import { isSameCondition, isSameDefinition, kinds } from "../reminders/store.js";
import { words } from "../reminders/strings.js";
import { strings } from "../strings.js";

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
    /// While it is saved or deleted here, what the console tells of that is no news.
    let isSaving = false;
    /// How often the console was asked what it has, and which time of those it is shown by.
    let [asked, taken] = [0, 0];
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

    /// Whether something is typed that would be lost; where it is to go, only what is typed on a condition's page by now.
    const isTyped = (replaces) => Boolean(replaces ? page?.hasChanges() : page || main?.hasChanges());

    /// Takes over what the console has. What is typed until it answers stays, but for what somebody has said is to go.
    async function load({ replaces = false } = {}) {
        const time = ++asked;
        const told = await api.reminder(id);
        // What was saved meanwhile, or asked for later, is newer.
        if (!isShown || isSaving || time < taken) return undefined;
        const isKnown = kept && isSameDefinition(told, kept);
        if (main && !isKnown && isTyped(replaces)) return main.conflict(words.changedElsewhere, false);
        const stays = main && isKnown && !replaces && (isTyped(false) || String(told.may) === String(kept.may));
        take(told, time);
        if (stays) main.keep(kept); else begin();
        return explain();
    }

    function take({ tag: next, ...reminder }, time = ++asked) {
        taken = time;
        [kept, tag] = [reminder, next];
        findings = reminder.state?.why ?? findings;
    }

    /// Shows it as the console has it.
    function begin() {
        main?.hide();
        main = reminderForm({ kept, context, session, findings: () => findings, open, save, remove, reload: () => load({ replaces: true }).catch(fail), changed: (reminder) => {
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
            main.keep(kept, { sent: definition });
            return await explain();
        } finally {
            isSaving = false;
        }
    }

    async function remove() {
        if (!(await confirm({ title: words.deleteTitle(kept.name), text: words.deleteText, action: words.delete }))) return;
        isSaving = true;
        try {
            await api.deleteReminder(id);
            main.end();
            toast(words.deleted(kept.name));
            await go("/reminders", { replace: true });
        } finally {
            isSaving = false;
        }
    }

    function fail(problem) {
        if (!isShown) return undefined;
        // What is typed is not lost for a console that does not answer.
        if (main && isTyped(false)) return problem.status === 404 ? main.conflict(words.deletedElsewhere, true) : toast(problem.message, { red: true });
        main?.end();
        main = null;
        if (problem.status !== 404) return fill(body, trouble(problem));
        retitle(words.noSuch);
        return fill(body, empty({ heading: "h1", symbol: "search", title: words.noSuch, text: words.noSuchText, action: h("a", { class: "button", href: "/reminders" }, words.toAll) }));
    }

    /// Somebody else, or another page, has changed it: what is typed here stays until somebody says otherwise.
    function hearOf(document) {
        if (isSaving || !kept || !main) return undefined;
        if (document && isSameDefinition(document, kept)) return undefined;
        if (!document) return isTyped(false) ? main.conflict(words.deletedElsewhere, true) : fail({ status: 404 });
        if (isTyped(false)) return main.conflict(words.changedElsewhere, false);
        return load().catch(fail);
    }

    const stop = items.onEvent((kind, of, document) => {
        if (!id) return;
        if (kind === "reset" && main && !isTyped(false)) load().catch(fail);
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
