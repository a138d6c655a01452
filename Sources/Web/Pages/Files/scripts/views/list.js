// The items, each with what one wants to know at a glance.
import { command, isRinging, isUnderWay, pendingWords, setPower } from "../actions.js";
import { h, icon, setAttribute, setText, show as fill, showFor } from "../dom.js";
import { ago, moment } from "../format.js";
import { idOf, items } from "../items.js";
import { button, empty, notice, picture, setPicture } from "../parts.js";
import { badgeIcons, distanceOf, inOrder, kindOf, labelOf } from "../status.js";
import { strings } from "../strings.js";

const filterFrom = 9;
const knownKey = "tagalong.open";

export function show({ session }) {
    const cards = new Map();
    let isMeasured = false;
    const list = h("ul", { class: "cards" });
    const summary = h("p", {});
    const note = h("div", {});
    const body = h("div", {});
    const input = h("input", { class: "input", type: "search", placeholder: strings.list.filter, "aria-label": strings.list.filter, oninput: () => draw(null) });
    const filter = h("div", { class: "filter", hidden: true }, icon("search"), input);
    const element = h("div", {},
        h("div", { class: "page-head" }, h("div", { class: "grow" }, h("h1", {}, strings.list.title), summary), filter), note, body);

    function draw(ids) {
        const all = [...items.all.values()];
        if (!items.isFresh && !all.length && items.connection !== "broken") return fill(body, skeleton());
        setText(summary, all.length ? strings.list.summary(count(all)) : "");
        filter.hidden = all.length < filterFrom;
        const [stale, isOpen] = [staleWords(), isUnprotected(session)];
        showFor(`${stale} ${isOpen}`, note, () => [stale ? notice(stale, { kind: "amber", symbol: "alert" }) : null, isOpen ? unprotectedNotice() : null]);
        if (!all.length) return fill(body, nothing());
        if (list.parentNode !== body) fill(body, list);
        const several = new Set(all.map((item) => item.owner)).size > 1;
        for (const id of ids ?? items.all.keys()) {
            const item = items.all.get(id);
            if (!item) continue;
            if (!cards.has(id)) cards.set(id, card(id));
            cards.get(id).draw(item, several);
        }
        arrange(all);
        if (!isMeasured) performance.mark("cards");
        isMeasured = true;
    }

    /// Puts the cards in order, and moves only those that are elsewhere.
    function arrange(all) {
        const text = input.value.trim().toLocaleLowerCase();
        const wanted = inOrder(all.filter((item) => !text || `${item.item} ${item.owner}`.toLocaleLowerCase().includes(text)));
        const ids = new Set(wanted.map(idOf));
        for (const [id, each] of cards) {
            if (!ids.has(id)) each.element.remove();
            if (!items.all.has(id)) cards.delete(id);
        }
        let before = list.firstChild;
        for (const item of wanted) {
            const element = cards.get(idOf(item))?.element;
            if (!element) continue;
            if (element === before) before = before.nextSibling;
            else list.insertBefore(element, before);
        }
        if (!wanted.length && text) fill(body, empty({ symbol: "search", title: strings.list.noMatch(input.value.trim()) }));
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
            draw(changed);
            changed = new Set();
        });
    });
    const timer = setInterval(() => {
        for (const [id, each] of cards) if (items.all.has(id)) each.tick(items.all.get(id));
    }, 1000);

    draw(null);
    if (!items.isFresh) items.load().catch((problem) => fill(body, notice(problem.message, { kind: "red", symbol: "alert" })));
    return { title: strings.list.title, element, dispose() { stop(); clearInterval(timer); } };
}

function count(all) {
    const of = (kind) => all.filter((item) => kindOf(item) === kind).length;
    return { total: all.length, warning: of("warning"), critical: of("critical"), unknown: of("unknown") };
}

function staleWords() {
    if (items.connection !== "broken" || !items.all.size) return "";
    return strings.offlineNotice(items.asOf ? ago(new Date(items.asOf).toISOString()) : "");
}

/// Said once: a passcode is a matter for those who want one.
function isUnprotected(session) { return session.known && !session.required && !localStorage.getItem(knownKey); }

function unprotectedNotice() {
    const box = notice(strings.list.unprotected, { symbol: "key", action: h("a", { href: "/settings" }, strings.list.protect) });
    box.append(h("button", { type: "button", class: "close", "aria-label": strings.dismiss, onclick: () => {
        localStorage.setItem(knownKey, "yes");
        box.remove();
    } }, icon("close")));
    return box;
}

function nothing() {
    if (items.connection === "broken" && !items.isFresh) return empty({ symbol: "alert", title: strings.offlineEmpty });
    return empty({ symbol: "tag", title: strings.list.empty, text: strings.list.emptyText,
        action: h("a", { class: "button primary", href: "/add" }, icon("plus"), strings.list.add) });
}

