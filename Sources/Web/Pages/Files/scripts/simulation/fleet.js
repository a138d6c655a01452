// A run of many trackers, played: what is told of all of them, and how much of it is true.
import { h, s, setAttribute, setText, show as fill } from "../dom.js";
import { grouped } from "../format.js";
import { makeMap } from "../map/map.js";
import { player } from "../player.js";
import { strings } from "../strings.js";
import { clock, timeline, times } from "./chart.js";
import { CloudLayer } from "./cloud.js";
import { levels } from "./fleettrace.js";
import { speeds } from "./single.js";
import { indexAt } from "./trace.js";

const words = strings.simulation;
const area = { width: 900, height: 200, left: 52, right: 12, top: 10, bottom: 26 };
/// From the bottom to the top.
const stacked = ["critical", "warning", "unknown", "near"];

export function fleet(trace, name, setup, exported) {
    let at = 0;
    let frame = trace.frames[0];
    let chosen = -1;
    const layer = new CloudLayer();
    const map = makeMap({ ...setup, tiles: undefined, map: undefined }, { name, layer, onpoint: (index) => {
        chosen = index;
        draw();
    } });
    const time = h("output", { class: "numbers clock", for: "seek" });
    const seek = h("input", { type: "range", id: "seek", min: 0, max: trace.end, step: 1, value: 0, "aria-label": words.seek, oninput: () => goTo(Number(seek.value)) });
    const play = player({ speeds, speed: 60, kind: "primary", onstep: (seconds) => goTo(at + seconds), isAtEnd: () => at >= trace.end, restart: () => goTo(0) });
    const facts = h("dl", { class: "pairs" });
    const one = h("p", { class: "small", role: "status" });
    const drawn = stack(trace, goTo);
    const key = (level) => h("span", { class: `key square ${level}` }, words.levels[level]);
    const element = h("div", { class: "stack" },
        h("div", { class: "panel player" }, play.elements, seek, time, exported),
        h("div", { class: "columns" },
            h("section", { class: "panel map-panel" }, h("div", { class: "panel-head" }, h("h2", {}, words.told), h("p", { class: "legend small" }, levels.map(key))), map.element),
            h("section", { class: "panel" }, h("h2", {}, words.now), facts, one, h("p", { class: "muted small" }, words.folded))),
        h("section", { class: "panel" }, h("div", { class: "panel-head" }, h("h2", {}, words.counts), h("p", { class: "legend small" }, h("span", { class: "key away" }, words.away))),
            h("div", { class: "chart-box", tabindex: "0", role: "group", "aria-label": words.counts }, drawn.element)));

    function goTo(second) {
        at = Math.min(trace.end, Math.max(0, second));
        frame = trace.frames[Math.max(0, indexAt(trace.frames, at))];
        seek.value = at;
        setText(time, `${clock(at)} / ${clock(trace.end)}`);
        setAttribute(seek, "aria-valuetext", clock(at));
        drawn.at(at);
        draw();
    }

    function draw() {
        const { counts, raised } = frame;
        const rows = {
            [words.trackers]: grouped(trace.trackers.length),
            ...Object.fromEntries(["near", "warning", "critical", "unknown"].map((level) => [words.levels[level], grouped(counts[level])])),
            [words.beyond]: grouped(counts.beyond), [words.away]: grouped(counts.away),
            [words.early]: grouped(counts.early), [words.missed]: grouped(counts.missed),
            [words.raised]: grouped(raised.raised ?? 0),
        };
        fill(facts, Object.entries(rows).flatMap(([name, value]) => [h("dt", {}, name), h("dd", { class: "numbers" }, value)]));
        setText(one, chosen < 0 ? words.chooseOne : words.chosen(trace.trackers[chosen], words.levels[levels[frame.codes[chosen] & 3]]));
        layer.set(trace, frame, chosen);
    }

    map.draw({ frame: trace.corners });
    goTo(0);
    map.fit();
    return {
        element,
        dispose() {
            play.stop();
            map.dispose();
        },
    };
}

/// How many trackers are told to be how far, over time, and how many are away indeed.
function stack(trace, onseek) {
    const most = trace.trackers.length;
    const x = (at) => area.left + (at / Math.max(1, trace.end)) * (area.width - area.left - area.right);
    const y = (number) => area.height - area.bottom - (number / most) * (area.height - area.top - area.bottom);
    const line = (points) => points.map(([at, number], index) => `${index ? "L" : "M"}${x(at).toFixed(1)} ${y(number).toFixed(1)}`).join("");
    const sums = trace.frames.map(() => 0);
    const bands = stacked.map((level) => {
        const below = trace.frames.map((each, index) => [each.at, sums[index]]);
        const above = trace.frames.map((each, index) => [each.at, sums[index] += each.counts[level]]);
        return s("path", { class: `stacked ${level}`, d: `${line(above)}${line(below.reverse()).replace("M", "L")}Z` });
    });
    const head = s("line", { class: "playhead", y1: area.top, y2: area.height - area.bottom });
    const marks = [0, most / 2, most].map(Math.round);
    const drawing = s("svg", { class: "chart", viewBox: `0 0 ${area.width} ${area.height}`, role: "img", "aria-label": words.counts },
        marks.map((each) => s("text", { x: area.left - 8, y: y(each) + 4, "text-anchor": "end" }, grouped(each))),
        times(trace.end).map((each) => s("text", { x: x(each), y: area.height - 6, "text-anchor": x(each) > area.width - 30 ? "end" : "middle" }, clock(each))),
        bands, s("path", { class: "away", d: line(trace.frames.map((each) => [each.at, each.counts.away])) }), head);
    return timeline(drawing, head, area, trace.end, onseek);
}
