// What the small pages of conditions need to know of their owner's surroundings and of the sources of facts.
import { api } from "../api.js";
import { now } from "../clock.js";
import { separation } from "../map/geo.js";

/// Begins to ask; `changed` is called when something has come. What does not come is left out: the pages do without.
export function surroundingsOf({ owner, session, setup, touch, changed }) {
    const context = { owner, session, setup, touch, separation, around: null, facts: null, weather: null,
        /// Whether addresses may be searched for while somebody types.
        get suggests() { return Boolean(this.facts?.sources.find((each) => each.kind === "addresses")?.suggestions); } };
    let asked = null;

    /// Asks for those of this owner.
    context.ask = (next = context.owner) => {
        if (asked === next) return;
        [asked, context.owner, context.around, context.weather] = [next, next, null, null];
        api.surroundings().then(({ owners, places }) => {
            if (asked !== next) return;
            context.around = { owner: owners.find((each) => each.owner === next)?.position ?? null, places: unique(places.filter((each) => each.owner === next).map((each) => each.place)) };
            changed();
        }, () => {});
        api.reminders({ owner: next, limit: 1000 }).then(({ reminders }) => {
            if (asked !== next) return;
            context.weather = presentWeather(reminders);
            changed();
        }, () => {});
    };
    /// Asks how it stands with the sources; also after one of them has become another.
    context.askFacts = () => api.facts().then((facts) => {
        context.facts = facts;
        changed();
    }, () => {});
    context.askFacts();
    return context;
}

/// The weather where the owner is, as far as another reminder has found it, for one that is not saved yet; null for none.
function presentWeather(reminders) {
    const found = reminders.filter(({ weather }) => weather && !weather.place).flatMap(({ state }) => state?.why ?? []);
    return found.find(({ kind, missing, from, to }) => kind === "weather" && !missing && Date.parse(from) <= now() && now() < Date.parse(to)) ?? null;
}

/// Of places of one name the first: that is how they are told apart in a choice.
function unique(places) { return places.filter((place, index) => places.findIndex((each) => each.name === place.name) === index); }
