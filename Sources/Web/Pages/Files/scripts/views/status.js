// How the service is, for whoever looks after it: its parts, what it hears, what waits, what was refused, and its log.
import { api } from "../api.js";
import { h, icon, setText, show as fill } from "../dom.js";
import { bytes, moment, span } from "../format.js";
import { empty, field, notice } from "../parts.js";
import { mayHere } from "../rights.js";
import { strings } from "../strings.js";
import { panel } from "./settings/panel.js";

const words = strings.status;
const [everyMs, shownRefused, shownLines] = [5000, 10, 200];
const levels = ["trace", "info", "notice", "warning", "error"];

export function show({ session }) {
    if (!mayHere(session, "status")) return { title: words.title, element: empty({ heading: "h1", symbol: "info", title: words.title, text: words.notYours }), dispose() {} };
    const said = h("p", { class: "muted" });
    const problem = h("div", { role: "status" });
    const parts = panels(["services", "gateways", "broker", "database", "outbox", "quarantine", "notifications", "program"]);
    const level = h("select", { class: "input", onchange: () => load() }, levels.map((each) => h("option", { value: each, selected: each === "info" }, words.levels[each])));
    const lines = h("ol", { class: "log", lang: "en", dir: "ltr", tabindex: "0", "aria-label": words.log });
    const log = panel("log", words.log, field(words.level, level).element, lines);
    const element = h("div", {},
        h("div", { class: "page-head" }, h("div", { class: "grow" }, h("h1", {}, words.title), said)), problem,
        h("div", { class: "status-grid" }, [...parts.values()].map((each) => each.element)), log);
    let timer = null;
    let isGone = false;
    let asked = 0;

    async function load() {
        clearTimeout(timer);
        const mine = ++asked;
        try {
            const answers = await Promise.all([api.status(), api.services(), api.gateways(), api.quarantine({ limit: shownRefused }), api.log({ level: level.value, limit: shownLines })]);
            if (mine !== asked || isGone) return;
            fill(problem);
            draw(...answers);
        } catch (refusal) {
            if (mine !== asked || isGone) return;
            fill(problem, notice(refusal.message, { kind: "amber", symbol: "alert" }));
        }
        // Nobody looks at a page that is hidden.
        if (!document.hidden) timer = setTimeout(load, everyMs);
    }

    function look() { if (!document.hidden) load(); }

    function draw(status, services, gateways, refused, entries) {
        setText(said, words.asOf(moment(status.time, { seconds: true })));
        parts.get("services").draw(services.length ? services.map(serviceLine) : [line("ok", words.noServices)]);
        parts.get("gateways").draw(gateways.length ? gateways.flatMap(gatewayLines) : [line("", words.noGateways)]);
        parts.get("broker").draw([
            line(status.broker.connected ? "ok" : "bad", (status.broker.connected ? words.heard : words.away)(status.broker.since ? moment(status.broker.since) : "")),
            sessionLine(words.store, status.broker.history), sessionLine(words.console, status.broker.console),
        ]);
        parts.get("database").draw(databaseLines(status.database));
        parts.get("outbox").draw([line(status.outbox.oldest_s > 60 ? "warn" : "ok", status.outbox.waiting ? words.waiting(status.outbox.waiting, span(status.outbox.oldest_s ?? 0)) : words.nothingWaits)]);
        parts.get("quarantine").draw([line(status.quarantine.total ? "warn" : "ok", status.quarantine.total ? words.refused(status.quarantine.total) : words.noneRefused), ...refused.map(refusedLine)]);
        parts.get("notifications").draw(status.notifications.length ? status.notifications.map(channelLine) : [line("", words.noChannels)]);
        parts.get("program").draw([
            line("", words.version(status.version)), line("", words.running(moment(status.started), span((Date.parse(status.time) - Date.parse(status.started)) / 1000))),
            ...(status.memory_bytes ? [line("", words.memory(bytes(status.memory_bytes)))] : []), line("", words.streams(status.streams)),
        ]);
        drawLog(entries);
    }

    /// What somebody reads stays where it is, unless the end is in sight.
    function drawLog(entries) {
        const isAtEnd = lines.scrollHeight - lines.scrollTop - lines.clientHeight < 8;
        fill(lines, entries.length ? entries.map(logLine) : h("li", { class: "muted" }, words.noLines));
        if (isAtEnd) lines.scrollTop = lines.scrollHeight;
    }

    document.addEventListener("visibilitychange", look);
    load();
    return {
        title: words.title, element,
        dispose() {
            isGone = true;
            clearTimeout(timer);
            document.removeEventListener("visibilitychange", look);
        },
    };
}

/// Panels by their names, each with a list that is drawn anew with each answer.
function panels(names) {
    return new Map(names.map((name) => {
        const list = h("ul", { class: "status-lines" });
        return [name, { element: panel(name, words.panels[name], list), draw: (lines) => fill(list, lines) }];
    }));
}

const symbols = { ok: "check", warn: "alert", bad: "alert" };

/// A line with a sign of how that is, in words too; `kind` is `ok`, `warn`, `bad` or nothing.
function line(kind, ...content) {
    return h("li", { class: kind }, symbols[kind] ? icon(symbols[kind]) : null, symbols[kind] ? h("span", { class: "hidden-text" }, `${words.signs[kind]} `) : null, h("div", {}, content));
}

function serviceLine({ service, owner, state, since, reason }) {
    const kind = { running: "ok", starting: "warn", down: "bad" }[state];
    return line(kind, h("strong", {}, words.service[service]?.(owner) ?? service), ` ${words.state[state](moment(since))}`, reason ? h("p", { class: "muted small" }, strings.services.reason(reason)) : null);
}

function gatewayLines({ gateway, state, adapters, room, via, carried_by: carrier }) {
    const about = [room && words.inRoom(room), via && words.via(via), carrier && words.carriedBy(carrier)].filter(Boolean).join(", ");
    return [
        line(state === "online" ? "ok" : "warn", h("strong", {}, gateway), ` ${words.gateway[state] ?? state}${about ? `, ${about}` : ""}`),
        ...adapters.map(({ name, health, reason }) => line(health === "scanning" ? "ok" : "warn", words.adapter(name, words.health[health] ?? health, reason))),
    ];
}

function sessionLine(name, session) {
    return line(session.connected ? session.dropped ? "warn" : "ok" : "bad", h("strong", {}, name), ` ${words.session(session)}`);
}

function databaseLines(database) {
    return [
        database.trouble ? line("bad", words.trouble(database.trouble)) : line("ok", words.stored(database.stored)),
        ...(database.bytes === undefined ? [] : [line("", words.size(bytes(database.bytes), bytes(database.wal_bytes)))]),
        ...(database.in_hand ? [line("", words.inHand(database.in_hand))] : []),
    ];
}

function refusedLine({ received, topic, expected }) {
    return line("", h("span", { class: "muted small" }, `${moment(received, { seconds: true })} `), h("code", {}, topic), h("p", { class: "small" }, expected));
}

function channelLine({ channel, waiting, sent, failed }) {
    return line(failed ? "warn" : "ok", h("strong", {}, channel), ` ${words.channel(sent, failed, waiting)}`);
}

function logLine({ time, level, part, text }) {
    return h("li", { class: ["error", "critical"].includes(level) ? "bad" : level === "warning" ? "warn" : "" },
        h("time", { datetime: time }, moment(time, { seconds: true })), h("span", { class: "level" }, level), h("span", { class: "part" }, part), h("span", { class: "text" }, text));
}
