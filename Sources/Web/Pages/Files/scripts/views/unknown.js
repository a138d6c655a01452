// Unknown tags that follow: what each is, where it moved along, how it is made to ring.
import { now } from "../clock.js";
import { api, follow } from "../api.js";
import { h, icon, setAttribute, setText, show as fill, showFor } from "../dom.js";
import { ago, moment } from "../format.js";
import { guards } from "../guards.js";
import { makeMap } from "../map/map.js";
import { button, busy, confirm, empty, notice, trouble } from "../parts.js";
import { strings } from "../strings.js";

const words = strings.unknown;
/// A guard publishes its list each ten minutes at least.
const longest = 30 * 60_000;
const stages = ["urgent", "notice", "listed", "ignored"];

export function show({ setup, session }) {
    const body = h("div", { class: "stack" }, h("div", { class: "skeleton", "aria-busy": "true", role: "status", "aria-label": strings.loading }));
    const element = h("div", { class: "narrow" },
        h("div", { class: "page-head" }, h("div", { class: "grow" }, h("h1", {}, words.title), h("p", {}, words.text))), body);
    /// By owner and number; each stays while its tag is on the list, so that what somebody reads or presses does.
    const cards = new Map();

    function draw() {
        if (!guards.all) return;
        const tags = guards.all.flatMap((list) => list.tags.map((tag) => ({ owner: list.owner, tag })));
        const seen = new Set();
        const byStage = new Map(stages.map((stage) => [stage, []]));
        for (const { owner, tag } of tags) {
            const key = `${owner}/${tag.number}`;
            seen.add(key);
            if (!cards.has(key)) cards.set(key, card(owner, setup));
            const made = cards.get(key);
            made.update(tag, guards.all.length > 1);
            byStage.get(tag.ignored ? "ignored" : tag.stage)?.push(made.element);
        }
        for (const [key, made] of cards) {
            if (seen.has(key)) continue;
            made.dispose();
            cards.delete(key);
        }
        const order = stages.map((stage) => [...byStage.get(stage)].map((each) => each.id).join(" ")).join("|");
        const stale = guards.all.filter((list) => now() - Date.parse(list.time) > longest)
            .map((list) => words.stale(list.owner, ago(list.time))).concat(guards.unreadable.map(words.unreadable));
        const focused = document.activeElement;
        showFor(`${guards.all.length}|${order}|${stale.join("|")}`, body, () => [
            ...stale.map((text) => notice(text, { kind: "amber", symbol: "alert" })), ...tags.length ? sections(byStage) : stale.length ? [] : [nobody(session)],
        ]);
        // A card that moves to another stage takes along what somebody is at.
        if (focused !== document.activeElement && body.contains(focused)) focused.focus({ preventScroll: true });
    }

    const stop = guards.onChange(draw);
    if (guards.all) draw();
    guards.load().catch((problem) => fill(body, trouble(problem)));
    const clock = setInterval(draw, 30_000);
    return { title: words.title, element, dispose() { stop(); clearInterval(clock); for (const each of cards.values()) each.dispose(); } };
}

function nobody(session) {
    const isOn = guards.all.length > 0;
    // Those of others are not told to who is no administrator.
    if (!isOn && session.account && !session.administrator) return h("div", { class: "panel" }, empty({ symbol: "search", title: words.offFor(session.account), text: words.offText }));
    return h("div", { class: "panel" }, empty({ symbol: isOn ? "check" : "search", title: isOn ? words.none : words.off, text: isOn ? words.noneText : words.offText }));
}

function sections(byStage) {
    return stages.filter((stage) => byStage.get(stage).length).map((stage) => {
        const id = `stage-${stage}`;
        return h("section", { class: "stack", "aria-labelledby": id }, h("div", {}, h("h2", { id }, words.stages[stage]), h("p", { class: "muted small" }, words.stageText[stage])),
            byStage.get(stage));
    });
}

let made = 0;

