// Distances over time: what was true, what was believed with its doubt, and what was told.
import { alertWords } from "../alertlist.js";
import { s } from "../dom.js";
import { metres } from "../format.js";
import { strings } from "../strings.js";
import { last } from "./trace.js";

const size = { width: 900, height: 240, left: 52, right: 12, top: 14, bottom: 46 };
const marks = [1, 5, 10, 30, 100, 300, 1000, 3000, 10000];

/// A chart of one tracker; `onseek` is called with the second that was pointed at.
export function chart(trace, id, onseek) {
    const truth = trace.trackers.get(id) ?? [];
    const states = trace.states.get(id) ?? [];
    const most = Math.max(40, ...truth.map((each) => each.distance), ...states.map((each) => each.high ?? 0).filter((high) => high < 20000));
    const x = (at) => size.left + (at / Math.max(1, trace.end)) * (size.width - size.left - size.right);
    // Near distances matter most: the scale is logarithmic beyond a metre.
    const scale = (distance) => Math.log10(1 + Math.max(0, distance));
    const y = (distance) => size.height - size.bottom - (scale(Math.min(distance, most)) / scale(most)) * (size.height - size.top - size.bottom);
    const known = states.filter((each) => each.distance !== undefined);
    const path = (points, kind) => s("path", { class: kind, d: points.map(([at, value], index) => `${index ? "L" : "M"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("") });
    const head = s("line", { class: "playhead", y1: size.top - 6, y2: size.height - size.bottom + 20 });
    const drawing = s("svg", { class: "chart", viewBox: `0 0 ${size.width} ${size.height}`, role: "img", "aria-label": strings.simulation.chart },
        marks.filter((mark) => mark < most).flatMap((mark) => [
            s("line", { class: [5, 10, 30].includes(mark) ? `rule r${mark}` : "rule", x1: size.left, x2: size.width - size.right, y1: y(mark), y2: y(mark) }),
            s("text", { x: size.left - 8, y: y(mark) + 4, "text-anchor": "end" }, metres(mark))]),
        times(trace.end).map((at) => s("text", { x: x(at), y: size.height - 6, "text-anchor": x(at) > size.width - 30 ? "end" : "middle" }, clock(at))),
        levels(trace, id, x), band(known, trace.end, x, y),
        path(steps(known.map((each) => [each.at, each.distance]), trace.end), "believed"),
        path(thinned(truth).map((each) => [each.at, each.distance]), "true"),
        trace.alerts.filter((alert) => alert.id === id).map((alert) => s("path", { class: `flag ${alert.event}`, d: `M${x(alert.at)} ${size.top - 6}v${size.height - size.bottom - size.top + 6}` },
            s("title", {}, `${clock(alert.at)} ${alertWords(alert, { short: true })}`))),
        head);
    return timeline(drawing, head, size, trace.end, onseek);
}

/// A chart over time that is searched by pointing at it; `at` puts its line at a second.
export function timeline(drawing, head, { width, left, right }, end, onseek) {
    const span = width - left - right;
    const seek = (event) => {
        const box = drawing.getBoundingClientRect();
        const at = ((event.clientX - box.left) / box.width * width - left) / span * end;
        onseek(Math.min(end, Math.max(0, at)));
    };
    drawing.addEventListener("pointerdown", (event) => {
        drawing.setPointerCapture(event.pointerId);
        seek(event);
    });
    drawing.addEventListener("pointermove", (event) => { if (event.buttons) seek(event); });
    return {
        element: drawing,
        at(second) {
            for (const name of ["x1", "x2"]) head.setAttribute(name, left + (second / Math.max(1, end)) * span);
        },
    };
}

/// A belief holds until the next one.
function steps(points, end) {
    return points.flatMap(([at, value], index) => [[at, value], [points[index + 1]?.[0] ?? end, value]]);
}

/// The 90 % interval around what was believed.
function band(known, end, x, y) {
    const there = steps(known.map((each) => [each.at, each.high ?? each.distance]), end);
    const back = steps(known.map((each) => [each.at, each.low ?? each.distance]), end).reverse();
    return s("path", { class: "band", d: [...there, ...back].map(([at, value], index) => `${index ? "L" : "M"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("") });
}

/// A strip below with the level and, under it, the mode.
function levels(trace, id, x) {
    const top = size.height - size.bottom + 6;
    return [runs(trace.states.get(id) ?? [], "level", trace.end, top), runs(trace.trackers.get(id) ?? [], "mode", trace.end, top + 8)].flat()
        .map(({ from, to, value, at }) => s("rect", { class: `strip ${value}`, x: x(from), y: at, width: Math.max(1, x(to) - x(from)), height: 6 }));
}

function runs(entries, key, end, at) {
    const found = [];
    for (const entry of entries) {
        if (found.at(-1)?.value === entry[key]) continue;
        if (found.length) found.at(-1).to = entry.at;
        found.push({ from: entry.at, to: end, value: entry[key], at });
    }
    return found;
}

function thinned(entries) {
    const step = Math.max(1, Math.floor(entries.length / 1500));
    return entries.filter((_, index) => index % step === 0);
}

export function times(end) {
    const step = [10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21600].find((each) => end / each <= 9) ?? 86400 * Math.ceil(end / 86400 / 9);
    return Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => index * step);
}

/// `5:06`, `1:05:06`.
export function clock(seconds) {
    const two = (number) => String(number).padStart(2, "0");
    const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), Math.floor(seconds % 60)];
    return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/// How likely each distance was held at a moment, as the decision engine reckoned; where the trace has only the ends of the
/// interval, that. The axis is logarithmic, as the engine's ranges are.
export function posterior(bins, state, truth) {
    const [width, floor, height] = [300, 72, 62];
    const known = bins?.length ? bins : state?.distance === undefined ? [] : [[state.low ?? state.distance, Math.max(state.high ?? state.distance, state.distance * 1.02), 0]];
    const [least, most] = [0.25, Math.max(100, truth * 1.5, ...known.map((each) => each[1]))];
    const x = (distance) => 8 + (Math.log(Math.max(least, distance) / least) / Math.log(most / least)) * (width - 16);
    const highest = Math.max(...known.map((each) => each[2]), 0) || 1;
    const bars = known.map(([from, to, share]) => {
        const tall = (share ? share / highest : 0.25) * height;
        return s("rect", { class: "band", x: x(from), width: Math.max(2, x(to) - x(from) - 0.5), y: floor - tall, height: tall });
    });
    const marks = [0.5, 1, 2, 5, 10, 30, 100, 300, 1000, 3000, 10000].filter((each) => each < most);
    const spoken = known.map(([from, to, share]) => strings.simulation.bin(from, to, share)).join("; ");
    return s("svg", { class: "bell", viewBox: `0 0 ${width} 92`, role: "img", "aria-label": strings.simulation.posteriorOf(spoken) },
        marks.flatMap((each) => [s("line", { class: `rule r${each}`, x1: x(each), x2: x(each), y1: 4, y2: floor }),
            s("text", { x: x(each), y: 88, "text-anchor": "middle" }, each < 1 ? String(each) : each < 1000 ? String(each) : strings.simulation.thousands(each / 1000))]),
        bars, s("line", { class: "axis", x1: 8, x2: width - 8, y1: floor, y2: floor }),
        s("line", { class: "true", x1: x(truth), x2: x(truth), y1: 4, y2: floor }));
}

