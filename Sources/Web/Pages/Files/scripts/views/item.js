// One item: how it is, where it was, and what was told about it.
import { command, drawCommands, isRinging, makeWait, pendingWords, ringVerb, setPower } from "../actions.js";
import { alertList, keepOpen } from "../alertlist.js";
import { api, newestOnly } from "../api.js";
import { exportForm } from "../exporting.js";
import { h, icon, setAttribute, setText, show as fill, showFor } from "../dom.js";
import { foundPagePanel } from "../foundpage.js";
import { ago, grouped, metres, moment, span } from "../format.js";
import { items } from "../items.js";
import { leftLinks, linkPanel } from "../links.js";
import { lostPanel } from "../lost.js";
import { makeMap } from "../map/map.js";
import { navigationLinks } from "../navigate.js";
import { button, busy, gone, notice, segments, setPicture, trouble } from "../parts.js";
import { isByArea, isControllable, may, mayHere, rightsKey, sharedWords } from "../rights.js";
import { badgeIcons, distanceOf, kindOf, labelOf } from "../status.js";
import { strings } from "../strings.js";
import { tripsView } from "./trips.js";

const shownFixes = 10;

export function show({ parameters: [owner, tracker], setup, session, redo, retitle }) {
    const id = `${owner}/${tracker}`;
    const words = strings.item;
    let name = items.all.get(id)?.item;
    let details = {};
    let fixes = [];
    let ownerPosition = null;
    let isDrawn = false;
    let isGone = false;
    let again = null;
    /// What one may do with it, as the page is made for; null before that is known.
    let rights = null;
    const newestAlerts = newestOnly();

    const head = makeHead(id);
    const map = makeMap(setup, { name: items.all.get(id)?.item ?? tracker });
    const trips = tripsView({ id, places: () => details.places ?? [], draw: (scene, isNew) => drawMap(scene, isNew) });
    let view = trips.isAsked ? "trips" : "latest";
    const history = h("ol", { class: "fixes numbers" });
    const historyBody = h("div", {}, h("p", { class: "muted" }, strings.loading));
    const alerts = h("div", {}, h("p", { class: "muted" }, strings.loading));
    const about = h("dl", { class: "pairs" });
    const alarm = h("div", {});
    const shared = h("div", {});
    const lost = lostPanel();
    const historyTitle = h("h2", { id: "history-title" }, words.history);
    const views = segments(words.viewsLabel, words.views, view, (next) => { view = next; showView(true); });
    const exported = h("div", {});
    const exportsPanel = h("section", { class: "panel", "aria-labelledby": "export-title", hidden: true },
        h("h2", { id: "export-title" }, words.export), exported);
    const importing = mayHere(session, "import") ? h("div", { class: "buttons import-link" },
        h("a", { class: "button small", href: `/settings?item=${id}` }, icon("upload"), words.import)) : null;
    const alertsPanel = h("section", { class: "panel", "aria-labelledby": "alerts-title" }, h("h2", { id: "alerts-title" }, words.alerts), alerts);
    const links = h("div", {});
    const found = h("div", {});
    let foundPanel = null;
    const looks = h("div", {});
    // Of no use where nobody else looks.
    const looksPanel = h("section", { class: "panel", "aria-labelledby": "looks-title", hidden: true },
        h("h2", { id: "looks-title" }, words.looks), looks);
    const element = h("div", {},
        h("a", { class: "back", href: "/" }, icon("back"), strings.back),
        head.element, shared, lost.element, alarm,
        h("div", { class: "columns" },
            h("div", { class: "stack" },
                h("section", { class: "panel map-panel", "aria-labelledby": "map-title" },
                    h("div", { class: "panel-head" }, h("h2", { id: "map-title" }, words.map), views),
                    trips.element, map.element),
                trips.list, alertsPanel),
            h("div", { class: "stack" },
                h("section", { class: "panel", "aria-labelledby": "history-title" },
                    historyTitle, historyBody),
                h("section", { class: "panel", "aria-labelledby": "about-title" }, h("h2", { id: "about-title" }, words.details), about, importing),
                exportsPanel,
                links,
                found,
                looksPanel)));

    function drawMap(scene, isNew) {
        map.draw({ ...scene, places: details.places ?? [] });
        if (isNew) map.fit();
    }

    function showView(isNew) {
        if (!may(items.all.get(id), "routes")) view = "latest";
        trips.element.hidden = view !== "trips";
        if (view === "trips") return trips.open(fixes[0]?.time);
        trips.close();
        const item = items.all.get(id);
        drawMap(isByArea(item) ? { areas: areasOf(item) }
            : { follows: true, fixes, owner: ownerPosition }, isNew || !isDrawn);
        isDrawn ||= fixes.length > 0;
    }

    /// The areas in which it was, the newest first, and that of its owner, where it is another.
    function areasOf(item) {
        const area = (position, kind, label) => ({ lat: position.lat, lon: position.lon, radius_m: position.acc, kind, label });
        const isSame = (one, other) => one.lat === other.lat && one.lon === other.lon;
        const seen = fixes.filter((fix, index) => fixes.findIndex((each) => isSame(each, fix)) === index);
        const owners = ownerPosition && !(fixes[0] && isSame(fixes[0], ownerPosition)) ? [area(ownerPosition, "owner", words.areaOf(owner))] : [];
        return [...seen.map((fix, index) => area(fix, index ? "old" : "", index ? null : words.areaOf(item.item))), ...owners];
    }

    /// Makes the page for what one may do with the item: nothing is shown or asked for that is not among it.
    function grant(item) {
        if (rights !== null) return rights === rightsKey(item) || redo();
        rights = rightsKey(item);
        views.hidden = !may(item, "routes");
        exportsPanel.hidden = !may(item, "export");
        if (may(item, "export")) showExport(item);
        alertsPanel.hidden = !may(item, "history");
        setText(historyTitle, isByArea(item) ? words.areasTitle : may(item, "history") ? words.history : words.latest);
        const told = sharedWords(item);
        fill(shared, told ? notice(told, { symbol: "info" }) : null);
        if (item.may?.includes("share")) {
            fill(links, linkPanel(id));
            foundPanel?.dispose();
            foundPanel = foundPagePanel(id);
            fill(found, foundPanel.element);
        }
        else if (!session.required && may(item, "change")) leftLinks(id).then((panel) => fill(links, panel), () => {});
        if (may(item, "looks")) loadLooks();
        if (may(item, "history")) loadAlerts().catch((problem) => fill(alerts, h("p", { class: "muted" }, problem.message)));
        return undefined;
    }

    function showExport(item) {
        const form = exportForm(id, item);
        fill(exported, form.element);
        // What would be in it is asked for when somebody looks.
        form.element.addEventListener("focusin", form.open, { once: true });
    }

    /// The latest positions, as far as one may see them.
    async function latest(item) {
        if (may(item, "history")) return api.fixes(id, { limit: shownFixes });
        return item.position ? [item.position] : [];
    }

    function drawFixes() {
        if (!fixes.length) return fill(historyBody, h("p", { class: "muted" }, words.historyEmpty));
        fill(history, fixes.map((fix, index) => fixLine(fix, index)));
        if (history.parentNode !== historyBody) fill(historyBody, history);
    }

    function draw() {
        const item = items.all.get(id);
        if (!item) return;
        const isRenamed = name !== item.item;
        name = item.item;
        retitle(name);
        grant(item);
        if (isRenamed) {
            map.rename(name);
            // A circle of an area says whose it is.
            if (isDrawn && view === "latest") showView(false);
        }
        if (!may(item, "history") && item.position && item.position.time !== fixes[0]?.time) {
            fixes = [item.position];
            drawFixes();
            showView(false);
        }
        head.draw(item);
        drawAlarm(item);
        lost.draw(item);
        fill(about, pairs({
            [words.tracker]: id, [words.model]: details.model, [words.firmware]: details.firmware,
            [words.interval]: isControllable(item) ? span(item.report_every_s.reported ?? item.report_every_s.desired ?? 600) : null,
            [words.radio]: isControllable(item) ? strings.mode[item.mode.desired ?? item.mode.reported ?? "auto"] : null,
            [words.fixes]: details.fixes === undefined ? undefined : grouped(details.fixes),
            [words.owner]: details.owner_card && person(details.owner_card, owner),
        }));
    }

    function drawAlarm(item) {
        showFor(item.episode && `${item.episode} ${item.acknowledged}`, alarm, () => {
            if (!item.episode) return [];
            if (item.acknowledged) return notice(words.acknowledged, { symbol: "check" });
            if (!may(items.all.get(id), "acknowledge")) return [];
            const know = button(words.acknowledge, { kind: "small", onclick: () => busy(know, async () => {
                await api.acknowledge(id);
                items.change(id, { acknowledged: true });
            }) });
            return notice(words.acknowledgeHint, { symbol: "bell", action: know });
        });
    }

    function take(kind, of, document) {
        if (!document) return;
        const [who] = (of ?? "").split("/");
        if (kind === "alert" && of === id) return loadAlerts();
        if (kind === "desired" && of === id && document.reference) ownerPosition = later(ownerPosition, document.reference);
        else if (kind === "fix" && of === id) addFix(document);
        else if (kind === "fix" && who === owner && !items.all.has(of)) ownerPosition = later(ownerPosition, document);
        else return;
        if (view === "latest") showView(false);
    }

    function addFix(document) {
        const fix = document;
        if (!may(items.all.get(id), "history")) return;
        if (fixes.some((each) => each.time === fix.time && each.lat === fix.lat && each.lon === fix.lon)) return;
        fixes = [fix, ...fixes].sort((one, other) => Date.parse(other.time) - Date.parse(one.time)).slice(0, shownFixes);
        drawFixes();
        // Of many at once only the newest is told.
        again ??= setTimeout(async () => {
            again = null;
            const [next, newest] = await Promise.all([api.item(id), latest(items.all.get(id))]).catch(() => []);
            if (!next || isGone) return;
            [details, fixes] = [next, newest];
            drawFixes();
            if (view === "latest") showView(false);
            draw();
        }, 2000);
    }

    async function loadAlerts() {
        const list = await newestAlerts(api.alerts({ owner, tracker, limit: 20 }));
        if (!list) return;
        keepOpen(alerts, () => fill(alerts, list.length ? alertList(list, { short: true }) : h("p", { class: "muted" }, words.alertsEmpty)));
    }

    async function loadLooks() {
        const list = await api.looks({ owner, tracker, limit: 20 }).catch(() => []);
        looksPanel.hidden = !list.length;
        fill(looks, h("ol", { class: "fixes numbers" }, list.map((look) =>
            h("li", {}, h("span", { class: "when" }, h("span", {}, words.looked(look)),
                h("time", { class: "muted small", datetime: look.last }, moment(look.last))),
                h("span", { class: "muted small how" }, words.lookedFrom(look))))));
    }

    async function load() {
        const putFresh = (item) => (items.connection !== "broken" || !items.all.has(id)) && items.put(item);
        const told = items.ask(api.item(id), putFresh);
        [details, fixes] = await Promise.all([told, latest(items.all.get(id) ?? await told)]);
        if (isGone) return;
        ownerPosition = later(ownerPosition, details.owner_position);
        drawFixes();
        showView(true);
        draw();
    }

    /// It was deleted, or is not shared any more.
    function end() {
        dispose();
        retitle(strings.gone.title(name));
        fill(element, gone(name));
    }

    function dispose() {
        isGone = true;
        clearTimeout(again);
        for (const stop of stops) stop();
        clearInterval(timer);
        trips.dispose();
        map.dispose();
        foundPanel?.dispose();
    }

    const stops = [items.onChange((ids) => {
        if (ids !== null && !ids.has(id)) return;
        if (rights !== null && items.isFresh && !items.all.has(id)) end();
        else draw();
    }), items.onEvent(take)];
    const timer = setInterval(() => { const item = items.all.get(id); if (item) head.tick(item); }, 1000);
    trips.element.hidden = true;
    draw();
    load().catch((problem) => {
        if (isGone) return;
        if (problem.status === 404) return end();
        fill(element, h("a", { class: "back", href: "/" }, icon("back"), strings.back), trouble(problem));
    });
    return {
        title: name ?? tracker, element, dispose,
        /// A link that was just made, which is told once, or what it is for, or a note that is not saved.
        get stays() {
            if (links.querySelector(".secret") || links.querySelector("#link-note")?.value || foundPanel?.isChanged) return true;
            const note = lost.element.querySelector("details[open] #lost-note");
            return Boolean(note) && note.value !== note.defaultValue && note.value !== (items.all.get(id)?.marked_lost?.note ?? "");
        },
    };

    function fixLine(fix, index) {
        const isArea = isByArea(items.all.get(id));
        return h("li", {}, h("span", { class: `number${index ? "" : " newest"}`, "aria-label": words.number(index + 1) }, String(index + 1)),
            h("span", { class: "when" }, h("time", { datetime: fix.time }, moment(fix.time, { seconds: true })),
                h("span", { class: "muted small" }, isArea ? words.around(fix.lat, fix.lon) : h("bdi", { dir: "ltr" }, words.coordinates(fix.lat, fix.lon)))),
            h("span", { class: "muted small how" }, fix.acc ? words.accuracy(metres(Math.max(1, fix.acc))) : words.exact,
                fix.mode ? icon(fix.mode === "off" ? "power" : fix.mode) : null, fix.mode ? h("span", { class: "hidden-text" }, strings.mode[fix.mode]) : null));
    }
}

