// What the pages of reminders say, in English; scripts/languages has the same in others, under `reminders`.
//
// No other page needs it, so it is not among the texts of the first one.
import { translateAlso } from "../language.js";

/// A word that begins with a capital, within a sentence; one of capitals stays.
const within = (word) => String(word).replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase());
const plural = (count, one, many) => `${count} ${count === 1 ? one : many}`;

export const words = {
    listTitle: "Reminders", historyTitle: "History of reminders", title: (name) => name, newTitle: "New reminder",
    tabs: { list: "Reminders", history: "History" },
    addNew: "New reminder", addShort: "New", count: (count) => plural(count, "reminder", "reminders"),
    none: "No reminders yet", noneText: "A reminder tells you something once all of its conditions hold: “Umbrella: it is not with me, rain is likely, and I leave home”.",
    sort: "Sort by", sorts: { name: "Name", colour: "Colour", made: "Newest first", fired: "Told last" },
    owner: "Whose", anyOwner: "Everybody's", ownedBy: (owner) => `of ${owner}`, withOwner: (owner) => ` · ${owner}`,
    ownerHint: "The name of the owner in topics, as of their phone.", ownerWrong: "Enter 1 to 64 letters, digits, _ or -.",
    statuses: { told: "Told", holds: "All conditions hold", unknown: "Not known", snoozed: "Snoozed", dismissed: "Dismissed", disabled: "Off", waiting: "Waiting" },
    because: {
        told: "All conditions hold, and it was told. It is told again when they have come true anew.",
        holds: "All conditions hold. It was told for this occasion already.",
        unknown: "No condition fails, but of one or more nothing is known. Until then it is not told.",
        snoozed: "It was told and put off.",
        dismissed: "It was told and is done. It is told again when its conditions have come true anew.",
        disabled: "It is off: it is not told, whatever holds.",
        waiting: "At least one condition does not hold. It is told when the last of them comes true.",
    },
    why: "Is it told?", whyThen: "Why?", lastFired: (time, ago) => `Told last at ${time} (${ago}).`, neverFired: "Never told yet.",
    snoozedUntil: (time) => `Put off until ${time}.`, snoozedToNext: "Put off until its conditions come true the next time.", itsHistory: "Its history",
    answers: { dismiss: "Dismiss", snooze: "Snooze 10 min", later: "Snooze to next time" }, actOn: (action, name) => `${action}: ${name}`,
    answered: {
        dismiss: (name) => `${name} is done until its conditions come true the next time.`, snooze: (name) => `${name} comes again in 10 minutes, if its conditions hold then.`,
        later: (name) => `${name} comes again when its conditions come true the next time.`,
    },
    switchOf: (name) => `${name} is on`, switchedOn: (name) => `${name} is on.`, switchedOff: (name) => `${name} is off.`,
    delete: "Delete", deleteOf: (name) => `Delete ${name}`, deleteTitle: (name) => `Delete ${name}?`, deleteText: "Its conditions are gone with it. What was told of it stays in the history.", deleted: (name) => `${name} is deleted.`,
    noSuch: "There is no such reminder", noSuchText: "It was deleted, or it is not shared with you any more.", toAll: "To your reminders",
    readOnly: (owner) => `${owner} lets you look at this reminder, not change it.`,
    notifications: {
        off: "This browser shows no notifications: a reminder is told on other channels only.", denied: "Notifications are blocked in this browser: allow them in its settings for this site, or reminders are told on other channels only.",
        none: "This browser cannot show notifications: a reminder is told on other channels only.",
    },
    toSettings: "To the settings",

    what: "Name and colour", name: "Name", namePlaceholder: "What is to be thought of", colour: "Colour",
    colours: { red: "Red", orange: "Orange", green: "Green", blue: "Blue", violet: "Violet" },
    on: "On", onHint: "One that is off is kept, and never told.",
    conditions: "Conditions", conditionsHint: "All of them must hold. It is told when the last one comes true.", noConditions: "None yet.", noCondition: "Add a condition: without one it would never be told.",
    add: "Add a condition", addOf: (kind) => `Add a condition: ${kind}`, change: (kind) => `Change ${kind}`, remove: (kind) => `Remove ${kind}`,
    taken: (kind) => `${kind} is in this reminder already. It can have one condition of each kind: make another reminder for a second one.`,
    takenAny: "One condition of each kind: those that are grey are in this reminder already.",
    notFoundYet: "What is found of it now is shown once it is saved.",
    kinds: { time: "Time", weather: "Weather", availability: "Availability", place: "Place", thing: "Item" },
    kindHints: {
        time: "Between two times of the day, over midnight too.", weather: "All that you choose must hold in the same hour.", availability: "What the calendar says.",
        place: "Where the owner of the reminder is, by their phone.", thing: "How it is with one of the items.",
    },
    present: "At present", done: "Done", saved: "The reminder is saved.", made: (name) => `${name} is made.`,
    unsaved: "Not saved yet.", notMade: "Not made yet.",
    leave: { leaveTitle: "Leave without saving?", leaveText: "What you have changed in this reminder is lost.", leaveDiscard: "Discard", leaveStay: "Stay" },
    leaveCondition: { leaveTitle: "Leave this condition?", leaveText: "What you have chosen on this page is lost. The rest of the reminder stays.", leaveDiscard: "Discard", leaveStay: "Stay" },
    changedElsewhere: "This reminder was changed elsewhere meanwhile.", deletedElsewhere: "This reminder was deleted elsewhere meanwhile.",
    takeTheirs: "Show it as it is now", keepMine: "Save mine in its place",

    verdicts: { holds: "Holds.", fails: "Does not hold.", unknown: "Not known." },
    source: (text) => `Forecast: ${text}`,
    days: (count) => plural(count, "day", "days"), daysAnd: (days, rest) => `${days} ${rest}`,
    unit: "Unit", unitNames: { 60: "minutes", 3600: "hours", 86400: "days" }, spanWrong: (low, high) => `Enter ${low} to ${high}.`,

    from: "From", to: "To", minutes: "Minutes", weekdays: "On these days", noDay: "Choose at least one day.",
    endKind: { from: "From: clock or sun", to: "To: clock or sun" }, endKinds: { clock: "Time of day", sunrise: "Sunrise", sunset: "Sunset" },
    beforeOrAfter: { from: "From: before or after", to: "To: before or after" }, offsetSides: { before: "before", after: "after" },
    timeWrong: "Enter a time of the day.", offsetWrong: (most) => `Enter whole minutes, ${most} at most.`, sameEnds: "Enter another time than at the beginning.",
    overMidnight: "over midnight", zone: "Time zone", zoneOfService: "That of the service",
    timeLine: (from, to, days) => `${from} to ${to}${days ? ` · ${days}` : ""}`, dayRange: (first, last) => `${first}–${last}`,
    sun: { sunrise: "sunrise", sunset: "sunset" }, before: (length, what) => `${length} before ${what}`, after: (length, what) => `${length} after ${what}`,
    spanOn: (period) => `It is on: ${period}`, spanNext: (period) => `Next: ${period}`, noSpan: "At no time within eight days",

    sky: "Sky", skyHint: "One at a time.", anySky: "Any",
    skies: { clear: "Clear", clouds: "Clouds", rain: "Rain", drizzle: "Drizzle", thunderstorm: "Thunderstorm", snow: "Snow", fog: "Fog" },
    numbers: "Numbers", measures: { temperature: "Temperature", precipitation: "Precipitation", chance: "Chance of precipitation", wind: "Wind", snow_depth: "Snow depth" },
    units: { metric: { temperature: "°C", precipitation: "mm/h", chance: "%", wind: "km/h", snow_depth: "cm" }, imperial: { temperature: "°F", precipitation: "in/h", chance: "%", wind: "mph", snow_depth: "in" } },
    withUnit: (number, unit) => `${number} ${unit}`, measured: (measure, value) => `${within(measure)} ${value}`,
    anyValue: "Any", bounds: { above: "Above", below: "Below", between: "Between" }, sides: { above: "above", below: "below" },
    boundOf: (measure, side) => `${measure} ${side}`, limit: (measure, side, value) => `${within(measure)} ${side} ${value}`,
    boundWrong: (low, high) => `Enter a number from ${low} to ${high}.`, boundOrder: "Enter more than at the other end.", weatherEmpty: "Choose a sky or a number.",
    ahead: "Look ahead, not only at the present", within: "Within the next", withinNext: (length) => `within the next ${length}`, atPresent: "now", weatherWhere: "Where", atPlace: (place) => `at ${place}`,
    presentWeather: (text) => `At present: ${text}`, trouble: "The weather cannot be had at the moment:",

    calendar: "Calendar", availabilityStates: "What the calendar says",
    availability: { free: "Free", event: "In an event", begins: "Begins soon", ends: "Ends soon" },
    freeAtLeast: "Free for at least", beginsIn: "An event begins within", endsIn: "The event ends within",
    word: "Title has the word", wordHint: "Leave empty for any event.",
    calendars: {
        seen: "Who may see all of your items sees your reminders with what was found of them, which has the title of the event that a condition is about. The rest of the calendar is shown to nobody.",
        title: "Connect a calendar", change: "Connect another calendar", way: "How it is read", ways: { address: "By its address", caldav: "CalDAV" },
        address: "Address of the calendar", addressHint: "Its private address in iCal format, which begins with https:// or webcal://. Whoever knows it reads the calendar, so it is shown to nobody again.",
        server: "CalDAV server", serverHint: "Begins with https://.", user: "User", password: "Password", passwordHint: "Best one that is for this alone, as many servers make them.",
        missing: "This is needed.", connect: "Connect", connected: "The calendar is connected.", connectedTo: (host) => `Connected with ${host}.`, byAdministrator: "One is connected in facts.yaml; another takes its place.",
        events: (count) => `${plural(count, "event", "events")} in the next fortnight.`,
        remove: "Forget the calendar", removeTitle: "Forget the calendar?", removeText: "Reminders that need a calendar are not told until one is connected again.", removed: "The calendar is forgotten.",
    },
    calendarFails: "The calendar cannot be read.", calendarRead: (ago) => `A calendar is connected, read ${ago}.`, calendarConnected: "A calendar is connected. It is read when a reminder needs it.",
    calendarHow: (owner) => `Connect one below; or whoever runs Tagalong names it in facts.yaml, under calendars: people: ${owner}.`,
    freeFor: (length) => `free for at least ${length}`, inEvent: "in an event", beginsWithin: (length) => `an event begins within ${length}`, endsWithin: (length) => `the event ends within ${length}`,
    withWord: (what, word) => `${what}, “${word}”`,
    event: (title, period) => `“${title}”, ${period}`, untitled: "An event without a title", freeUntil: (time) => `Free until ${time}`,

    placeEvent: "What is to happen", events: { enters: "Comes in", leaves: "Leaves", within: "Is there" }, placeEventHint: "Coming and leaving count for ten minutes, so that the other conditions have their time.",
    placeEvents: { enters: (place) => `coming to ${place}`, leaves: (place) => `leaving ${place}`, within: (place) => `at ${place}` },
    where: "Where", ways: { me: "Where I am", named: "My places", area: "Address or map", nearest: "Nearest shop" }, whereIAm: "Wherever the owner of the reminder is.",
    ownPlace: "Place", ownPlaceHint: (owner) => `Where items of ${owner} may stay behind, as in the items' settings.`, noPlaces: "No places", placeMissing: "Choose a place.",
    noPlacesText: (owner) => `${owner} has no places yet: add one in the settings of an item, or choose an address or a point of the map.`,
    search: "Search", searchPlaceholder: "Address or name", searchGo: "Search", searchEmpty: "Enter an address or a name.", suggestions: "Suggestions",
    searchFound: (count) => `${plural(count, "place", "places")} found: choose one here or on the map.`, searchNone: (text) => `Nothing is found for “${text}”.`, searchChosen: (name) => `${name} is chosen.`,
    searchOff: "Addresses are not searched for here: whoever runs Tagalong can name a server in facts.yaml (places: nominatim). Your own places, the map and coordinates work without.",
    mapOf: "the place", placeName: "What it is called", placeNameHint: "For you; may be left empty.", pinMissing: "Press the map where it is, search, or enter coordinates.",
    shapeKept: (count) => `An area with ${count} corners. Choose another place to replace it.`, shape: (count) => `an area with ${count} corners`,
    presentDistance: (length) => `At present ${length} away.`, around: (place, length) => `${place}, ${length} around`,
    nearest: (kind, length) => `the nearest ${within(kind)}, ${length} around`, kindOfShop: "Kind of shop", nearerThan: "Nearer than", radiusWrong: (low, high) => `Enter ${low} to ${high}.`,
    spots: {
        supermarket: "Supermarket", convenience: "Convenience store", bakery: "Bakery", butcher: "Butcher", greengrocer: "Greengrocer", kiosk: "Kiosk", drugstore: "Drugstore", pharmacy: "Pharmacy",
        diy: "DIY store", hardware: "Hardware store", electronics: "Electronics", clothes: "Clothes", shoes: "Shoes", books: "Books", pets: "Pet shop", florist: "Florist", hairdresser: "Hairdresser",
        laundry: "Laundry", bicycle: "Bicycle shop", petrol: "Petrol station", "charging-station": "Charging station", "post-office": "Post office", "post-box": "Post box", bank: "Bank",
        "cash-machine": "Cash machine", doctor: "Doctor", dentist: "Dentist", hospital: "Hospital", library: "Library", school: "School", restaurant: "Restaurant", cafe: "Café",
        recycling: "Recycling", "railway-station": "Railway station", "bus-stop": "Bus stop",
    },
    positionOf: (owner, ago) => `${owner} was last located ${ago}.`, noPositionOf: (owner) => `It is not known where ${owner} is.`,
    outside: (length) => `${length} outside`, inside: (length) => `${length} inside`, giveOrTake: (length) => `give or take ${length}`, since: (time) => `since ${time}`,

    item: "Item", itemMissing: "Choose an item.", noItems: "No items", noItemsText: (owner) => `${owner} has no items yet: add one first.`,
    thingStates: "It", thingState: { with_owner: "is with its owner", away: "is not with its owner", left_behind: "was left behind", at: "is at a place", battery: "has little battery" },
    batteryBound: "Battery below", batteryWrong: "Enter a whole number from 1 to 100.",
    things: { with_owner: (item) => `${item} is with its owner`, away: (item) => `${item} is not with its owner`, left_behind: (item) => `${item} was left behind` },
    thingAt: (item, place) => `${item} is at ${place}`, batteryBelow: (item, share) => `Battery of ${item} below ${share}`,
    presentThing: (text) => `At present: ${text}`, seen: (ago) => `heard ${ago}`, hasBattery: (share) => `battery ${share}`,
    plain: {
        "left behind": "Left behind", "not left behind": "Not left behind", "with its owner": "With its owner", "not with its owner": "Not with its owner",
        "nothing is on": "Nothing is on", "no such event": "No such event", "there is none around": "There is none around",
    },

    missing: {
        no_position: "It is not known where its owner is.", old_position: "Its owner's last position is too old to count.", unsure: "The position is too doubtful to say.",
        no_place: "There is no place of this name.", no_thing: "There is no such item.", no_level: "It is not known where the item is.", no_battery: "The battery of the item is not known.",
        waiting: "It is being asked for.", lacks: "The source does not tell this.", horizon: "The source does not look so far ahead.", no_zone: "There is no such time zone.",
        private: "What a calendar says is for its owner and administrators alone.",
    },
    failing: (text) => `It cannot be found out: ${text}`,
    off: { weather: "Nobody is asked for the weather.", availability: "No calendar is connected.", place: "Nobody is asked where shops are.", thing: "Nobody is asked for it.", time: "Nobody is asked for it." },
    offAdvice: {
        weather: (owner) => `Whoever runs Tagalong names a source in facts.yaml (weather: source); only then is anything asked for ${owner}.`,
        availability: (owner) => `${owner} connects one on the page of this condition; or whoever runs Tagalong connects or changes it in facts.yaml, under calendars: people: ${owner}, with an iCalendar address, a file, or CalDAV.`,
        place: (owner) => `Whoever runs Tagalong names a server in facts.yaml (places: overpass); only then is anything asked for ${owner}.`,
    },
    advice: {
        no_position: (owner) => `The phone of ${owner} has to tell where it is.`, old_position: (owner) => `See whether the phone of ${owner} still reports its position.`,
        unsure: (owner) => `A wider radius helps, or a more exact position of ${owner}.`, no_place: (owner) => `Choose another place of ${owner} in this condition.`, no_thing: (owner) => `Choose another item of ${owner} in this condition.`,
        no_level: (owner) => `It is known once the item, and the phone of ${owner}, report.`, lacks: (owner) => `Choose something else of the weather, or another source for ${owner}.`,
        horizon: (owner) => `Look less far ahead for ${owner}.`, no_zone: (owner) => `Choose another time zone for ${owner} in this condition.`,
    },
    addPhone: "Add a phone",

    eventWords: { fired: "told", repeated: "told once more", dismissed: "dismissed", snoozed: "put off" }, until: (time) => `until ${time}`,
    noHistory: "Nothing was told yet", noHistoryText: "What is told of reminders, why, and what was done with it stands here for a year.",
    historyOf: (name) => `Only of ${name}.`, historyOfAll: "Show all", older: "Show older", someShown: (count) => `The newest ${count} are shown.`, allShown: (count) => `${count} in all.`,
};

// In another language for whoever has chosen one.
await translateAlso("reminders", words);