function skeleton() {
    return h("div", { class: "cards", "aria-busy": "true", "aria-label": strings.loading, role: "status" },
        [...Array(3)].map(() => h("div", { class: "skeleton" })));
}

function card(id) {
    const image = h("div", { class: "picture" });
    const link = h("a", { href: `/items/${id}` });
    const owner = h("span", { class: "owner", hidden: true });
    const badge = h("span", { class: "badge" });
    const aboutText = h("span", { class: "about" });
    const rangeText = h("span", { class: "range" });
    const mode = h("span", {});
    const battery = h("span", {});
    const seen = h("span", {});
    const seenText = h("span", {});
    seen.append(icon("clock"), seenText);
    const more = h("span", { hidden: true });
    const powerText = h("span", {});
    const power = h("button", { type: "button", class: "switch", role: "switch", onclick: () => togglePower(items.all.get(id)) },
        h("span", { class: "track", "aria-hidden": "true" }), powerText);
    const ring = button(strings.actions.ring, { kind: "small", symbol: "sound", title: " ", onclick: () => command(items.all.get(id), isRinging(id) ? "stop-ring" : "ring") });
    const locate = button(strings.actions.locate, { kind: "small", symbol: "locate", title: " ", onclick: () => command(items.all.get(id), "locate") });
    const element = h("li", { class: "card", "data-id": id },
        h("div", { class: "card-top" }, image, h("div", { class: "card-name" }, h("h2", {}, link, owner), badge)),
        h("p", { class: "distance numbers" }, aboutText, rangeText),
        h("div", { class: "facts numbers" }, mode, battery, seen, more),
        h("div", { class: "card-actions" }, power, ring, locate));
    let last = "";

    function draw(item, several) {
        const kind = kindOf(item);
        setAttribute(element, "class", `card ${kind}`);
        element.dataset.level = kind;
        setPicture(image, item);
        setText(link, item.item);
        owner.hidden = !several;
        setText(owner, several ? ` ${strings.list.ownedBy(item.owner)}` : "");
        drawBadge(item, kind);
        const [words, doubt] = distanceOf(item);
        setText(aboutText, words);
        setText(rangeText, doubt);
        drawFacts(item);
        drawActions(item);
        tick(item);
    }

    function drawBadge(item, kind) {
        const label = labelOf(item);
        if (last === kind + label) return;
        last = kind + label;
        badge.className = `badge ${kind}`;
        fill(badge, icon(badgeIcons[kind]), h("span", {}, label));
    }

    function drawFacts(item) {
        const active = item.active_mode ?? null;
        if (mode.dataset.mode !== String(active)) {
            mode.dataset.mode = String(active);
            fill(mode, active ? [icon(active === "off" ? "power" : active), strings.mode[active]] : []);
        }
        mode.hidden = !active;
        const share = item.battery;
        if (battery.dataset.share !== String(share)) {
            battery.dataset.share = String(share);
            battery.className = share <= 15 ? "low" : "";
            battery.hidden = share === undefined;
            fill(battery, share === undefined ? [] : [icon("battery"), h("span", { class: "hidden-text" }, strings.batteryLabel(share)), h("span", { "aria-hidden": "true" }, strings.battery(share))]);
        }
    }

    function drawActions(item) {
        const wanted = item.power.desired ?? item.power.reported ?? "on";
        setAttribute(power, "aria-checked", wanted === "on" ? "true" : "false");
        setAttribute(power, "aria-busy", item.power.pending ? "true" : null);
        setAttribute(power, "aria-label", strings.actions.power(item.item));
        setText(powerText, pendingWords(item) || (wanted === "on" ? strings.actions.on : strings.actions.off));
        label(ring, isRinging(id) ? strings.actions.stopOf(item.item) : strings.actions.ringOf(item.item));
        label(locate, strings.actions.locateOf(item.item));
        setAttribute(ring, "aria-busy", isUnderWay(id, "ring") || isUnderWay(id, "stop-ring") ? "true" : null);
        setAttribute(ring, "aria-pressed", isRinging(id) ? "true" : null);
        setAttribute(locate, "aria-busy", isUnderWay(id, "locate") ? "true" : null);
        setText(more, item.reachable === false ? strings.list.unreachable : strings.list.waiting[item.waiting_for] ?? snooze(item));
        more.hidden = !more.textContent;
    }

    function tick(item) {
        const time = item.last_seen ?? item.position?.time;
        setText(seenText, time ? strings.lastSeen(ago(time)) : strings.neverSeen);
        if (time) setAttribute(seen, "title", moment(time, { seconds: true }));
    }

    return { element, draw, tick };
}

function snooze(item) {
    const until = item.snooze_until;
    return until && Date.parse(until) > Date.now() ? strings.list.snoozed(moment(until)) : "";
}

function label(control, text) {
    setAttribute(control, "aria-label", text);
    setAttribute(control, "title", text);
}

function togglePower(item) {
    return setPower(item, (item.power.desired ?? item.power.reported ?? "on") === "on" ? "off" : "on");
}
