// One item as a card of the list.
import { command, drawCommands, isRinging, makeWait, pendingWords, ringVerb, setPower } from "../actions.js";
import { h, icon, setAttribute, setText, show as fill } from "../dom.js";
import { ago, moment } from "../format.js";
import { items } from "../items.js";
import { lostLine } from "../lost.js";
import { button, setPicture } from "../parts.js";
import { isControllable, may } from "../rights.js";
import { badgeIcons, distanceOf, isMuted, kindOf, labelOf } from "../status.js";
import { strings } from "../strings.js";
import { alarmRow } from "./alarm.js";

export function card(id) {
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
    const ring = button(strings.actions.ring, { kind: "small", symbol: "sound", title: " ", onclick: () => command(items.all.get(id), ringVerb(items.all.get(id))) });
    const locate = button(strings.actions.locate, { kind: "small", symbol: "locate", title: " ", onclick: () => command(items.all.get(id), "locate") });
    const [ringWait, locateWait] = [makeWait(), makeWait()];
    const actions = h("div", { class: "card-actions" }, power, ring, ringWait, locate, locateWait);
    const alarm = alarmRow();
    const lost = lostLine();
    let rang = false;
    const element = h("li", { class: "card", "data-id": id },
        h("div", { class: "card-top" }, image, h("div", { class: "card-name" }, h("h2", { dir: "auto" }, link, owner), badge)),
        h("p", { class: "distance numbers" }, aboutText, rangeText),
        lost.element, h("div", { class: "facts numbers" }, mode, battery, seen, more),
        alarm.element, actions);
    let last = "";

    function draw(item, several) {
        const kind = kindOf(item);
        setAttribute(element, "class", `card ${kind}`);
        element.dataset.level = kind;
        setPicture(image, item);
        setText(link, item.item);
        owner.hidden = !several;
        setText(owner, several ? ` ${strings.list.ownedBy(item.owner)}` : "");
        const [words, doubt] = distanceOf(item);
        setText(aboutText, words);
        setText(rangeText, doubt);
        drawFacts(item);
        drawActions(item);
        alarm.draw(item);
        lost.draw(item);
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
        power.hidden = !may(item, "change") || !isControllable(item);
        ring.hidden = locate.hidden = !may(item, "command") || !isControllable(item);
        actions.hidden = power.hidden && ring.hidden;
        const wanted = item.power.desired ?? item.power.reported ?? "on";
        setAttribute(power, "aria-checked", wanted === "on" ? "true" : "false");
        setAttribute(power, "aria-busy", item.power.pending ? "true" : null);
        setAttribute(power, "aria-label", strings.actions.power(item.item));
        setText(powerText, pendingWords(item) || (wanted === "on" ? strings.actions.on : strings.actions.off));
        drawCommands(item, { ring, ringWait, locate, locateWait });
        rang = isRinging(item);
        setText(more, item.reachable === false ? strings.list.unreachable : strings.list.waiting[item.waiting_for] ?? snooze(item));
        more.hidden = !more.textContent;
    }

    function tick(item) {
        drawBadge(item, kindOf(item));
        const time = item.last_seen ?? item.position?.time;
        setText(seenText, time ? strings.lastSeen(ago(time)) : strings.neverSeen);
        if (time) setAttribute(seen, "title", moment(time, { seconds: true }));
        // It stops by itself.
        if (rang !== isRinging(item)) drawActions(item);
    }

    return { element, draw, tick };
}

function snooze(item) {
    return isMuted(item) ? strings.list.snoozed(moment(item.snooze_until)) : "";
}

function togglePower(item) {
    return setPower(item, (item.power.desired ?? item.power.reported ?? "on") === "on" ? "off" : "on");
}
