// The items, each with what one wants to know at a glance.
import { h, icon, setText, showFor } from "../dom.js";
import { ago, moment } from "../format.js";
import { idOf, items } from "../items.js";
import { makeCards, pageSize } from "../list/cards.js";
import { makeFilters } from "../list/filters.js";
import { chosen } from "../list/order.js";
import { makeShown } from "../list/shown.js";
import { button, empty, notice } from "../parts.js";
import { mayHere } from "../rights.js";
import { kindOf } from "../status.js";
import { strings } from "../strings.js";
import { beside } from "./beside.js";

const filterFrom = 9;
/// With more items than this they are put in order so often at most, in milliseconds: their cards are current all the same.
const [arrangeAtOnce, arrangeEvery] = [200, 500];
const knownKey = "tagalong.open";

export function show({ session, setup }) {
    const cards = makeCards();
    const shown = makeShown();
    const filters = makeFilters(() => arrange());
    const title = session.role === "guest" ? strings.list.titleForGuest : strings.list.title;
    const summary = h("p", {});
    // Each in a place of its own: what somebody is about to press stays when the other comes or goes.
    const [staleNote, openNote] = [h("div", {}), h("div", {})];
    const matches = h("p", { class: "muted small matches", role: "status", hidden: true });
    const more = button(strings.list.more(pageSize), { onclick: () => showMore() });
    const end = h("div", { class: "list-end", hidden: true }, h("p", { class: "muted" }), more);
    const body = h("div", {});
    const frame = beside([matches, body, end], { setup, shown });
    const element = h("div", {},
        h("div", { class: "page-head" }, h("div", { class: "grow" }, h("h1", {}, title), summary), filters.bar), filters.panel, staleNote, openNote, frame.element);
    let isMeasured = false;
    /// What was offered once stays.
    let isFiltered = false;
    let arranging = null;
    /// All items in the order of last time, which is nearly right: to sort that again is quick.
    let sequence = [];

    function draw(ids) {
        if (!items.isFresh && !items.all.size && items.connection !== "broken") return showFor("skeleton", body, skeleton);
        const [stale, isOpen] = [staleWords(), isUnprotected(session)];
        showFor(stale, staleNote, () => [stale ? notice(stale, { kind: "amber", symbol: "alert" }) : null]);
        showFor(isOpen, openNote, () => [isOpen ? unprotectedNotice() : null]);
        cards.draw(ids);
        if (ids === null || items.all.size <= arrangeAtOnce) return arrange();
        arranging ??= setTimeout(arrange, arrangeEvery);
    }

    /// Takes the items that are wanted, in order, and shows them here and beside.
    function arrange() {
        clearTimeout(arranging);
        arranging = null;
        const all = everything();
        const marked = all.filter((item) => item.marked_lost).length;
        setText(summary, all.length ? [strings.list.summary(count(all)), marked ? strings.lost.count(marked) : ""].filter(Boolean).join(" ") : "");
        isFiltered ||= all.length >= filterFrom || filters.isActive;
        filters.offer(all, isFiltered);
        cards.nameOwners(all.some((item) => item.owner !== all[0].owner));
        const wanted = all.length ? chosen(all, filters.choice) : [];
        const limit = Math.max(pageSize, filters.choice.shown);
        const isFocusLost = cards.arrange(wanted, limit);
        showEnd(wanted.length, all.length);
        if (!all.length) showFor("nothing", body, () => nothing(session));
        else if (!wanted.length) showFor(`none ${filters.choice.q}`, body, noMatch);
        else showFor("list", body, () => cards.list);
        if (isFocusLost) (filters.bar.hidden ? element.querySelector("a, button") : filters.input)?.focus();
        shown.set(wanted);
        if (!isMeasured && all.length) performance.mark("cards");
        isMeasured ||= all.length > 0;
    }

    function everything() {
        const known = new Set(sequence);
        const all = [...sequence, ...[...items.all.keys()].filter((id) => !known.has(id))].map((id) => items.all.get(id)).filter(Boolean);
        const ordered = all.length > pageSize ? chosen(all, { q: "", sort: filters.choice.sort }) : all;
        sequence = ordered.map(idOf);
        return ordered;
    }

    function showEnd(count, total) {
        matches.hidden = count === total || !count;
        setText(matches, matches.hidden ? "" : strings.list.matches(count, total));
        const left = count - cards.size;
        end.hidden = left <= 0;
        setText(end.firstChild, strings.list.shownOf(cards.size, count));
        setText(more.firstChild, strings.list.more(Math.min(left, pageSize)));
    }

    function showMore() {
        const before = cards.size;
        filters.showMore(before + pageSize);
        cards.focus(before);
    }

    function noMatch() {
        const text = filters.choice.q.trim();
        return empty({ symbol: "search", title: text ? strings.list.noMatch(text) : strings.list.noMatchFilters,
            action: button(strings.list.clear, { onclick: () => {
                filters.reset();
                filters.input.focus();
            } }) });
    }

    let changed = new Set();
    let isWaiting = false;
    const stop = items.onChange((ids) => {
        if (ids === null) changed = null;
        else if (changed) for (const id of ids) changed.add(id);
        if (isWaiting) return;
        isWaiting = true;
        requestAnimationFrame(() => {
            isWaiting = false;
            const ids = changed;
            changed = new Set();
            draw(ids);
        });
    });
    const timer = setInterval(() => cards.tick(), 1000);

    draw(null);
    if (!items.isFresh) items.load().catch((problem) => showFor("problem", body, () => notice(problem.message, { kind: "red", symbol: "alert" })));
    return {
        title, element, shown,
        dispose() {
            stop();
            clearInterval(timer);
            clearTimeout(arranging);
            frame.dispose();
        },
    };
}

function count(all) {
    const counts = { total: all.length, warning: 0, critical: 0, unknown: 0 };
    for (const item of all) counts[kindOf(item)] += 1;
    return counts;
}

function staleWords() {
    if (items.connection === "deaf") return strings.deafNotice(items.since ? moment(items.since) : "");
    if (items.connection !== "broken" || !items.all.size) return "";
    const state = strings.offlineNotice(items.asOf ? ago(new Date(items.asOf).toISOString()) : "");
    return items.missing ? `${state} ${strings.offlinePart(items.all.size, items.all.size + items.missing)}` : state;
}

/// Said once: a passcode is a matter for those who want one.
function isUnprotected(session) {
    // Where the browser keeps nothing it would be said again and again.
    try { return session.known && !session.required && !localStorage.getItem(knownKey); } catch { return false; }
}

function unprotectedNotice() {
    const box = notice(strings.list.unprotected, { symbol: "key", action: h("a", { href: "/settings" }, strings.list.protect) });
    box.append(h("button", { type: "button", class: "close", "aria-label": strings.dismiss, onclick: () => {
        try { localStorage.setItem(knownKey, "yes"); } catch { /* Full: then it comes again. */ }
        box.remove();
    } }, icon("close")));
    return box;
}

function nothing(session) {
    if (items.connection === "broken" && !items.isFresh) return empty({ symbol: "alert", title: strings.offlineEmpty });
    if (!mayHere(session, "add")) return empty({ symbol: "tag", title: strings.list.empty, text: strings.list.emptyForGuest });
    return empty({ symbol: "tag", title: strings.list.empty, text: strings.list.emptyText,
        action: h("a", { class: "button primary", href: "/add" }, icon("plus"), strings.list.add) });
}

function skeleton() {
    return h("div", { class: "cards", "aria-busy": "true", "aria-label": strings.loading, role: "status" },
        [...Array(3)].map(() => h("div", { class: "skeleton" })));
}
