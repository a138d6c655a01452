// Calibrates the distance of an item: its tag is measured at two distances by a gateway, and what that comes to is stored there.
import { api, follow } from "./api.js";
import { h, icon, setText, show as fill } from "./dom.js";
import { decimal, metres } from "./format.js";
import { recall, remember } from "./memory.js";
import { button, busy, notice, toast } from "./parts.js";
import { preference } from "./preferences.js";
import { strings } from "./strings.js";
import { unitsOfLength } from "./units.js";

const words = strings.calibration;
const seconds = 30;
/// How many of the small unit the tag is away: what alerts are about, and twice that.
const lengths = { metric: [5, 10], imperial: [15, 30] };
/// How many seconds a gateway has to say whether it has the tag.
const patience = 10;
/// How many seconds beyond what a gateway has announced it may be silent.
const grace = 15;
const isOver = (operation) => ["done", "failed"].includes(operation.state);
/// Measurements that nobody waits for any more, though nobody has said that they are over.
const left = new Set();

/// What a promise comes to, unless that takes longer than a gateway may.
function soon(promise, gateway) {
    let timer = 0;
    const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error(words.silent(gateway))), 2 * patience * 1000); });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/// A section for the gateways that may have the tag of an item.
export function calibrationPanel({ id, item, gateways }) {
    const units = preference("units");
    const distances = lengths[units].map((each) => Math.round(each * unitsOfLength(units).small * 1000) / 1000);
    const body = h("div", { class: "stack" });
    const error = h("div", { role: "alert" });
    const begin = button(words.begin, { symbol: "bluetooth", onclick: () => busy(begin, () => start(true), { complain }) });
    const beginning = h("div", { class: "buttons" }, begin);
    const choice = h("select", { class: "input", id: "calibration-gateway", onchange: () => { gateway = choice.value; draw(); } });
    const element = h("section", { class: "panel stack", "data-form": "calibration", "aria-labelledby": "calibration-title" },
        h("div", {}, h("h2", { id: "calibration-title" }, words.title), h("p", { class: "muted small" }, words.hint)), h("div", {}, error, body), beginning);
    let isHere = true;
    /// What each gateway that has the tag says of it, and which of them is chosen.
    let known = new Map();
    let gateway = null;
    let isDone = false;
    let isCancelled = false;
    let giveUp = () => {};
    let live = null;

    function complain(problem) {
        fill(error, notice(h("span", { lang: problem.isGateways || problem.status ? "en" : null }, problem.message), { kind: "amber", symbol: "alert" }));
    }

    /// Finds out who has the tag, and goes on with what is under way.
    async function start(isAsked) {
        fill(error);
        fill(body, h("p", { class: "muted", role: "status" }, words.asking));
        remember({ calibrating: id });
        const answers = await Promise.all(gateways.map(async ({ gateway: name }) => [name, await api.calibrate(id, { gateway: name, action: "show" }, { wait: patience })]));
        if (!isHere) return;
        known = new Map(answers.filter(([, answer]) => answer.state === "done" && answer.calibration).map(([name, answer]) => [name, answer.calibration]));
        fill(body);
        const silent = answers.find(([, answer]) => !isOver(answer));
        if (!known.size) throw new Error(silent ? words.silent(silent[0]) : words.none(item.item));
        const open = (await api.operations()).find((each) => !left.has(each.id) && each.verb === "calibrate" && `${each.owner}/${each.tracker}` === id && known.has(each.gateway) && !isOver(each));
        if (!isHere) return;
        fill(choice, [...known.keys()].map((name) => h("option", { value: name }, placeOf(name))));
        gateway = open?.gateway ?? [...known].find(([, each]) => each.levels.length)?.[0] ?? [...known.keys()][0];
        choice.value = gateway;
        beginning.hidden = true;
        draw(isAsked);
        if (open) await watch(open);
    }

    function placeOf(name) {
        const room = gateways.find((each) => each.gateway === name)?.room;
        return room ? words.inRoom(name, room) : name;
    }

    /// What is to be done next, with what was measured so far above it.
    function draw(isMoving = true) {
        live = null;
        const { levels, found, problem, stored } = known.get(gateway);
        const next = levels.length < distances.length ? distances.find((each) => !levels.some((level) => Math.abs(level.distance_m - each) < 0.05)) : undefined;
        const heading = h("h3", { tabindex: "-1" }, isDone ? words.saved : next === undefined ? words.result : words.step(levels.length + 1, distances.length));
        const parts = [heading, levels.length ? h("ul", { class: "progress" }, levels.map(levelLine)) : null];
        const act = (text, body, { kind, done } = {}) => button(text, { kind, onclick: (event) => busy(event.currentTarget, () => run(body, done), { complain }) });
        const again = act(words.again, { action: "cancel" }, { done: () => { isDone = false; } });
        const usual = stored ? act(words.usual, { action: "forget" }, { kind: "quiet", done: () => {
            isDone = false;
            toast(words.isUsual);
        } }) : null;
        const buttons = h("div", { class: "buttons" });
        if (isDone) {
            parts.push(h("p", {}, words.savedHint));
            buttons.append(again);
        } else if (next === undefined) {
            parts.push(found ? h("p", {}, found.factor > 1.05 ? words.wrong(decimal(found.factor)) : words.right) : notice(h("span", { lang: "en" }, problem ?? ""), { kind: "amber", symbol: "alert" }));
            if (found) buttons.append(act(words.use, { action: "store" }, { kind: "primary", done: () => {
                isDone = true;
                remember({ calibrating: null });
            } }));
            buttons.append(again);
        } else {
            if (known.size > 1 && !levels.length) parts.push(h("div", { class: "field" }, h("label", { for: "calibration-gateway" }, words.gateway), choice));
            parts.push(h("p", {}, words.stand(metres(next), placeOf(gateway))), h("p", { class: "muted small" }, stored ? words.isCalibrated : words.isNot));
            buttons.append(button(words.measure(metres(next)), { kind: "primary", onclick: (event) => busy(event.currentTarget, () => measure(next), { complain }) }));
            if (levels.length) buttons.append(act(words.anew, { action: "cancel" }));
        }
        if (usual) buttons.append(usual);
        fill(body, [...parts, buttons].filter(Boolean));
        if (isMoving) heading.focus();
    }

    function levelLine(level) {
        return h("li", {}, icon("check"), h("span", {}, words.level(metres(level.distance_m), Math.round(level.rssi ?? 0), level.reports)));
    }

    /// The measurement that goes on, drawn anew for the first time and in place after that.
    function drawMeasuring(operation) {
        const told = operation.calibration?.measuring;
        if (!live) {
            const heading = h("h3", { tabindex: "-1" }, words.measuring);
            live = { bar: h("progress", { role: "progressbar", max: String(seconds), "aria-labelledby": "calibration-title" }), count: h("p", { class: "numbers" }), heading };
            const cancel = button(strings.cancel, { onclick: () => busy(cancel, async () => {
                isCancelled = true;
                // A gateway that does not answer keeps nobody here.
                giveUp();
                known.set(gateway, await ask({ action: "cancel" }));
            }, { complain }) });
            fill(body, [heading, live.bar, live.count, h("div", { class: "buttons" }, cancel)]);
            heading.focus();
        }
        if (!told) return setText(live.count, words.asking);
        setText(live.heading, words.measuringAt(metres(told.distance_m)));
        live.bar.max = Math.max(live.bar.max, told.left_s ?? 0);
        live.bar.value = live.bar.max - (told.left_s ?? 0);
        return setText(live.count, words.live(told.left_s ?? 0, told.reports, told.rssi === undefined ? null : Math.round(told.rssi)));
    }

    async function measure(distance) {
        fill(error);
        await watch(await api.calibrate(id, { gateway, action: "measure", distance_m: distance, seconds }));
    }

    /// Follows a measurement to its end, also over a time without connection, or until nobody waits for it any more.
    async function watch(begun) {
        let current = begun;
        let heard = performance.now();
        isCancelled = false;
        fill(error);
        drawMeasuring(current);
        const given = new Promise((resolve) => { giveUp = resolve; });
        const looking = setInterval(() => {
            if (performance.now() - heard > 1000 * ((current.calibration?.measuring?.left_s ?? seconds) + grace)) giveUp();
        }, 1000);
        given.then(() => left.add(begun.id));
        try {
            while (isHere && !isOver(current) && !left.has(begun.id)) current = await Promise.race([followed(), given.then(() => current)]);
        } finally {
            clearInterval(looking);
        }
        if (!isHere) return;
        await conclude(current);

        async function followed() {
            try {
                return await follow(current, { changed: (next) => {
                    [current, heard] = [next, performance.now()];
                    if (isHere && !isOver(next) && !left.has(begun.id)) drawMeasuring(next);
                }, stopped: () => !isHere || left.has(begun.id) });
            } catch (problem) {
                if (!isHere) return current;
                if (problem.status === 404) {
                    await start(true);
                    throw new Error(words.lost);
                }
                if (!(problem.isOffline || problem.status >= 500)) throw problem;
                // While the service is away, nothing is known of the gateway.
                heard = performance.now();
                if (live) setText(live.count, words.away);
                await new Promise((resolve) => { setTimeout(resolve, 1000); });
                return current;
            }
        }
    }

    /// What is to be seen once a measurement is over, or is left.
    async function conclude(measurement) {
        const told = isOver(measurement);
        if (measurement.state === "done" && measurement.calibration) known.set(measurement.gateway, measurement.calibration);
        // What was measured before stays, unless somebody has cancelled all.
        else if (told) known.set(measurement.gateway, await ask({ action: "show" }).catch(() => known.get(measurement.gateway)));
        if (!isHere) return;
        draw();
        if (isCancelled) return;
        if (!told) throw new Error(words.silent(measurement.gateway));
        if (measurement.state === "failed") throw Object.assign(new Error(measurement.error), { isGateways: true });
    }

    /// Has the gateway do something at once; answers what holds then.
    async function ask(request) {
        const answer = await soon(follow(await api.calibrate(id, { gateway, ...request }, { wait: patience }), { stopped: () => !isHere }), gateway);
        if (answer.state === "failed") throw Object.assign(new Error(answer.error), { isGateways: true });
        if (!answer.calibration) throw new Error(words.silent(gateway));
        return answer.calibration;
    }

    async function run(request, done = () => {}) {
        fill(error);
        const told = await ask(request);
        if (!isHere) return;
        known.set(gateway, told);
        done();
        draw();
    }

    return {
        element,
        /// Goes on where it was, when the page was loaded anew in the middle of it.
        resume() { if (recall().calibrating === id) busy(begin, () => start(false), { complain }); },
        dispose() { isHere = false; },
    };
}
