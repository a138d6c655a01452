// A list of stops and trips, to search by place and to choose from.
import { h, icon, setText, show as fill } from "./dom.js";
import { metres, period, span } from "./format.js";
import { named, totals } from "./journeys.js";
import { button } from "./parts.js";
import { strings } from "./strings.js";

const words = strings.trips;
/// So many at once; the rest upon request.
const atOnce = 50;

/// Calls `onchoose` with the one that was chosen.
export function tripList({ onchoose }) {
    const names = h("datalist", { id: "trip-places" });
    const search = h("input", { class: "input", type: "search", id: "trip-search", list: names.id, autocomplete: "off", placeholder: words.searchHint, oninput: () => drawRows() });
    const total = h("p", { class: "small numbers", role: "status" });
    const rows = h("ol", { class: "trips numbers" });
    const more = button(words.more, { kind: "small", onclick: () => {
        const next = rows.children.length;
        shown = Infinity;
        drawRows();
        rows.children[next]?.querySelector("button").focus();
    } });
    const element = h("section", { class: "panel stack", "aria-labelledby": "trips-title", hidden: true }, h("h2", { id: "trips-title" }, words.title),
        h("div", { class: "field" }, h("label", { for: search.id }, words.search), search, names), total, rows, more);
    let journeys = [];
    let shown = atOnce;

    function draw(told, places) {
        journeys = named(told, places).map((each) => ({ ...each, text: textOf(each) }));
        element.hidden = !journeys.length;
        shown = atOnce;
        fill(names, [...new Set(journeys.map((each) => each.place).filter(Boolean))].map((value) => h("option", { value })));
        drawRows();
    }

    function drawRows() {
        const wanted = search.value.trim().toLocaleLowerCase();
        const found = journeys.filter((each) => each.text.toLocaleLowerCase().includes(wanted));
        setText(total, found.length ? sum(totals(found)) : words.none(search.value.trim()));
        more.hidden = found.length <= shown;
        fill(rows, found.slice(0, shown).map(row));
    }

    function row(journey) {
        const length = journey.kind === "trip" ? ` · ${metres(journey.length_m)}` : "";
        const choose = h("button", { type: "button", class: "trip", "aria-pressed": "false", onclick: () => {
            for (const each of rows.querySelectorAll("[aria-pressed=true]")) each.setAttribute("aria-pressed", "false");
            choose.setAttribute("aria-pressed", "true");
            onchoose(journey);
        } }, icon(journey.kind === "trip" ? "directions" : "pin"),
        h("span", { class: "when" }, h("strong", {}, journey.text),
            h("span", { class: "muted small" }, period(journey.start, journey.end))),
        h("span", { class: "muted small how" }, `${span((journey.to - journey.from) / 1000)}${length}`));
        return h("li", {}, choose);
    }

    return { element, draw };
}

function textOf({ kind, place, lat, lon, before, after }) {
    if (kind === "stay") return place ?? words.at(lat, lon);
    if (before && after) return words.way(before, after);
    return before ? words.from(before) : after ? words.to(after) : words.trip;
}

function sum({ trips, stops, metres: length, moving, resting }) {
    return [trips ? words.trips(trips, metres(length), span(moving)) : null, stops ? words.stops(stops, span(resting)) : null].filter(Boolean).join(" · ");
}
