// The places where an item may stay behind, drawn on a map: circles, and shapes with corners.
import { api } from "./api.js";
import { h, icon, setText, show } from "./dom.js";
import { metres } from "./format.js";
import { makeMap } from "./map/map.js";
import { button, busy, field, segments, toast } from "./parts.js";
import { placeQuestions } from "./placequestions.js";
import { placeSharing } from "./placesharing.js";
import { preference } from "./preferences.js";
import { strings } from "./strings.js";
import { lengthOf, lengthText, nameProblem, position } from "./validate.js";

const words = strings.edit;
const [leastCorners, mostCorners] = [3, 200];

export function placeEditor({ id, item, rules, setup }) {
    let places = rules.places;
    /// The place that is being changed; null for a new one.
    let changed = null;
    /// Whether something was typed or drawn that is not saved.
    let isTouched = false;
    const list = h("ul", { class: "places" });
    const none = h("p", { class: "muted" }, words.placesEmpty);
    const drawing = placeDrawing({ item, setup, places: () => places.filter((each) => each !== changed) });
    const nameInput = h("input", { class: "input", placeholder: words.placeNamePlaceholder, autocomplete: "off" });
    const name = field(words.placeName, nameInput, { id: "place-name" });
    const sharing = placeSharing({ id, owner: item.owner });
    const questions = placeQuestions({ id, item, onyes: (place) => open(place, { isNew: true }) });
    const save = button(words.placeSave, { kind: "primary", type: "submit" });
    const form = h("form", { class: "stack", novalidate: true, hidden: true, onsubmit: submit }, name.element, drawing.element, sharing.element,
        h("div", { class: "buttons" }, save, button(strings.cancel, { onclick: () => close(add) })));
    const add = button(words.addPlace, { symbol: "plus", onclick: () => open(null) });
    const element = h("section", { class: "panel stack", "data-form": "places" },
        h("div", {}, h("h2", {}, words.places), h("p", { class: "muted small" }, words.placesHint)), questions.element, none, list, add, form);

    form.addEventListener("input", () => { isTouched = true; });
    drawing.element.addEventListener("click", () => { isTouched = true; });

    function open(place, { isNew = !place } = {}) {
        changed = isNew ? null : place;
        isTouched = false;
        form.hidden = false;
        add.hidden = true;
        nameInput.value = place?.name ?? "";
        name.complain("");
        drawing.begin(place);
        sharing.begin(changed?.name);
        nameInput.focus();
    }

    function close(next) {
        form.hidden = true;
        add.hidden = false;
        changed = null;
        isTouched = false;
        next.focus();
    }

    async function submit(event) {
        event.preventDefault();
        const isNamed = name.complain(nameProblem(nameInput.value));
        const area = drawing.area();
        if (!isNamed) nameInput.focus();
        if (!isNamed || !area) return;
        await busy(save, async () => {
            const place = { name: nameInput.value.trim(), ...area };
            const old = changed;
            const saved = old ? await api.replacePlace(id, old.name, place) : await api.addPlace(id, place);
            places = old ? places.map((each) => (each === old ? saved : each)) : [...places, saved];
            const failed = await sharing.save(old?.name, place);
            if (failed.length) toast(words.placeNotFor(place.name, failed.map((each) => each.item), failed[0].problem.message), { red: true });
            else toast(words.placeSaved(place.name));
            draw();
            close(add);
            questions.load();
        }, { complain: (problem) => {
            if (problem.status === 404 && changed) return removedElsewhere();
            if (!drawing.refused(problem)) name.complain(problem.fields?.["/name"] ?? problem.message);
        } });
    }

    /// What is drawn stays, and may be saved as a new one.
    function removedElsewhere() {
        places = places.filter((each) => each !== changed);
        changed = null;
        draw();
        name.complain(words.placeGone);
        save.focus();
    }

    function draw() {
        none.hidden = places.length > 0;
        show(list, places.map((place) => {
            const edit = button("", { kind: "square quiet", symbol: "pen", title: words.placeEdit(place.name), onclick: () => open(place) });
            const remove = button("", { kind: "square quiet", symbol: "bin", title: words.placeRemove(place.name), onclick: () => busy(remove, async () => {
                await api.removePlace(id, place.name);
                places = places.filter((each) => each !== place);
                if (changed === place) close(add);
                toast(words.placeRemoved(place.name));
                draw();
                add.focus();
            }) });
            return h("li", {}, icon("pin"), h("div", {}, h("strong", {}, place.name),
                h("span", { class: "muted small" }, place.points ? words.placeShape(place.points.length) : words.placeRadius(metres(place.radius_m)))), edit, remove);
        }));
    }

    draw();
    return {
        element,
        hasChanges: () => !form.hidden && isTouched,
        rename(name) {
            drawing.rename(name);
            questions.rename(name);
        },
        dispose: () => drawing.dispose(),
    };
}

