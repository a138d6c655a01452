// A run of a few trackers, played: the truth beside what the system believed.
import { alertWords } from "../alertlist.js";
import { h, icon, setAttribute, setText, show as fill } from "../dom.js";
import { about, metres, range } from "../format.js";
import { makeMap } from "../map/map.js";
import { player } from "../player.js";
import { strings } from "../strings.js";
import { chart, clock, posterior } from "./chart.js";
import { indexAt, last } from "./trace.js";

const words = strings.simulation;
export const speeds = [1, 5, 15, 60, 300];

/// Shows a trace of a name; `exported` goes beside the controls.
export function single(trace, name, setup, exported) {
    const names = [...trace.trackers.keys()];
    let id = names[0];
    let at = 0;
    let drawn = null;
    let frame = [];
    const several = names.length > 1 || trace.gateways.length > 0 || trace.owners.size > 1;
    const map = makeMap({ ...setup, tiles: undefined, map: undefined }, { name, ...(several ? { onpoint: ({ points }) => choose(points[0].id) } : {}) });
    const time = h("output", { class: "numbers clock", for: "seek" });
    const seek = h("input", { type: "range", id: "seek", min: 0, max: trace.end, step: trace.end > 4000 ? 10 : 1, value: 0, "aria-label": words.seek, oninput: () => goTo(Number(seek.value)) });
    const play = player({ speeds, speed: 15, kind: "primary", onstep: (seconds) => goTo(at + seconds), isAtEnd: () => at >= trace.end, restart: () => goTo(0) });
    const tracker = h("select", { class: "input", "aria-label": words.tracker, onchange: () => choose(tracker.value) }, names.map((each) => h("option", { value: each }, each)));
    const facts = h("dl", { class: "pairs" });
    const belief = h("div", {});
    // On a phone it is wider than the page, and moves within itself.
    const chartBox = h("div", { class: "chart-box", tabindex: "0", role: "group", "aria-label": words.distance });
    const told = h("ul", { class: "told small numbers" });
    const element = h("div", { class: "stack" },
        h("div", { class: "panel player" }, play.elements, seek, time, names.length > 1 ? tracker : null, exported),
        h("div", { class: "columns" },
            h("section", { class: "panel map-panel" }, h("div", { class: "panel-head" }, h("h2", {}, words.map), h("p", { class: "legend small" },
                h("span", { class: "key true" }, words.truth), h("span", { class: "key owner" }, words.owner), h("span", { class: "key believed" }, words.belief))), map.element),
            h("div", { class: "stack" },
                h("section", { class: "panel" }, h("h2", {}, words.now), facts, belief),
                h("section", { class: "panel" }, h("h2", {}, strings.alerts.title), told))),
        h("section", { class: "panel" }, h("div", { class: "panel-head" }, h("h2", {}, words.distance), h("p", { class: "legend small" },
            h("span", { class: "key true" }, words.truth), h("span", { class: "key believed" }, words.beliefBand))), chartBox));

    function choose(chosen = id) {
        id = chosen;
        tracker.value = id;
        drawn = chart(trace, id, goTo);
        frame = [...trace.trackers.values(), ...trace.owners.values()].flatMap(sampled).concat(trace.gateways);
        fill(chartBox, drawn.element);
        const alerts = trace.alerts.filter((alert) => alert.id === id);
        fill(told, alerts.length ? alerts.map((alert) => h("li", {}, h("button", { type: "button", class: "button quiet small", onclick: () => goTo(alert.at) },
            `${clock(alert.at)} · ${alertWords(alert, { short: true })}`))) : h("li", { class: "muted" }, words.noAlerts));
        goTo(at, true);
    }

    function goTo(second, isNew = false) {
        at = Math.min(trace.end, Math.max(0, second));
        seek.value = at;
        setText(time, `${clock(at)} / ${clock(trace.end)}`);
        setAttribute(seek, "aria-valuetext", clock(at));
        drawn.at(at);
        drawNow();
        drawMap(isNew);
    }

    function drawNow() {
        const truth = last(trace.trackers.get(id), at) ?? trace.trackers.get(id)[0];
        const state = last(trace.states.get(id), at);
        const heard = last(trace.heard.get(id), at);
        const level = state?.level ?? "unknown";
        const believed = state?.distance === undefined ? strings.distance.unknown : [about(state.distance), range(state.low, state.high)].filter(Boolean).join(", ");
        const rows = {
            [words.level]: h("span", { class: `badge ${level}` }, words.levels[level]),
            [words.trueDistance]: words.decimal(truth.distance.toFixed(1)), [words.believed]: believed,
            [words.mode]: strings.mode[truth.mode] ?? truth.mode, [words.battery]: strings.battery(Math.round(truth.battery)),
            [words.rssi]: heard && at - heard.at < 60 ? words.heard(heard.rssi, heard.gateway) : words.silent,
        };
        fill(facts, Object.entries(rows).flatMap(([key, value]) => [h("dt", {}, key), h("dd", { class: "numbers" }, value)]));
        fill(belief, h("h3", {}, words.posterior), posterior(last(trace.beliefs.get(id), at)?.bins, state, truth.distance),
            h("p", { class: "muted small" }, words.posteriorUnit));
    }

    function drawMap(isNew) {
        const owner = id.split("/")[0];
        const [paths, owners] = [trace.trackers.get(id), trace.owners.get(owner) ?? []];
        const upTo = (entries) => sampled(entries.slice(0, indexAt(entries, at) + 1));
        const [here, person] = [last(paths, at) ?? paths[0], last(owners, at) ?? owners[0]];
        const fix = last(trace.fixes.get(id), at);
        const rings = person ? [5, 10, 30].map((radius) => ({ ...person, radius_m: radius, label: metres(radius), kind: `r${radius}` })) : [];
        if (several) map.drawPoints({ points: others(), people: peopleAt(owner), gateways: trace.gateways, places: [], chosen: null });
        map.draw({ frame, track: upTo(paths), ownerTrack: upTo(owners), rings, owner: person ? { ...person, time: at * 1000 } : null, cursor: here, believed: fix });
        if (isNew) map.fit();
    }

    /// The other trackers as they truly are, in the colour of what is told of them.
    function others() {
        return names.filter((each) => each !== id).map((each) => {
            const place = last(trace.trackers.get(each), at) ?? trace.trackers.get(each)[0];
            return { id: each, name: each, lat: place.lat, lon: place.lon, kind: last(trace.states.get(each), at)?.level ?? "unknown" };
        });
    }

    function peopleAt(owner) {
        return [...trace.owners].filter(([each]) => each !== owner).map(([each, entries]) => ({ name: each, ...(last(entries, at) ?? entries[0]) }));
    }

    choose();
    return {
        element,
        dispose() {
            play.stop();
            map.dispose();
        },
    };
}

function sampled(entries) {
    const step = Math.max(1, Math.floor(entries.length / 1000));
    return entries.filter((_, index) => index % step === 0 || index === entries.length - 1);
}