function card(owner, setup) {
    const id = `unknown-${++made}`;
    const title = h("bdi", {});
    const badge = h("p", { class: "badge" });
    const facts = h("dl", { class: "pairs" });
    const advice = h("p", {});
    const said = h("p", { class: "small", role: "status" });
    const marks = h("dl", { class: "pairs" });
    const mapHolder = h("div", {});
    const times = h("ol", { class: "fixes numbers" });
    const howTo = h("details", {}, h("summary", {}, words.howTo, icon("next")), h("div", { class: "why stack" }, h("p", {}, words.danger), advice, marks));
    const where = h("details", { hidden: true, ontoggle: drawMap }, h("summary", {}, words.where, icon("next")), mapHolder, times);
    let tag = null;
    let map = null;
    let places = "";
    let wasUrgent = false;
    let wasLoud = false;

    const ring = button(words.ring, { symbol: "bell", kind: "primary", onclick: () => busy(ring, () => ask(false), { complain }) });
    const quiet = button(words.stop, { onclick: () => busy(quiet, () => ask(true), { complain }), hidden: true });
    const known = button(words.known, { onclick: () => busy(known, async () => {
        const isHasty = tag.stage === "urgent" && !tag.ignored;
        if (isHasty && !await confirm({ title: words.sure(nameOf(tag)), text: words.sureText, action: words.sureAction })) return;
        guards.put(await (tag.ignored ? api.heedTag : api.ignoreTag)(owner, tag.number));
    }) });

    function complain(problem) { fill(said, notice(problem.message, { kind: "amber", symbol: "alert" })); }

    async function ask(stop) {
        setText(said, stop ? words.asking : words.ringing);
        const end = await follow(await api.ringTag(owner, tag.number, stop ? { stop } : {}));
        if (end.state === "failed") throw new Error(end.error);
        quiet.hidden = stop;
        setText(said, stop ? words.stopped : end.message ?? words.rings);
    }

    const element = h("article", { class: "panel stack", id, "aria-labelledby": `${id}-title` },
        h("div", { class: "panel-head" }, h("h3", { id: `${id}-title` }, title), badge), facts,
        h("div", {}, h("div", { class: "buttons" }, ring, quiet, known), said),
        howTo, where);

    function drawMap() {
        where.hidden = !tag.places.length;
        const key = JSON.stringify(tag.places);
        if (key === places || !where.open || !tag.places.length) return;
        places = key;
        if (!map) {
            map = makeMap(setup, { name: nameOf(tag) });
            fill(mapHolder, map.element);
        }
        const newestFirst = [...tag.places].reverse();
        map.draw({ fixes: newestFirst });
        map.fit();
        fill(times, newestFirst.map((place, index) => h("li", {},
            h("span", { class: `number${index ? "" : " newest"}`, "aria-hidden": "true" }, index + 1), h("span", { class: "when" }, moment(place.time)))));
    }

    return {
        element,
        update(next, hasOwners) {
            tag = next;
            const isLoud = !tag.ignored && tag.stage !== "listed";
            setText(title, nameOf(tag));
            // Whoever is followed at night is not to look for what to do.
            if (tag.stage === "urgent" && isLoud && !wasUrgent) howTo.open = true;
            wasUrgent = tag.stage === "urgent" && isLoud;
            if (isLoud !== wasLoud) where.open = isLoud;
            wasLoud = isLoud;
            ring.hidden = tag.network === "tile";
            badge.className = `badge ${tag.ignored ? "" : { urgent: "critical", notice: "warning", listed: "" }[tag.stage] ?? ""}`.trim();
            fill(badge, icon(isLoud ? "alert" : "info"), h("span", {}, tag.ignored ? words.badge.ignored : words.badge[tag.stage] ?? tag.stage));
            const rows = { [words.owner]: hasOwners ? owner : null, [words.since]: moment(tag.first), [words.last]: `${ago(tag.last)}, ${words.by(tag.gateway)}`,
                [words.legs]: words.ways(tag.legs), [words.network]: words.networks[tag.network] ?? tag.network };
            fill(facts, pairs(rows));
            fill(marks, pairs({ [words.signal]: tag.rssi === undefined ? null : words.dbm(tag.rssi), [words.address]: tag.address, [words.number]: tag.number }));
            setText(advice, tag.advice ?? words.noAdvice);
            // The guard speaks English only.
            setAttribute(advice, "lang", tag.advice ? "en" : null);
            setText(known.querySelector("span"), tag.ignored ? words.unknown : words.known);
            drawMap();
        },
        dispose() { map?.dispose(); },
    };
}

function pairs(rows) {
    return Object.entries(rows).filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) => [h("dt", {}, name), h("dd", {}, h("bdi", {}, String(value)))]);
}

/// What a tag calls itself may be long, and may turn the text around it.
function nameOf(tag) { return tag.model?.replace(/\p{C}/gu, "").trim().slice(0, 60) || (words.networks[tag.network] ?? words.nameless); }
