// Adds an item whose tracker is a part of the service: for who wants to try Tagalong without hardware.
import { addClosed, addPage } from "../addkinds.js";
import { api } from "../api.js";
import { h, setText, show as fill } from "../dom.js";
import { span } from "../format.js";
import { items } from "../items.js";
import { keepOwner, keptOwner } from "../keep.js";
import { makeMap } from "../map/map.js";
import { button, busy, empty, field, notice, segments, trouble } from "../parts.js";
import { preference } from "../preferences.js";
import { mayHere } from "../rights.js";
import { strings } from "../strings.js";
import { lengthOf, lengthText, nameProblem, position } from "../validate.js";

const words = strings.add.simulated;
/// Metres; as the console takes them.
const radii = { least: 50, most: 5000, standard: 300 };
/// Seconds between two reports; the first is what a tracker does by itself in Bluetooth mode.
const intervals = [10, 30, 60, 300, 600];

export function show({ session, setup, go }) {
    if (!mayHere(session, "add")) return addClosed();
    const body = h("div", { class: "panel stack" }, h("p", { class: "muted" }, strings.loading));
    const state = { isGone: false, leave: () => {} };

    async function load() {
        const { offered, most, items: simulated } = await api.simulatedItems();
        if (state.isGone) return undefined;
        if (!offered) return fill(body, empty({ symbol: "flask", title: words.notHere, text: words.notHereText }));
        if (simulated.length >= most) return fill(body, empty({ symbol: "flask", title: words.full(most), text: words.fullText }));
        const form = itemForm({ session, setup, ondone: (item) => go(`/items/${item.owner}/${item.tracker}`) });
        state.leave = form.leave;
        fill(body, form.element);
        form.start();
        return undefined;
    }

    load().catch((problem) => fill(body, trouble(problem)));
    return {
        title: strings.add.title, element: addPage("simulated", body), stays: true,
        dispose() {
            state.isGone = true;
            state.leave();
        },
    };
}

function itemForm({ session, setup, ondone }) {
    const units = preference("units");
    let [middle, movement] = [null, "walks"];
    /// Whether the place was chosen here: what is heard later is not put in its stead.
    let isChosen = false;
    const input = (more) => h("input", { class: "input", autocomplete: "off", ...more });
    const name = field(strings.edit.name, input({ placeholder: strings.edit.namePlaceholder }), { hint: strings.edit.nameHint, id: "name" });
    const owner = field(strings.add.owner, input({ autocapitalize: "none", spellcheck: "false", value: keptOwner() ?? [...items.all.values()][0]?.owner ?? session.account ?? "", onchange: () => goHome() }),
        { hint: strings.add.ownerHint, id: "owner" });
    const map = makeMap(setup, { name: words.map, onpick: (place) => set(place, true) });
    const where = h("p", { class: "small", role: "status" });
    const middleField = field(words.middle, input({ dir: "ltr", placeholder: strings.edit.positionPlaceholder, oninput: () => {
        isChosen = true;
        middle = position(middleField.input.value) ?? middle;
        drawMap();
    } }), { id: "place-middle" });
    const radiusInput = Object.assign(input({ class: "input short", inputmode: "numeric", value: lengthText(radii.standard, units), oninput: () => drawMap() }), { unit: strings.units.only[units] });
    const radius = field(words.radius, radiusInput, { id: "radius" });
    const hint = h("p", { class: "muted small", role: "status" });
    const kinds = segments(words.movement, words.movements, movement, (next) => {
        movement = next;
        drawKind();
    });
    const every = field(strings.edit.interval, h("select", { class: "input short" }, intervals.map((each) => h("option", { value: String(each) }, span(each)))), { id: "every" });
    const error = h("div", {});
    const add = button(words.add, { kind: "primary", type: "submit" });

    function radiusOf() {
        const value = lengthOf(radiusInput.value, units);
        return value >= radii.least && value <= radii.most ? value : 0;
    }

    function set(place, byHand) {
        isChosen ||= byHand;
        middle = place;
        middleField.input.value = strings.edit.position(place.lat, place.lon);
        middleField.complain("");
        drawMap();
    }

    function drawMap() {
        map.draw({ fixes: [], places: [], showsPlaces: true, draft: middle ? { ...middle, radius_m: movement === "stays" ? 10 : radiusOf() || radii.standard } : null });
        setText(where, middle ? words.placeSet(middle.lat, middle.lon) : words.placeDraw);
    }

    function drawKind() {
        radius.element.hidden = movement === "stays";
        setText(hint, words.movementHints[movement]);
        drawMap();
    }

    /// Where its owner is, as far as that is known: there one looks for it first.
    async function goHome() {
        const who = owner.input.value.trim();
        const [around, heard] = await Promise.all([api.surroundings(), api.heard()]).catch(() => []);
        if (isChosen || !around) return;
        const own = around.owners.find((each) => each.owner === who)?.position ?? heard.find((each) => each.owner === who)?.position;
        const any = own ?? around.owners[0]?.position ?? heard[0]?.position ?? [...items.all.values()].find((each) => each.position)?.position;
        if (!any) return;
        set({ lat: any.lat, lon: any.lon }, false);
        map.fit();
    }

    function check() {
        const place = position(middleField.input.value);
        const problems = [[name, nameProblem(name.input.value)], [owner, /^[A-Za-z0-9_-]{1,64}$/.test(owner.input.value.trim()) ? "" : strings.add.ownerWrong],
            [middleField, place ? "" : middleField.input.value.trim() ? strings.edit.positionWrong : words.placeMissing],
            [radius, movement === "stays" || radiusOf() ? "" : words.radiusWrong[units]]];
        for (const [each, problem] of problems) each.complain(problem);
        const first = problems.find(([, problem]) => problem);
        first?.[0].input.focus();
        return first ? null : place;
    }

    async function submit(place) {
        fill(error);
        const wish = { owner: owner.input.value.trim(), item: name.input.value.trim(), ...place, movement, report_every_s: Number(every.input.value) };
        if (movement !== "stays") wish.radius_m = radiusOf();
        const item = await items.ask(api.addSimulatedItem(wish));
        keepOwner(item.owner);
        ondone(item);
    }

    function refused(problem) {
        const fields = { "/item": name, "/owner": owner, "/lat": middleField, "/lon": middleField, "/radius_m": radius };
        const [pointer, told] = Object.entries(problem.fields ?? {}).find(([each]) => fields[each]) ?? [];
        if (!pointer) return fill(error, notice(problem.message, { kind: "amber", symbol: "alert" }));
        fields[pointer].complain(told);
        return fields[pointer].input.focus();
    }

    const element = h("form", { class: "stack picking", novalidate: true, onsubmit: (event) => {
        event.preventDefault();
        const place = check();
        if (place) busy(add, () => submit(place), { complain: refused });
    } }, h("div", {}, h("h2", {}, words.title), h("p", { class: "muted small" }, words.text)), name.element, owner.element,
        kinds, hint, where, h("div", { class: "map-frame" }, map.element), h("div", { class: "row top" }, middleField.element, radius.element), every.element, error,
        h("div", { class: "buttons" }, add));
    return {
        element,
        start() {
            drawKind();
            map.fit();
            name.input.focus();
            goHome();
        },
        leave: () => map.dispose(),
    };
}
