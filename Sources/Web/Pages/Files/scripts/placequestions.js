// Asks whether an item may stay behind where it spends its nights.
import { api } from "./api.js";
import { h, show } from "./dom.js";
import { keepDeclined, keptDeclined } from "./keep.js";
import { separation } from "./map/geo.js";
import { button, notice } from "./parts.js";
import { strings } from "./strings.js";
import { zoneName } from "./zone.js";

const words = strings.edit;
/// Metres between the middles of two places that are taken for one: one more night moves the middle a little.
const reach = 100;
/// So many answers are remembered, the latest ones.
const mostDeclined = 200;

/// A question for each place; `onyes` is called with a place that somebody wants to keep.
export function placeQuestions({ id, item, onyes }) {
    const element = h("div", { class: "stack" });
    let places = [];
    let name = item.item;

    /// Asks anew, as what was saved answers a question.
    async function load() {
        // Without an answer there is nothing to ask.
        const suggested = await api.suggestedPlaces(id, { zone: zoneName() }).catch(() => []);
        const declined = keptDeclined().filter((each) => each.id === id);
        places = suggested.filter((place) => !declined.some((each) => separation(each, place) < reach));
        draw();
    }

    function decline(place) {
        keepDeclined([...keptDeclined(), { id, lat: place.lat, lon: place.lon }].slice(-mostDeclined));
        places = places.filter((each) => each !== place);
        draw();
    }

    function draw() {
        show(element, places.map((place) => notice(words.placeAsk(name, place.nights, strings.item.coordinates(place.lat, place.lon)), { action: h("span", { class: "buttons" },
            button(words.placeYes, { kind: "small", onclick: () => onyes({ name: "", lat: place.lat, lon: place.lon, radius_m: Math.ceil(place.radius_m) }) }),
            button(words.placeNo, { kind: "small", onclick: () => decline(place) })) })));
    }

    load();
    return {
        element, load,
        rename(next) {
            name = next;
            draw();
        },
    };
}
