// A list of alerts, each with why it was raised.
import { h, icon } from "./dom.js";
import { sentences } from "./evidence.js";
import { clock, metres, moment, percent } from "./format.js";
import { strings } from "./strings.js";

/// Alerts, newest first; short where the item, and not the day, is known from around it.
export function alertList(alerts, { short = false } = {}) {
    return h("ul", { class: "alerts" }, alerts.map((alert) => line(alert, short)));
}

/// Draws alerts anew, and leaves open what somebody reads.
export function keepOpen(element, draw) {
    const open = new Set([...element.querySelectorAll("details[open]")].map((each) => each.dataset.alert));
    draw();
    for (const each of element.querySelectorAll("details")) each.open = open.has(each.dataset.alert);
}

/// Which of the sentences tells of an alert: one may go from none to critical at once.
export function kindOfAlert(alert) {
    if (alert.event === "eased" || alert.event === "cleared") return alert.event;
    return alert.level === "critical" ? "escalated" : "raised";
}

/// An alert in a few words, without the name of the item where that is known.
export function alertWords(alert, { short = false } = {}) {
    const length = metres(alert.threshold_m);
    const kind = kindOfAlert(alert);
    return short ? strings.alerts.short[kind](length) : strings.alerts.event[kind](alert.item, length);
}

function line(alert, short) {
    const kind = { raised: "warning", escalated: "critical", eased: "warning", cleared: "near" }[kindOfAlert(alert)];
    const text = alertWords(alert, { short });
    const title = short ? h("span", {}, text) : h("a", { href: `/items/${alert.owner}/${alert.tracker}` }, text);
    return h("li", { class: kind },
        h("span", { class: `badge round ${kind}` }, icon(alert.event === "cleared" ? "check" : "alert")),
        h("div", {}, h("p", { class: "alert-title" }, title),
            h("p", { class: "muted small numbers" }, h("time", { datetime: alert.time }, short ? moment(alert.time, { seconds: true }) : clock(alert.time)), " · ",
                h("span", { class: "whole" }, alert.distance_m === undefined ? strings.alerts.byArea : strings.alerts.facts(metres(alert.distance_m), percent(alert.confidence)))),
            alert.evidence || alert.distance_m !== undefined ? h("details", { "data-alert": alert.id }, h("summary", {}, strings.item.why, icon("next")),
                h("ul", { class: "why small" }, sentences(alert.evidence).map((each) => h("li", {}, each)))) : null));
}
