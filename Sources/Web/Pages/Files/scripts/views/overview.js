// All items, owners, places and gateways on one map, for the page that has the list.
import { api } from "../api.js";
import { h, icon, setText, show as fill } from "../dom.js";
import { idOf, items } from "../items.js";
import { makeMap } from "../map/map.js";
import { separation } from "../map/geo.js";
import { button } from "../parts.js";
import { badgeIcons, distanceOf, inOrder, kindOf, labelOf, markOf } from "../status.js";
import { strings } from "../strings.js";

const [pause, reloadPause] = [250, 5000];
/// Below so many metres no zoom takes points apart.
const together = 5;
const mostListed = 8;

export function makeOverview({ setup, shown }) {
    const words = strings.overview;
    const map = makeMap(setup, { name: words.mapOf, onpoint: open });
    const choice = h("select", { class: "input", id: "map-choice", onchange: () => choose(choice.value || null), onfocus: () => drawChoice(), onpointerdown: () => drawChoice() });
    const about = h("div", { class: "map-about", role: "status" });
    const summary = h("p", { class: "muted small numbers" });
    const element = h("section", { class: "panel map-panel overview", "aria-label": words.title },
        h("div", { class: "map-choice" }, h("label", { class: "label", for: "map-choice" }, words.follow), choice), map.element, h("div", { class: "map-foot" }, about, summary));
    let around = { owners: [], places: [], gateways: [] };
    let isMissing = false;
    let { chosen } = shown;
    let isFitted = false;
    let timer = null;
    let reloading = null;
    let isGone = false;

    function draw() {
        timer = null;
        const placed = shown.items.filter((item) => item.position);
        const owners = new Set(shown.items.map((item) => item.owner));
        const people = around.owners.filter((each) => owners.has(each.owner)).map((each) => ({ ...each.position, owner: each.owner, name: each.card?.name ?? each.owner }));
        const item = placed.find((each) => idOf(each) === chosen);
        if (chosen && !item) chosen = null;
        const frame = item ? [item.position, ...people.filter((each) => each.owner === item.owner)] : [...placed.map((each) => each.position), ...people];
        map.draw({ follows: true, frame });
        const ids = new Set(shown.items.map(idOf));
        map.drawPoints({
            points: placed.map((each) => ({ ...each.position, id: idOf(each), name: each.item, kind: kindOf(each), marked: Boolean(each.marked_lost) })),
            people, gateways: around.gateways.map((each) => ({ ...each, name: each.gateway })),
            places: around.places.filter((each) => each.trackers.some((tracker) => ids.has(`${each.owner}/${tracker}`))).map((each) => each.place),
            chosen,
        });
        if (!isFitted && frame.length) map.fit();
        isFitted ||= frame.length > 0;
        drawAbout(item);
        if (!choice.options.length || (choice.value || null) !== chosen) drawChoice();
        const without = shown.items.length - placed.length;
        setText(summary, [words.summary(placed.length, without), isMissing ? words.missing : ""].filter(Boolean).join(" "));
    }

    function drawSoon() { timer ??= setTimeout(draw, pause); }

    // What is chosen

    /// Follows an item; null for all of them.
    function choose(id, by = "map") {
        chosen = id;
        if (by === "map") shown.choose(id, by);
        draw();
        map.fit();
    }

    /// A mark was clicked: an item is followed, several are shown nearer, or named where they lie on each other.
    function open({ points }) {
        if (points.length === 1) return choose(points[0].id);
        const isOnePlace = points.every((each) => separation(each, points[0]) < together);
        if (!isOnePlace) return map.show(points);
        stack = points.map(({ id }) => id);
        chosen = null;
        return draw();
    }

    let stack = [];

    function drawAbout(item) {
        if (item) stack = [];
        const here = inOrder(stack.map((id) => items.all.get(id)).filter(Boolean));
        const listed = item ? [item] : here.slice(0, mostListed);
        const key = JSON.stringify([listed.map((each) => [idOf(each), each.item, kindOf(each), labelOf(each), markOf(each), item && distanceOf(each)]), here.length]);
        if (about.dataset.key === key) return;
        about.dataset.key = key;
        const close = button("", { kind: "square quiet", symbol: "close", title: words.all, onclick: () => { stack = []; choose(null); choice.focus(); } });
        fill(about, !listed.length ? [] : [h("ul", {}, listed.map((each) => line(each, Boolean(item))),
            here.length > mostListed ? h("li", { class: "muted" }, words.more(here.length - mostListed)) : null), close]);
    }

    function line(item, isWhole) {
        const kind = kindOf(item);
        return h("li", {}, h("a", { href: `/items/${idOf(item)}` }, h("bdi", {}, item.item)),
            h("span", { class: `badge ${kind}` }, icon(badgeIcons[kind]), h("span", {}, labelOf(item))),
            item.marked_lost ? h("span", { class: "marked-lost small", dir: "auto" }, icon("pin"), h("span", {}, isWhole ? markOf(item) : strings.lost.marked)) : null,
            isWhole ? h("span", { class: "muted numbers" }, distanceOf(item).filter(Boolean).join(", ")) : null);
    }

    /// Thousands of names are put in only when somebody is about to choose one.
    function drawChoice() {
        const isOpening = document.activeElement === choice;
        const all = isOpening ? inOrder(shown.items.filter((item) => item.position)) : shown.items.filter((item) => idOf(item) === chosen);
        const options = [["", words.all], ...all.map((item) => [idOf(item), item.item])];
        const key = JSON.stringify(options);
        if (choice.dataset.key !== key) {
            choice.dataset.key = key;
            fill(choice, options.map(([value, text]) => h("option", { value }, text)));
        }
        choice.value = chosen ?? "";
    }

    // What is around the items

    async function load() {
        try {
            around = await api.surroundings();
            isMissing = false;
        } catch {
            isMissing = true;
        }
        if (!isGone) drawSoon();
    }

    function loadSoon() {
        reloading ??= setTimeout(() => {
            reloading = null;
            load();
        }, reloadPause);
    }

    function take(kind, of, document) {
        if (["rules", "gateway"].includes(kind)) return loadSoon();
        const [who] = (of ?? "").split("/");
        if (kind !== "fix" || !document || items.all.has(of)) return undefined;
        const owner = around.owners.find((each) => each.owner === who);
        if (!owner) return loadSoon();
        if (Date.parse(owner.position.time) > Date.parse(document.time)) return undefined;
        const { lat, lon, acc, time } = document;
        owner.position = { lat, lon, acc, time };
        return drawSoon();
    }

    const stops = [items.onEvent(take), items.onChange((ids) => { if (ids === null) loadSoon(); }),
        shown.onChange(drawSoon), shown.onChoose((id, by) => { if (by !== "map") choose(id, by); })];
    load();
    drawSoon();

    return {
        element,
        dispose() {
            isGone = true;
            for (const stop of stops) stop();
            clearTimeout(timer);
            clearTimeout(reloading);
            map.dispose();
        },
    };
}
