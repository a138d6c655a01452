// Places that are chosen from a list: the owner's own, and kinds of shops.
import { h, setText, show as fill } from "../dom.js";
import { metres } from "../format.js";
import { field, notice } from "../parts.js";
import { preference } from "../preferences.js";
import { strings } from "../strings.js";
import { lengthOf, lengthText } from "../validate.js";
import { logSlider, roundMetres } from "./sliders.js";
import { words } from "./strings.js";

/// How far around the nearest of a kind one may be, in metres.
const [least, most, usual] = [20, 1000, 100];

/// One of the places where the owner's items may stay behind.
export function placeOfOwner({ id, target, context }) {
    const choice = h("select", { class: "input" });
    const part = field(words.ownPlace, choice, { hint: words.ownPlaceHint(context.owner), id });
    const none = h("p", { class: "muted small" });
    const now = h("p", { class: "muted small numbers", "data-present": "distance" });
    choice.addEventListener("change", () => tell());

    function renew() {
        const chosen = choice.value || target?.place || "";
        const names = [...new Set((context.around?.places ?? []).map((each) => each.name))].sort((one, other) => one.localeCompare(other));
        // One that is not there any more is still what the reminder says.
        const all = chosen && !names.includes(chosen) ? [...names, chosen] : names;
        fill(choice, all.length ? [] : h("option", { value: "" }, words.noPlaces), all.map((name) => h("option", { value: name, selected: name === chosen }, name)));
        setText(none, context.around && !all.length ? words.noPlacesText(context.owner) : chosen && context.around && !names.includes(chosen) ? words.missing.no_place : "");
        tell();
    }

    function tell() {
        const place = (context.around?.places ?? []).find((each) => each.name === choice.value);
        const owner = context.around?.owner;
        setText(now, place && !place.points && owner ? words.presentDistance(metres(Math.max(0, context.separation(owner, place) - place.radius_m))) : "");
    }

    renew();
    return {
        element: h("div", { class: "stack" }, part.element, none, now), renew,
        choose(name) {
            choice.value = name;
            part.complain("");
            tell();
            choice.focus();
        },
        peek: () => (choice.value ? { place: choice.value } : null),
        read() {
            if (part.complain(choice.value ? "" : words.placeMissing)) return { place: choice.value };
            choice.focus();
            return null;
        },
    };
}

/// The nearest of a kind of shop.
export function nearestOfKind({ id, target, context }) {
    const units = preference("units");
    const names = Object.entries(words.spots).sort(([, one], [, other]) => one.localeCompare(other));
    const choice = h("select", { class: "input" }, names.map(([kind, name]) => h("option", { value: kind, selected: kind === target?.kind }, name)));
    const kind = field(words.kindOfShop, choice, { id });
    const input = Object.assign(h("input", { class: "input short", inputmode: "numeric", oninput: () => { if (radiusOf()) slider.set(radiusOf()); } }), { unit: strings.units.only[units] });
    const radius = field(words.nearerThan, input, { id: `${id}-radius` });
    const slider = logSlider({ label: words.nearerThan, low: least, high: most, round: roundMetres, text: metres, onchange: (value) => {
        input.value = lengthText(value, units);
        radius.complain("");
    } });
    const off = h("div", {});
    const from = target?.kind ? target.radius_m : usual;
    input.value = lengthText(from, units);
    slider.set(from);

    function radiusOf() {
        const value = lengthOf(input.value, units);
        return value >= least && value <= most ? value : 0;
    }

    function renew() {
        const source = context.facts?.sources.find((each) => each.kind === "shops");
        fill(off, source && !source.on ? notice([words.off.place, " ", words.offAdvice.place(context.owner)], { kind: "amber", symbol: "alert" }) : []);
    }

    renew();
    return {
        element: h("div", { class: "stack" }, off, h("div", { class: "row top" }, kind.element, radius.element), slider.element), renew,
        peek: () => (radiusOf() ? { kind: choice.value, radius_m: radiusOf() } : null),
        read() {
            if (radius.complain(radiusOf() ? "" : words.radiusWrong(metres(least), metres(most)))) return { kind: choice.value, radius_m: radiusOf() };
            input.focus();
            return null;
        },
    };
}
