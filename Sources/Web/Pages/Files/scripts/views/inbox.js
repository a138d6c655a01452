// What others have done that concerns one.
import { api } from "../api.js";
import { h, icon, show as fill } from "../dom.js";
import { finderBody } from "../finder.js";
import { ago, moment } from "../format.js";
import { inbox } from "../inbox.js";
import { items } from "../items.js";
import { button, busy, empty, toast, trouble } from "../parts.js";
import { peopleHead } from "../people/parts.js";
import { strings } from "../strings.js";

const words = strings.inbox;
const marks = { request: "person", acceptance: "check", invitation: "bell", removal: "close", finder: "search", share: "link" };

export function show() {
    const markAll = button(words.markAll, { symbol: "check", hidden: true, onclick: () => busy(markAll, async () => {
        const newest = Number(list.querySelector("[data-notice]")?.dataset.notice);
        if (!newest) return;
        await api.readInbox(newest);
        await draw();
    }) });
    const head = peopleHead(words.title, "inbox", markAll);
    const list = h("ul", { class: "places devices notices", "aria-label": words.title });
    const none = h("div", {});
    const older = button(words.older, { hidden: true, onclick: () => busy(older, async () => add(await api.inbox({ before: next }))) });
    const kinds = h("div", {});
    const element = h("div", { class: "narrow stack" }, head.element, none, list, h("div", { class: "buttons" }, older), kinds);
    let next = null;
    let isShown = true;

    function add(page) {
        if (!isShown) return;
        list.append(...page.notices.map(line));
        next = page.next ?? null;
        older.hidden = next === null;
        markAll.hidden = !page.unread;
    }

    /// Puts in what has come since: of several at once the newest alone is told.
    async function addNews() {
        const page = await api.inbox();
        if (!isShown) return;
        const known = new Set([...list.querySelectorAll("[data-notice]")].map((each) => Number(each.dataset.notice)));
        const top = Math.max(0, ...known);
        const fresh = page.notices.filter((each) => each.id > top);
        // More than a page has come, or what stood there is gone.
        if (fresh.length === page.notices.length && known.size) return draw();
        fill(none);
        list.prepend(...fresh.map(line));
        markAll.hidden = !page.unread;
        return undefined;
    }

    async function draw() {
        try {
            const page = await inbox.load();
            if (!isShown) return;
            fill(list);
            add(page);
            fill(none, page.notices.length ? [] : empty({ symbol: "bell", title: words.none, text: words.noneText }));
        } catch (problem) {
            if (isShown) fill(none, trouble(problem));
        }
    }

    // News stands at the top as it comes; nothing that somebody reads moves away otherwise.
    const stop = inbox.watch((told) => { if (told) addNews().catch(() => {}); });
    draw();
    silencing().then((form) => { if (isShown) fill(kinds, form); }).catch(() => {});
    return {
        title: words.title, element,
        dispose() {
            isShown = false;
            head.stop();
            stop();
        },
    };
}

function line(notice) {
    const to = wayTo(notice);
    const text = notice.finder ? strings.found.notice(items.all.get(`${notice.owner}/${notice.tracker}`)?.item ?? notice.tracker) : (words.kinds[notice.kind] ?? words.unknown)(notice.name ?? notice.account ?? words.somebody, notice.group_name ?? notice.text ?? "", notice);
    return h("li", { "data-notice": notice.id, class: notice.read ? "" : "unread" }, icon(marks[notice.kind] ?? "info"), h("div", {},
        to ? h("a", { href: to, dir: "auto" }, text) : h("span", { dir: "auto" }, text),
        notice.finder ? finderBody(notice.finder) : null,
        h("p", { class: "muted small" }, notice.read ? "" : h("span", { class: "badge" }, words.fresh), " ", h("time", { datetime: notice.time, title: moment(notice.time) }, ago(notice.time)))));
}

/// Where one goes on from a notice.
function wayTo({ kind, account, group, owner, tracker }) {
    if (owner && tracker) return `/items/${encodeURIComponent(owner)}/${encodeURIComponent(tracker)}`;
    if (group) return `/groups/${encodeURIComponent(group)}`;
    if (account && kind !== "removal") return `/people/${encodeURIComponent(account)}`;
    return null;
}

/// Which kinds do not come.
async function silencing() {
    const { silenced, kinds } = await api.silenced();
    const boxes = kinds.map((kind) => h("input", { type: "checkbox", id: `kind-${kind}`, value: kind, checked: !silenced.includes(kind) }));
    const save = button(strings.save, { kind: "primary", type: "submit" });
    return h("details", { class: "panel", "data-form": "silenced" }, h("summary", {}, icon("next"), words.which),
        h("form", { class: "stack guide", novalidate: true, onsubmit: (event) => {
            event.preventDefault();
            busy(save, async () => {
                await api.setSilenced(boxes.filter((box) => !box.checked).map((box) => box.value));
                toast(words.saved);
            });
        } }, h("p", { class: "muted small" }, words.whichText), boxes.map((box) => h("div", { class: "check" }, box, h("label", { for: box.id }, words.kindNames[box.value] ?? box.value))), h("div", { class: "buttons" }, save)));
}
