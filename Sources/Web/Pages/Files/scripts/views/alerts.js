// All alerts.
import { alertList, keepOpen } from "../alertlist.js";
import { api, newestOnly } from "../api.js";
import { h, show as fill } from "../dom.js";
import { dayOrToday } from "../format.js";
import { items } from "../items.js";
import { empty, notice } from "../parts.js";
import { may } from "../rights.js";
import { strings } from "../strings.js";

export function show() {
    const body = h("div", {}, h("div", { class: "skeleton", "aria-busy": "true", role: "status", "aria-label": strings.loading }));
    const element = h("div", { class: "narrow" },
        h("div", { class: "page-head" }, h("div", { class: "grow" }, h("h1", {}, strings.alerts.title), h("p", {}, strings.alerts.text))), body);

    const newest = newestOnly();

    async function load() {
        try {
            const alerts = await newest(api.alerts({ limit: 100 }));
            if (!alerts) return;
            if (!alerts.length) return fill(body, h("div", { class: "panel" }, await none()));
            const days = Map.groupBy ? Map.groupBy(alerts, (alert) => dayOrToday(alert.time)) : grouped(alerts);
            keepOpen(body, () => fill(body, h("div", { class: "stack" }, [...days].map(([name, list]) =>
                h("section", { class: "panel" }, h("h2", {}, name), alertList(list))))));
        } catch (problem) {
            fill(body, notice(problem.message, { kind: "amber", symbol: "alert" }));
        }
    }

    async function none() {
        if (!items.isFresh) await items.load().catch(() => {});
        const isShared = !items.all.size || [...items.all.values()].some((item) => may(item, "history"));
        return empty({ symbol: "bell", title: isShared ? strings.alerts.empty : strings.alerts.notShared, text: isShared ? strings.alerts.emptyText : strings.alerts.notSharedText });
    }

    const stop = items.onAlert(load);
    load();
    return { title: strings.alerts.title, element, dispose: stop };
}

function grouped(alerts) {
    const days = new Map();
    for (const alert of alerts) days.set(dayOrToday(alert.time), [...(days.get(dayOrToday(alert.time)) ?? []), alert]);
    return days;
}
