// The places where an item may stay behind, drawn on a map.
import { api } from "./api.js";
import { h, icon, setText, show } from "./dom.js";
import { metres } from "./format.js";
import { makeMap } from "./map/map.js";
import { button, busy, field, toast } from "./parts.js";
import { strings } from "./strings.js";
import { nameProblem, number } from "./validate.js";

const words = strings.edit;

export function placeEditor({ id, item, rules, setup }) {
    let places = rules.places;
    let draft = null;
    const list = h("ul", { class: "places" });
    const none = h("p", { class: "muted" }, words.placesEmpty);
    const map = makeMap(setup, { name: item.item, onpick: pick });
    const nameInput = h("input", { class: "input", placeholder: words.placeNamePlaceholder, autocomplete: "off" });
    const name = field(words.placeName, nameInput, { id: "place-name" });
    const radiusInput = Object.assign(h("input", { class: "input short", inputmode: "numeric", value: "50", oninput: () => moved() }), { unit: strings.units.metresOnly });
    const radius = field(words.radius, radiusInput, { id: "place-radius" });
    const where = h("p", { class: "small", role: "status" });
    const save = button(words.placeSave, { kind: "primary", type: "submit" });
    const form = h("form", { class: "stack", novalidate: true, hidden: true, onsubmit: submit },
        where, h("div", { class: "map-frame" }, map.element), h("div", { class: "row top" }, name.element, radius.element),
        h("div", { class: "buttons" }, save, button(strings.cancel, { onclick: () => open(false) })));
    const add = button(words.addPlace, { symbol: "plus", onclick: () => open(true) });
    const element = h("section", { class: "panel stack", "data-form": "places" },
        h("div", {}, h("h2", {}, words.places), h("p", { class: "muted small" }, words.placesHint)), none, list, add, form);

    function open(isOpen) {
        form.hidden = !isOpen;
        add.hidden = isOpen;
        element.classList.toggle("picking", isOpen);
        draft = null;
        if (!isOpen) return add.focus();
        setText(where, words.placeDraw);
        drawMap();
        map.fit();
        nameInput.focus();
    }

    function pick({ lat, lon }) {
        draft = { lat, lon, radius_m: radiusOf() || 50 };
        setText(where, words.placeSet(lat, lon));
        where.classList.remove("error");
        drawMap();
    }

    function moved() {
        if (!draft || !radiusOf()) return;
        draft = { ...draft, radius_m: radiusOf() };
        drawMap();
    }

    function radiusOf() {
        const value = number(radiusInput.value);
        return value >= 1 && value <= 10000 ? value : 0;
    }

    function drawMap() {
        map.draw({ fixes: item.position ? [item.position] : [], owner: item.owner_position, places, draft, showsPlaces: true });
    }

    async function submit(event) {
        event.preventDefault();
        const isRight = [name.complain(nameProblem(nameInput.value)), radius.complain(radiusOf() ? "" : words.radiusWrong)];
        if (!draft) {
            setText(where, words.placeMissing);
            where.classList.add("error");
        }
        if (!draft || !isRight.every(Boolean)) return;
        await busy(save, async () => {
            const place = { name: nameInput.value.trim(), ...draft };
            places = [...places, await api.addPlace(id, place)];
            toast(words.placeSaved(place.name));
            nameInput.value = "";
            draw();
            open(false);
        }, { complain: (problem) => name.complain(problem.message) });
    }

    function draw() {
        none.hidden = places.length > 0;
        show(list, places.map((place) => {
            const remove = button("", { kind: "square quiet", symbol: "bin", title: words.placeRemove(place.name), onclick: () => busy(remove, async () => {
                await api.removePlace(id, place.name);
                places = places.filter((each) => each !== place);
                toast(words.placeRemoved(place.name));
                draw();
            }) });
            return h("li", {}, icon("pin"), h("div", {}, h("strong", {}, place.name),
                h("span", { class: "muted small" }, place.points ? words.placeShape(place.points.length) : words.placeRadius(metres(place.radius_m)))), remove);
        }));
    }

    draw();
    return { element, dispose: () => map.dispose() };
}
