// The page of a share link: where one item is, for whoever has the link, until it ends.
import { noteTime, now } from "./clock.js";
import { h, icon, setText, show, showFor } from "./dom.js";
import { ago, metres, moment } from "./format.js";
import { makeMap } from "./map/map.js";
import { empty, notice } from "./parts.js";
import { strings } from "./strings.js";

const words = strings.links.guest;
/// Milliseconds between two questions.
const pace = 5000;
const secret = location.pathname.split("/")[2] ?? "";
const main = document.getElementById("main");

/// What the console says, without who may be logged in in this browser; null for a link that does not work.
async function ask() {
    const response = await fetch("/api/v1/shared", { headers: { Accept: "application/json", "X-Tagalong-Link": secret }, credentials: "omit", cache: "no-store" });
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(strings.errors.status(response.status));
    return response.json();
}

/// What the map is drawn on; tiles of an archive are for who may log in, or has a link.
async function tilesOfLink() {
    const setup = await fetch("/console.json", { credentials: "omit" }).then((each) => each.json()).catch(() => ({}));
    return { ...setup, link: secret };
}

function end() {
    document.title = strings.title(words.endedTitle);
    show(main, empty({ heading: "h1", symbol: "clock", title: words.endedTitle, text: words.ended }));
}

function makeView(setup, first) {
    const map = makeMap(setup, { name: first.item });
    const title = h("h1", {});
    const until = h("p", { class: "muted" });
    const facts = h("div", { class: "facts numbers" });
    const trouble = h("div", { role: "status" });
    const area = h("p", { class: "muted", hidden: true });
    const mapTitle = h("h2", { id: "map-title" });
    const element = h("div", { class: "stack shared-item" },
        h("section", { class: "panel" }, title, until, facts, area, trouble),
        h("section", { class: "panel map-panel", "aria-labelledby": "map-title" }, h("div", { class: "panel-head" }, mapTitle), map.element));
    let told = first;
    let isFitted = false;

    function draw(next) {
        told = next;
        setText(title, told.item);
        setText(until, words.until(moment(told.expires)));
        setText(area, words.area);
        setText(mapTitle, words.map);
        map.rename(told.item);
        document.title = strings.title(told.item);
        const { position } = told;
        const isArea = told.precision === "area";
        area.hidden = !isArea || !position;
        if (position) {
            map.draw(isArea ? { areas: [{ lat: position.lat, lon: position.lon, radius_m: position.acc, kind: "", label: strings.item.areaOf(told.item) }] }
                : { follows: true, fixes: [position] });
            if (!isFitted) map.fit();
            isFitted = true;
        }
        tick();
    }

    /// Ages go on by themselves.
    function tick() {
        const { position, last_seen: heard } = told;
        const exactly = position && told.precision === "exact" && position.acc ? ` · ${strings.item.accuracy(metres(Math.max(1, position.acc)))}` : "";
        const lines = [position ? words.at(ago(position.time)) + exactly : words.none, heard ? words.heard(ago(heard)) : ""];
        showFor(lines.join("\n"), facts, () => lines.filter(Boolean).map((text) => h("span", {}, icon("clock"), h("span", {}, text))));
    }

    /// Says that what is shown may be old; nothing for that it is not.
    function complain(isOld) { showFor(String(isOld), trouble, () => isOld ? [notice(words.offline, { kind: "amber", symbol: "alert" })] : []); }

    return { element, draw, tick, complain, isOver: () => now() >= Date.parse(told.expires), dispose: () => map.dispose() };
}

let view = null;
let timer = null;
let setup = null;

async function turn() {
    clearTimeout(timer);
    try {
        const told = await ask();
        if (!told) return close();
        noteTime(told.time);
        setup ??= await tilesOfLink();
        if (!view) {
            view = makeView(setup, told);
            show(main, view.element);
        }
        view.draw(told);
        view.complain(false);
    } catch {
        if (view?.isOver()) return close();
        if (view) view.complain(true);
        else show(main, notice(strings.errors.offline, { kind: "amber", symbol: "alert" }));
    }
    clearTimeout(timer);
    // Nobody looks at a page that is hidden.
    if (!document.hidden) timer = setTimeout(turn, pace);
    return undefined;
}

function close() {
    view?.dispose();
    clearInterval(ticking);
    clearTimeout(timer);
    view = null;
    end();
}

// It ends with its time, whether the console can be reached or not.
const ticking = setInterval(() => { if (view?.isOver()) close(); else view?.tick(); }, 1000);
document.addEventListener("visibilitychange", () => { if (!document.hidden && (view || !main.querySelector(".empty"))) turn(); });
document.title = strings.title(words.title);
turn();
