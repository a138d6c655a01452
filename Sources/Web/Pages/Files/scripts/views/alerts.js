// All alerts, a page of them at a time.
import { alertList, keepOpen } from "../alertlist.js";
import { api, newestOnly } from "../api.js";
import { h, setText, show as fill } from "../dom.js";
import { dayOrToday } from "../format.js";
import { idOf, items } from "../items.js";
import { readdress } from "../memory.js";
import { button, busy, empty, field, trouble } from "../parts.js";
import { may } from "../rights.js";
import { strings } from "../strings.js";

const pageSize = 100;
const words = strings.alerts;

export function show() {
    const body = h("div", {}, h("div", { class: "skeleton", "aria-busy": "true", role: "status", "aria-label": strings.loading }));
    const said = h("p", { class: "muted", role: "status" });
    const older = button(words.older, { onclick: () => busy(older, loadOlder) });
    const end = h("div", { class: "list-end", hidden: true }, said, older);
    const choice = h("select", { class: "input", onchange: () => choose() });
    const filter = field(words.item, choice, { id: "alerts-item" });
    const element = h("div", { class: "narrow" },
        h("div", { class: "page-head" }, h("div", { class: "grow" }, h("h1", {}, words.title), h("p", {}, words.text)), filter.element), body, end);
    const newest = newestOnly();
    let item = new URLSearchParams(location.search).get("item") ?? "";
    let alerts = [];
    let next = null;
    let again = null;
    /// What the choice calls each item; null before it has any.
    let names = null;

    function query(more = {}) {
        const [owner, tracker] = item.split("/");
        return { limit: pageSize, ...(tracker ? { owner, tracker } : {}), ...more };
    }

    /// Takes the newest, and keeps what was loaded beyond them where it goes on from there.
    async function load() {
        try {
            const page = await newest(api.alertPage(query()));
            if (!page) return;
            const isSame = new Set(page.alerts.map((each) => each.id));
            const rest = alerts.filter((each) => !isSame.has(each.id));
            const goesOn = alerts.length > 0 && rest.length < alerts.length;
            if (!goesOn) next = page.next ?? null;
            alerts = goesOn ? [...page.alerts, ...rest] : page.alerts;
            if (alerts.length) return draw();
            end.hidden = true;
            fill(body, h("div", { class: "panel" }, await none()));
        } catch (problem) {
            fill(body, trouble(problem));
        }
    }

    async function none() {
        if (!items.isFresh) await items.load().catch(() => {});
        const isShared = !items.all.size || [...items.all.values()].some((item) => may(item, "history"));
        return empty({ symbol: "bell", title: isShared ? strings.alerts.empty : strings.alerts.notShared, text: isShared ? strings.alerts.emptyText : strings.alerts.notSharedText });
    }

    async function loadOlder() {
        const of = item;
        const page = await api.alertPage(query({ cursor: next }));
        if (of !== item) return;
        const known = new Set(alerts.map((each) => each.id));
        const first = page.alerts.find((each) => !known.has(each.id));
        alerts = [...alerts, ...page.alerts.filter((each) => !known.has(each.id))];
        next = page.next ?? null;
        draw();
        // Where one goes on to read.
        const lines = [...body.querySelectorAll("details")];
        lines.find((each) => each.dataset.alert === first?.id)?.closest("li").querySelector("a")?.focus();
    }

    function draw() {
        end.hidden = !alerts.length;
        const days = Map.groupBy ? Map.groupBy(alerts, (alert) => dayOrToday(alert.time)) : grouped(alerts);
        keepOpen(body, () => fill(body, h("div", { class: "stack" }, [...days].map(([name, list]) =>
            h("section", { class: "panel" }, h("h2", {}, name), alertList(list))))));
        older.hidden = !next;
        setText(said, next ? words.someShown(alerts.length) : words.allShown(alerts.length));
    }

    function choose() {
        item = choice.value;
        readdress(item ? `/alerts?item=${encodeURIComponent(item)}` : "/alerts");
        [alerts, next] = [[], null];
        load();
    }

    function offer() {
        const all = [...items.all.values()].sort((one, other) => one.item.localeCompare(other.item));
        filter.element.hidden = all.length < 2 && !item;
        const isSame = names?.size === all.length && all.every(isNamed);
        if (document.activeElement === choice || isSame) return;
        names = new Map(all.map((each) => [idOf(each), each.item]));
        fill(choice, h("option", { value: "" }, words.allItems), all.map((each) => h("option", { value: idOf(each) }, each.item)));
        if (item && !items.all.has(item)) choice.append(h("option", { value: item }, item));
        choice.value = item;
    }

    function isNamed(each) { return names?.get(idOf(each)) === each.item; }

    // Of many at once the list is asked for once.
    const stops = [items.onAlert(() => {
        again ??= setTimeout(() => {
            again = null;
            load();
        }, 300);
    }), items.onChange((ids) => { if (ids === null || [...ids].some((id) => items.all.has(id) && !isNamed(items.all.get(id)))) offer(); })];
    offer();
    load();
    return { title: words.title, element, dispose() {
        clearTimeout(again);
        for (const stop of stops) stop();
    } };
}

function grouped(alerts) {
    const days = new Map();
    for (const alert of alerts) days.set(dayOrToday(alert.time), [...(days.get(dayOrToday(alert.time)) ?? []), alert]);
    return days;
}
