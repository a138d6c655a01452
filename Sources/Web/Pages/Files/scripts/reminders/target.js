// Chooses where: one of the owner's places, an address or a point of the map, or the nearest of a kind of shop.
import { h, setText } from "../dom.js";
import { metres } from "../format.js";
import { makeMap } from "../map/map.js";
import { field, segments } from "../parts.js";
import { preference } from "../preferences.js";
import { strings } from "../strings.js";
import { lengthOf, lengthText, nameProblem, position } from "../validate.js";
import { placeSearch } from "./placesearch.js";
import { logSlider, roundMetres } from "./sliders.js";
import { words } from "./strings.js";
import { nearestOfKind, placeOfOwner } from "./targetparts.js";

/// Radii in metres: the least and the most of a circle, and what a new one begins with.
const [least, most, usual] = [1, 10_000, 100];

/// `ways` are those of `me`, `named`, `area` and `nearest` that are possible; `context` tells whose it is and what is around.
/// `read()` answers the place, undefined for where the owner is, or null with what is wrong beside its field.
export function targetPicker({ id, ways, target, context }) {
    const units = preference("units");
    const parts = {
        me: { element: h("p", { class: "muted small" }, words.whereIAm), read: () => undefined, peek: () => undefined },
        named: placeOfOwner({ id: `${id}-own`, target, context }),
        area: lazily(areaPicker),
        nearest: nearestOfKind({ id: `${id}-nearest`, target, context }),
    };
    let way = target === undefined ? (ways.includes("me") ? "me" : "named") : target.place ? "named" : target.kind ? "nearest" : "area";
    const choice = segments(words.where, Object.fromEntries(ways.map((each) => [each, words.ways[each]])), way, turnTo);
    const element = h("div", { class: "stack target", "data-target": id }, choice, ways.map((each) => parts[each].element));

    function turnTo(next) {
        way = next;
        draw();
        context.touch();
    }

    function draw() {
        for (const each of ways) parts[each].element.hidden = each !== way;
        if (way === "area") parts.area.shown();
    }

    /// A place of one's own stays that place, wherever it is moved to.
    function chooseOwn(name) {
        [...choice.querySelectorAll("input")].find((each) => each.value === "named").checked = true;
        turnTo("named");
        parts.named.choose(name);
    }

    function areaPicker() {
        const isArea = target && !target.place && !target.kind;
        let middle = isArea && !target.points ? { lat: target.lat, lon: target.lon } : null;
        /// A shape with corners, as it was drawn elsewhere, until another place is chosen.
        let corners = isArea ? target.points ?? null : null;
        let found = [];
        /// Whether it is called as the search found it: another point of the map is another place then. What somebody typed stays.
        let isFoundName = false;
        const own = () => (context.around?.places ?? []).map((place) => ({ ...place, ...(place.points ? middleOf(place.points) : {}), isOwn: true }));
        const map = makeMap(context.setup, { name: words.mapOf, onpick: (place) => choose(place, isFoundName ? "" : undefined), oncorner: (_, place) => place && choose(place),
            onpoint: (cluster) => choosePin(cluster.points[0].id) });
        const search = placeSearch({ id: `${id}-search`, places: own, suggests: () => context.suggests, onfound: (list) => { found = list; drawMap({ fits: true }); }, onchoose: (place) => choosePlace(place) });
        const name = field(words.placeName, h("input", { class: "input", dir: "auto", autocomplete: "off", maxlength: 60, value: (isArea && target.name) || "", oninput: () => { isFoundName = false; } }), { hint: words.placeNameHint, id: `${id}-name` });
        const middleInput = h("input", { class: "input", dir: "ltr", autocomplete: "off", placeholder: strings.edit.positionPlaceholder, value: middle ? strings.edit.position(middle.lat, middle.lon) : "",
            oninput: () => { if (position(middleInput.value)) choose(position(middleInput.value), undefined, { isTyped: true }); } });
        const middleField = field(strings.edit.placeMiddle, middleInput, { id: `${id}-middle` });
        const radiusInput = Object.assign(h("input", { class: "input short", inputmode: "numeric", oninput: () => { if (radiusOf()) slider.set(radiusOf()); drawMap(); } }), { unit: strings.units.only[units] });
        const radius = field(strings.edit.radius, radiusInput, { id: `${id}-radius` });
        const slider = logSlider({ label: strings.edit.radius, low: 20, high: most, round: roundMetres, text: metres, onchange: (value) => {
            radiusInput.value = lengthText(value, units);
            radius.complain("");
            drawMap();
        } });
        const said = h("p", { class: "small", role: "status" });
        const now = h("p", { class: "muted small numbers", "data-present": "distance" });
        let isFitted = false;
        radiusInput.value = lengthText((isArea && target.radius_m) || usual, units);
        slider.set((isArea && target.radius_m) || usual);

        function radiusOf() {
            const value = lengthOf(radiusInput.value, units);
            return value >= least && value <= most ? value : 0;
        }

        function choosePlace(place) {
            if (place.isOwn) return chooseOwn(place.name);
            return choose(place, [...(place.name ?? place.address ?? "")].slice(0, 60).join("").trim(), { fits: true });
        }

        function choosePin(pin) { choosePlace(pin.startsWith("own-") ? own()[Number(pin.slice(4))] : found[Number(pin.slice(6))]); }

        /// The middle is there now; without a `named` what it is called stays.
        function choose({ lat, lon }, named, { isTyped = false, fits = false } = {}) {
            middle = { lat, lon };
            corners = null;
            if (!isTyped) middleInput.value = strings.edit.position(lat, lon);
            if (named !== undefined) [name.input.value, isFoundName] = [named, named !== ""];
            middleField.complain("");
            drawMap({ fits });
            context.touch();
        }

        function drawMap({ fits = false } = {}) {
            const draft = corners ? { points: corners, isClosed: true } : middle ? { ...middle, radius_m: radiusOf() || usual, moves: true } : null;
            const { places = [], owner } = context.around ?? {};
            map.draw({ owner, places: places.filter((each) => each.points), draft: draft ?? undefined, showsPlaces: true,
                ...(fits && (middle || found.length) ? { frame: [...borderOf(middle, radiusOf() || usual), ...found, owner].filter(Boolean) } : {}) });
            // Each has a pin with its name besides.
            map.drawPoints({ people: [], gateways: [], places: places.filter((each) => !each.points).map((each) => ({ ...each, name: "" })), chosen: null,
                points: [...own().map((each, index) => ({ id: `own-${index}`, lat: each.lat, lon: each.lon, name: each.name, kind: "near" })),
                    ...found.map((each, index) => ({ id: `found-${index}`, lat: each.lat, lon: each.lon, name: each.name ?? each.address ?? "", kind: "found" }))] });
            if (fits) map.fit();
            setText(said, corners ? words.shapeKept(corners.length) : middle ? strings.edit.placeSet(middle.lat, middle.lon) : words.pinMissing);
            setText(now, middle && owner ? words.presentDistance(metres(context.separation(owner, middle))) : "");
        }

        return {
            element: h("div", { class: "stack picking" }, search.element, said, h("div", { class: "map-frame" }, map.element), now, name.element,
                h("div", { class: "row top" }, middleField.element, radius.element), slider.element),
            shown() {
                drawMap();
                if (!isFitted) map.fit();
                isFitted = true;
            },
            renew: () => drawMap({ fits: !middle && !corners }),
            read() {
                const known = corners || position(middleInput.value);
                const problem = name.input.value.trim() ? nameProblem(name.input.value) : "";
                const isRight = [middleField.complain(known ? "" : middleInput.value.trim() ? strings.edit.positionWrong : words.pinMissing),
                    radius.complain(corners || radiusOf() ? "" : strings.edit.radiusWrong[units]), name.complain(problem)];
                if (!isRight.every(Boolean)) {
                    [middleInput, radiusInput, name.input][isRight.indexOf(false)].focus();
                    return null;
                }
                const called = name.input.value.trim() ? { name: name.input.value.trim() } : {};
                return corners ? { ...called, points: corners } : { ...called, lat: known.lat, lon: known.lon, radius_m: radiusOf() };
            },
            peek() {
                const known = position(middleInput.value);
                if (corners) return { points: corners };
                return known && radiusOf() ? { lat: known.lat, lon: known.lon, radius_m: radiusOf() } : null;
            },
            dispose() {
                search.dispose();
                map.dispose();
            },
        };
    }

    draw();
    return {
        element,
        read: () => parts[way].read(),
        /// As `read`, without a word about what is wrong.
        peek: () => parts[way].peek(),
        /// What is around has come.
        renew() { for (const each of ways) parts[each].renew?.(); },
        dispose: () => parts.area.dispose(),
    };
}

/// The four ends of a circle, so that all of it is seen; none without a middle.
function borderOf(middle, radius) {
    if (!middle) return [];
    const north = radius / 111_320;
    const east = north / Math.max(0.01, Math.cos(middle.lat * Math.PI / 180));
    return [[north, 0], [-north, 0], [0, east], [0, -east]].map(([lat, lon]) => ({ lat: middle.lat + lat, lon: middle.lon + lon }));
}

/// A part that is made when it is to be seen: a map asks for much.
function lazily(make) {
    const element = h("div", {});
    let made = null;
    return {
        element,
        shown() {
            made ??= make();
            if (!element.firstChild) element.append(made.element);
            made.shown();
        },
        read: () => made.read(),
        peek: () => made?.peek() ?? null,
        renew: () => made?.renew(),
        dispose: () => made?.dispose(),
    };
}

/// The middle of a shape, roughly: what a pin stands on.
function middleOf(points) {
    const mean = (key) => points.reduce((sum, each) => sum + each[key], 0) / points.length;
    return { lat: mean("lat"), lon: mean("lon") };
}
