// The reminders, and in a second tab what was told of them.
import { api } from "../api.js";
import { h, icon, setText, show as fill, showFor } from "../dom.js";
import { items } from "../items.js";
import { readdress } from "../memory.js";
import { busy, confirm, empty, field, toast, trouble } from "../parts.js";
import { reminderHistory } from "../reminders/history.js";
import { reminderLine } from "../reminders/line.js";
import "../reminders/look.js";
import { addressOf, choiceOf, inChosenOrder, sorts } from "../reminders/order.js";
import { ownersFor } from "../reminders/owners.js";
import { notificationNotice } from "../reminders/standing.js";
import { followReminders, idOfReminder } from "../reminders/store.js";
import { words } from "../reminders/strings.js";
import { strings } from "../strings.js";

export function show({ session, go }) {
    let choice = choiceOf(location.search);
    const isHistory = choice.tab === "history";
    const tabs = [["", words.tabs.list], ["history", words.tabs.history]].map(([tab, text]) =>
        h("a", { href: addressOf({ tab }), "aria-current": tab === choice.tab ? "page" : null }, text));
    // Who may make none for anybody sees what others have.
    const mayAdd = ownersFor(session).length > 0 || !session.required;
    const add = h("a", { class: "button primary", href: "/reminders/new", hidden: !mayAdd, "aria-label": words.addNew }, icon("plus"), h("span", {}, words.addShort));
    const part = isHistory ? reminderHistory({ reminder: choice.reminder, session, clear: () => go("/reminders?tab=history") }) : reminderList({ session, choice, choose, mayAdd });
    const element = h("div", { class: "narrow wide stack" },
        h("div", { class: "stack people-head" }, h("div", { class: "page-head" }, h("h1", { class: "grow" }, words.listTitle), isHistory ? null : part.controls, add),
            h("nav", { class: "subpages", "aria-label": words.listTitle }, tabs)),
        isHistory ? null : notificationNotice(), part.element);

    function choose(some) {
        choice = { ...choice, ...some };
        readdress(addressOf(choice));
        return choice;
    }

    return { title: isHistory ? words.historyTitle : words.listTitle, element, dispose: () => part.dispose() };
}

function reminderList({ session, choice: first, choose, mayAdd }) {
    let choice = first;
    let all = new Map();
    const lines = new Map();
    const sort = h("select", { class: "input", onchange: () => take({ sort: sort.value === "name" ? "" : sort.value }) }, sorts.map((each) =>
        h("option", { value: each, selected: each === (choice.sort || "name") }, words.sorts[each])));
    const owner = h("select", { class: "input", onchange: () => take({ owner: owner.value }) });
    const ownerField = field(words.owner, owner, { id: "reminders-owner" });
    const controls = h("div", { class: "row", hidden: true }, field(words.sort, sort, { id: "reminders-sort" }).element, ownerField.element);
    const list = h("ul", { class: "reminders" });
    const body = h("div", {}, h("div", { class: "skeleton", "aria-busy": "true", role: "status", "aria-label": strings.loading }));
    const said = h("p", { class: "hidden-text", role: "status" });
    const element = h("div", { class: "stack" }, said, body);

    function take(some) {
        choice = choose(some);
        draw();
    }

    const following = followReminders({
        changed(next) {
            all = next;
            draw();
        },
        failed(problem) { showFor(`trouble ${problem.message}`, body, () => trouble(problem)); },
    });

    function draw() {
        const shown = inChosenOrder([...all.values()], choice);
        const owners = [...new Set([...all.values()].map((each) => each.owner))].sort((one, other) => one.localeCompare(other));
        offer(owners);
        controls.hidden = all.size < 2;
        for (const id of [...lines.keys()]) {
            if (shown.some((each) => idOfReminder(each) === id)) continue;
            lines.get(id).element.remove();
            lines.delete(id);
        }
        const namesOwner = owners.length > 1 || (session.account && owners.some((each) => each !== session.account));
        shown.forEach((reminder, index) => {
            const line = lineOf(reminder);
            line.draw(reminder, { namesOwner });
            // Only what is elsewhere is moved, as that takes the focus.
            if (list.children[index] !== line.element) list.insertBefore(line.element, list.children[index] ?? null);
        });
        if (shown.length) showFor("list", body, () => list);
        else showFor("none", body, () => empty({ symbol: "clock", title: words.none, text: words.noneText, action: mayAdd && h("a", { class: "button primary", href: "/reminders/new" }, icon("plus"), words.addNew) }));
        setText(said, words.count(shown.length));
    }

    function lineOf(reminder) {
        const id = idOfReminder(reminder);
        if (!lines.has(id)) lines.set(id, reminderLine(reminder, { changed: (told) => following.put(told), remove }));
        return lines.get(id);
    }

    function offer(owners) {
        ownerField.element.hidden = owners.length < 2 && !choice.owner;
        if (document.activeElement === owner) return;
        const known = choice.owner && !owners.includes(choice.owner) ? [...owners, choice.owner] : owners;
        showFor(known.join(" "), owner, () => [h("option", { value: "" }, words.anyOwner), known.map((each) => h("option", { value: each }, each))]);
        owner.value = choice.owner;
    }

    async function remove(reminder, control) {
        const id = idOfReminder(reminder);
        const at = [...list.children].findIndex((each) => each.dataset.reminder === id);
        if (!(await confirm({ title: words.deleteTitle(reminder.name), text: words.deleteText, action: words.delete }))) return control.focus();
        return busy(control, async () => {
            await api.deleteReminder(id);
            following.drop(id);
            toast(words.deleted(reminder.name));
            // The focus goes to what stands in its place.
            (list.children[Math.min(at, list.children.length - 1)]?.querySelector("h2 a") ?? document.querySelector("main a.button"))?.focus();
        });
    }

    // An item that is renamed is called so in the conditions.
    const stop = items.onChange((ids) => { if (ids === null && all.size) draw(); });
    return {
        element, controls,
        dispose() {
            stop();
            following.dispose();
        },
    };
}