/// Draws one place on a map, or takes it as text: what a mouse does, a keyboard does too.
function placeDrawing({ item, setup, places }) {
    const units = preference("units");
    let shape = "circle";
    let middle = null;
    let corners = [];
    let isClosed = false;
    const map = makeMap(setup, { name: item.item, onpick: pick, oncorner: moveCorner });
    const shapes = h("div", {});
    const where = h("p", { class: "small", role: "status" });
    const middleInput = h("input", { class: "input", dir: "ltr", autocomplete: "off", placeholder: words.positionPlaceholder, oninput: () => { middle = position(middleInput.value) ?? middle; drawMap(); } });
    const middleField = field(words.placeMiddle, middleInput, { id: "place-middle" });
    const radiusInput = Object.assign(h("input", { class: "input short", inputmode: "numeric", oninput: () => drawMap() }), { unit: strings.units.only[units] });
    const radius = field(words.radius, radiusInput, { id: "place-radius" });
    const circle = h("div", { class: "row top" }, middleField.element, radius.element);
    const cornersInput = h("textarea", { class: "input", dir: "ltr", rows: 5, spellcheck: "false", autocomplete: "off", oninput: () => typed() });
    const cornersField = field(words.corners, cornersInput, { hint: words.cornersHint, id: "place-corners" });
    const undo = button(words.cornerUndo, { kind: "small", symbol: "back", onclick: () => setCorners(corners.slice(0, -1), false) });
    const closing = button(words.shapeClose, { kind: "small", symbol: "check", onclick: () => setCorners(corners, true) });
    const clear = button(words.shapeClear, { kind: "small", symbol: "close", onclick: () => setCorners([], false) });
    const polygon = h("div", { class: "stack" }, h("div", { class: "buttons" }, closing, undo, clear), cornersField.element);
    const element = h("div", { class: "stack picking" }, shapes, where, h("div", { class: "map-frame" }, map.element), circle, polygon);

    function begin(place) {
        shape = place?.points ? "corners" : "circle";
        middle = place && !place.points ? { lat: place.lat, lon: place.lon } : null;
        middleInput.value = middle ? text(middle) : "";
        radiusInput.value = lengthText(place?.radius_m ?? 50, units);
        corners = place?.points ?? [];
        isClosed = corners.length > 0;
        cornersInput.value = corners.map(text).join("\n");
        for (const each of [middleField, radius, cornersField]) each.complain("");
        show(shapes, segments(words.shape, words.shapes, shape, (next) => {
            shape = next;
            draw();
        }));
        draw();
        map.fit();
    }

    function draw() {
        circle.hidden = shape !== "circle";
        polygon.hidden = shape !== "corners";
        drawMap();
    }

    function drawMap() {
        const draft = shape === "corners" ? { points: corners, isClosed } : middle ? { ...middle, radius_m: radiusOf() || 50 } : null;
        map.draw({ fixes: item.position ? [item.position] : [], owner: item.owner_position, places: places(), draft, showsPlaces: true });
        setText(where, said());
        undo.disabled = clear.disabled = !corners.length;
        closing.disabled = isClosed || corners.length < leastCorners;
    }

    function said() {
        if (shape === "circle") return middle ? words.placeSet(middle.lat, middle.lon) : words.placeDraw;
        if (isClosed) return words.shapeClosed(corners.length);
        return corners.length < leastCorners ? words.shapeDraw(corners.length) : words.shapeCanClose(corners.length);
    }

    // On the map

    function pick(place) {
        if (shape === "circle") {
            middle = place;
            middleInput.value = text(place);
            middleField.complain("");
            return drawMap();
        }
        // A shape that is closed has all its corners; they can be moved.
        return isClosed || corners.length >= mostCorners ? undefined : setCorners([...corners, place], false);
    }

    /// A corner was dragged somewhere, or clicked: a click on the first one closes the shape.
    function moveCorner(index, place) {
        if (place) return setCorners(corners.map((each, at) => (at === index ? place : each)), isClosed);
        return index === 0 && corners.length >= leastCorners ? setCorners(corners, true) : undefined;
    }

    function setCorners(next, closes) {
        corners = next;
        isClosed = closes && corners.length >= leastCorners;
        cornersInput.value = corners.map(text).join("\n");
        cornersField.complain("");
        drawMap();
    }

    // As text

    function typed() {
        const { found, problem } = cornersOf(cornersInput.value);
        if (problem) return;
        corners = found;
        isClosed = corners.length >= leastCorners;
        cornersField.complain("");
        drawMap();
    }

    function radiusOf() {
        const value = lengthOf(radiusInput.value, units);
        return value >= 1 && value <= 10000 ? value : 0;
    }

    /// The place as it would be saved; null, with what is wrong beside the field, while it is none.
    function area() {
        if (shape === "circle") {
            const found = position(middleInput.value);
            const isRight = [middleField.complain(middleInput.value.trim() ? (found ? "" : words.positionWrong) : words.placeMissing),
                radius.complain(radiusOf() ? "" : words.radiusWrong[units])];
            if (!isRight[0]) middleInput.focus(); else if (!isRight[1]) radiusInput.focus();
            return isRight.every(Boolean) ? { ...found, radius_m: radiusOf() } : null;
        }
        const { found, problem } = cornersOf(cornersInput.value);
        const few = found.length < leastCorners ? words.cornersFew : found.length > mostCorners ? words.cornersMany : "";
        if (!cornersField.complain(problem || few)) {
            cornersInput.focus();
            return null;
        }
        return { points: found };
    }

    /// Tells what the console refused, where it is of the shape.
    function refused(problem) {
        const [pointer, told] = Object.entries(problem.fields ?? {}).find(([each]) => /^\/(points|lat|lon|radius_m)/.test(each)) ?? [];
        if (!pointer) return false;
        const place = pointer.startsWith("/points") ? cornersField : pointer === "/radius_m" ? radius : middleField;
        place.complain(told);
        place.input.focus();
        return true;
    }

    return { element, begin, area, refused, rename: map.rename, dispose: () => map.dispose() };
}

function text({ lat, lon }) { return words.position(lat, lon); }

/// The positions of a text, one a line, and what is wrong with the first line that is none.
function cornersOf(content) {
    const found = [];
    for (const [index, line] of content.split("\n").entries()) {
        if (!line.trim()) continue;
        const place = position(line);
        if (!place) return { found, problem: words.cornerWrong(index + 1) };
        found.push(place);
    }
    return { found, problem: "" };
}
