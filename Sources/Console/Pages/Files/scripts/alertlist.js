// A list of alerts, each with why it was raised.
import { h, icon } from "./dom.js";
import { sentences } from "./evidence.js";
import { clock, metres, moment, percent } from "./format.js";
import { strings } from "./strings.js";

/// Alerts, newest first; short where the item, and not the day, is known from around it.
export function alertList(alerts, { short = false } = {}) {
    return h("ul", { class: "alerts" }, alerts.map((alert) => line(alert, short)));
}

function line(alert, short) {
    const length = metres(alert.threshold_m);
    const kind = { raised: "warning", escalated: "critical", eased: "warning", cleared: "near" }[alert.event];
    const text = short ? strings.alerts.short[alert.event](length) : strings.alerts.event[alert.event](alert.item, length);
    const title = short ? h("span", {}, text) : h("a", { href: `/items/${alert.owner}/${alert.tracker}` }, text);
    return h("li", { class: kind },
        h("span", { class: `badge round ${kind}` }, icon(alert.event === "cleared" ? "check" : "alert")),
        h("div", {}, h("p", { class: "alert-title" }, title),
            h("p", { class: "muted small numbers" }, h("time", { datetime: alert.time }, short ? moment(alert.time, { seconds: true }) : clock(alert.time)), " · ",
                strings.alerts.facts(metres(alert.distance_m), percent(alert.confidence))),
            h("details", {}, h("summary", {}, strings.item.why, icon("next")),
                h("ul", { class: "why small" }, sentences(alert.evidence).map((each) => h("li", {}, each))))));
}
