// What is known of the reminders while a page shows them, kept up to date by the console's events.
import { api } from "../api.js";
import { items } from "../items.js";

/// The kinds of conditions, in the order in which they are told, and the colours.
export const kinds = ["time", "weather", "availability", "place", "thing"];
export const colours = ["red", "orange", "green", "blue", "violet"];
/// Of many events at once the list is asked for once, and drawn once, after so many milliseconds.
const [pause, drawPause] = [300, 50];

export const idOfReminder = ({ owner, id }) => `${owner}/${id}`;

/// Which of the kinds a reminder has conditions of.
export function kindsOf(reminder) { return kinds.filter((kind) => reminder[kind]); }

/// Whether one may do that with a reminder, in the words of its `may`.
export function mayWith(reminder, word) { return reminder?.may?.includes(word) ?? true; }

/// Follows all that one may see: calls `changed` with each news, `failed` with why there is none, and `told` with what was told of
/// one or done with it.
export function followReminders({ changed, failed, told = () => {} }) {
    let all = new Map();
    let again = null;
    let telling = null;
    let isOver = false;
    let turn = 0;
    /// What came while the list is asked for, which may be older; null while it is not.
    let late = null;

    /// Changes what is known, also when a list comes that does not have it yet.
    function change(how) {
        how(all);
        late?.push(how);
    }

    async function load() {
        const mine = ++turn;
        late = [];
        try {
            const list = await everyPage();
            if (isOver || mine !== turn) return;
            all = new Map(list.map((each) => [idOfReminder(each), each]));
            for (const how of late) how(all);
            late = null;
            changed(all);
        } catch (problem) {
            if (isOver || mine !== turn) return;
            late = null;
            failed(problem);
        }
    }

    function loadSoon() {
        again ??= setTimeout(() => {
            again = null;
            load();
        }, pause);
    }

    /// A stream that begins tells how it stands with each of hundreds: that is drawn once.
    function tellSoon() {
        telling ??= setTimeout(() => {
            telling = null;
            changed(all);
        }, drawPause);
    }

    const stop = items.onEvent((kind, id, document) => {
        if (kind === "reminder-state" && document && all.has(id)) {
            change((known) => { if (known.has(id)) known.set(id, { ...known.get(id), state: document }); });
            tellSoon();
        } else if (["reminder", "reminder-state", "reset"].includes(kind)) {
            loadSoon();
        } else if (kind === "reminder-event") {
            told(document);
        }
    });
    load();
    return {
        load,
        /// Takes in what the console has answered to a change.
        put(reminder) {
            change((known) => known.set(idOfReminder(reminder), reminder));
            changed(all);
        },
        drop(id) {
            change((known) => known.delete(id));
            changed(all);
        },
        dispose() {
            isOver = true;
            clearTimeout(again);
            clearTimeout(telling);
            stop();
        },
    };
}

async function everyPage() {
    const list = [];
    let cursor;
    do {
        const page = await api.reminders({ limit: 1000, cursor });
        list.push(...page.reminders);
        cursor = page.next;
    } while (cursor);
    return list;
}

/// What a reminder is, without how it stands: as a body has it, in one order, so that two of them can be compared.
export function definitionOf({ name, colour, enabled, made, ...rest }) {
    const conditions = kinds.filter((kind) => rest[kind]).map((kind) => [kind, rest[kind]]);
    return { name, colour, enabled, ...(made ? { made } : {}), ...Object.fromEntries(conditions) };
}

/// Whether two reminders are the same but for how they stand and when they were made.
export function isSameDefinition(one, other) {
    return sorted({ ...definitionOf(one), made: undefined }) === sorted({ ...definitionOf(other), made: undefined });
}

/// Whether two conditions of a kind are the same.
export function isSameCondition(one, other) { return Boolean(one && other) && sorted(one) === sorted(other); }

/// Members in the order of their names: they come in another one from a form than from the console.
function sorted(value) {
    return JSON.stringify(value, (_, each) => (each && typeof each === "object" && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1))) : each));
}