function later(one, other) {
    if (!one || !other) return one ?? other ?? null;
    return Date.parse(other.time) >= Date.parse(one.time) ? other : one;
}

function pairs(values) {
    return Object.entries(values).filter(([, value]) => value !== undefined && value !== null)
        .flatMap(([name, value]) => [h("dt", {}, name), h("dd", { class: "numbers" }, value)]);
}

/// Whose it is, as the owner's phone says: no picture that cannot be read, and no address but our own.
function person({ name, face }, owner) {
    const image = face?.startsWith("/") ? h("img", { class: "face", src: face, alt: "", loading: "lazy", decoding: "async" }) : null;
    image?.addEventListener("error", () => image.remove());
    return h("span", { class: "person" }, image, name ?? owner);
}

function makeHead(id) {
    const words = strings.item;
    const image = h("div", { class: "picture large" });
    const name = h("bdi", {});
    const title = h("h1", {}, name);
    const badge = h("span", { class: "badge" });
    const aboutText = h("span", { class: "about" });
    const rangeText = h("span", { class: "range" });
    const facts = h("div", { class: "facts numbers" });
    const seen = h("span", {});
    const powerText = h("span", {});
    const power = h("button", { type: "button", class: "switch", role: "switch",
        onclick: () => setPower(items.all.get(id), wantsOn(items.all.get(id)) ? "off" : "on") },
        h("span", { class: "track", "aria-hidden": "true" }), powerText);
    const ring = button(strings.actions.ring, { symbol: "sound", onclick: () => command(items.all.get(id), ringVerb(items.all.get(id))) });
    const locate = button(strings.actions.locate, { symbol: "locate", onclick: () => command(items.all.get(id), "locate") });
    const edit = h("a", { class: "button", href: `/items/${id}/edit` }, icon("pen"), words.edit);
    const navigation = h("div", { class: "navigate" });
    const [ringWait, locateWait] = [makeWait(), makeWait()];
    const controls = h("div", { class: "buttons" }, power, ring, ringWait, locate, locateWait, edit);
    // Nothing is to be pressed before it is known of what.
    const actions = h("div", { class: "hero-actions", hidden: true }, controls, navigation);
    const element = h("section", { class: "panel hero" }, image,
        h("div", { class: "hero-text" }, h("div", { class: "hero-name" }, title, badge),
            h("p", { class: "distance numbers" }, aboutText, rangeText)), facts,
        actions);
    let rang = false;

    function draw(item) {
        const kind = kindOf(item);
        element.className = `panel hero ${kind}`;
        setPicture(image, item);
        setText(name, item.item);
        const [words, doubt] = distanceOf(item);
        setText(aboutText, words);
        setText(rangeText, doubt);
        drawFacts(item);
        drawActions(item);
        drawLinks(item);
        actions.hidden = controls.hidden && !navigation.firstChild;
        tick(item);
    }

    function drawBadge(item) {
        const [kind, label] = [kindOf(item), labelOf(item)];
        showFor(kind + label, badge, () => [icon(badgeIcons[kind]), h("span", {}, label)]);
        badge.className = `badge ${kind}`;
    }

    function drawFacts(item) {
        const active = item.active_mode;
        fill(facts, kindOf(item) !== "near" && item.since ? h("span", {}, icon("clock"), strings.item.since(moment(item.since))) : null,
            active ? h("span", {}, icon(active === "off" ? "power" : active), strings.mode[active]) : null,
            item.battery === undefined ? null : h("span", { class: item.battery <= 15 ? "low" : "" }, icon("battery"), strings.batteryLabel(item.battery)),
            item.simulated ? h("span", { class: "simulated" }, icon("flask"), words.simulated) : null,
            seen, item.reachable === false ? h("span", {}, icon("alert"), strings.list.unreachable) : null,
            item.waiting_for ? h("span", {}, icon("clock"), strings.list.waiting[item.waiting_for]) : null);
    }

    function drawActions(item) {
        edit.hidden = !may(item, "change");
        power.hidden = edit.hidden || !isControllable(item);
        ring.hidden = locate.hidden = !may(item, "command") || !isControllable(item);
        controls.hidden = edit.hidden && ring.hidden;
        const isOn = wantsOn(item);
        setAttribute(power, "aria-checked", isOn ? "true" : "false");
        setAttribute(power, "aria-busy", item.power.pending ? "true" : null);
        setAttribute(power, "aria-label", strings.actions.power(item.item));
        setText(powerText, item.power.pending ? pendingWords(item) : isOn ? strings.actions.on : strings.actions.off);
        drawCommands(item, { ring, ringWait, locate, locateWait });
        rang = isRinging(item);
    }

    function drawLinks(item) {
        // To the middle of an area nobody needs to be led.
        const links = isByArea(item) ? [] : navigationLinks(item);
        showFor(links.map((each) => each.address).join(), navigation, () => links.length ? [h("span", { class: "label", id: "navigate" }, words.navigate),
            h("div", { class: "buttons", role: "group", "aria-labelledby": "navigate" }, links.map(({ app, address, by }) =>
                h("a", { class: "button", href: address, target: "_blank", rel: "noopener noreferrer", title: words.navigateBy[by],
                    "aria-label": words.opens(app), "data-by": by }, icon("directions"), app)))] : []);
    }

    function tick(item) {
        drawBadge(item);
        const time = item.last_seen ?? item.position?.time;
        const text = time ? strings.lastSeen(ago(time)) : strings.neverSeen;
        // It stops by itself.
        if (rang !== isRinging(item)) drawActions(item);
        if (seen.dataset.text === text) return;
        seen.dataset.text = text;
        fill(seen, icon("clock"), h("span", {}, text));
    }

    return { element, draw, tick };
}

function wantsOn(item) { return (item.power.desired ?? item.power.reported ?? "on") === "on"; }
