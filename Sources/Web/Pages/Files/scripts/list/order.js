// Which items are shown, and in which order: what somebody searches for, has chosen, and wants on top.
import { inOrder, isMuted, kindOf, labelOf } from "../status.js";
import { strings } from "../strings.js";

/// Below this share of its charge a battery is low.
export const lowBattery = 15;
const states = ["lost", "far", "near", "silent", "off", "muted", "marked"];
const sorts = ["distance", "seen", "level", "battery"];

/// What the address says of it: `/?q=left&state=lost&battery=low&owner=sam&place=Home&sort=distance&shown=120`.
export function choiceOf(search) {
    const told = new URLSearchParams(search);
    const oneOf = (name, known) => (known.includes(told.get(name)) ? told.get(name) : "");
    return {
        q: told.get("q") ?? "", state: oneOf("state", states), battery: oneOf("battery", ["low"]),
        owner: told.get("owner") ?? "", place: told.get("place") ?? "", sort: oneOf("sort", sorts),
        shown: /^\d{1,5}$/.test(told.get("shown") ?? "") ? Number(told.get("shown")) : 0,
    };
}

/// The address of a choice, without what is as always.
export function addressOf(choice) {
    const told = new URLSearchParams(Object.entries(choice).filter(([, value]) => value)).toString();
    return told ? `/?${told}` : "/";
}

export const choices = { state: states, sort: sorts };

/// How many filters are set, without search and order.
export function countFilters(choice) { return ["state", "battery", "owner", "place"].filter((name) => choice[name]).length; }

/// The items that meet a choice, in its order.
export function chosen(all, choice) {
    const words = choice.q.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean);
    return ordered(all.filter((item) => meets(item, choice) && (!words.length || words.every(within(textOf(item))))), choice.sort);
}

const within = (text) => (word) => text.includes(word);

function meets(item, { state, battery, owner, place }) {
    return (!state || stateOf(item, state)) && (!battery || item.battery <= lowBattery) && (!owner || item.owner === owner) && (!place || item.place === place);
}

function stateOf(item, state) {
    const kind = kindOf(item);
    switch (state) {
    case "lost": return kind === "critical";
    case "far": return kind === "warning" || kind === "critical";
    case "near": return kind === "near";
    case "silent": return isSilent(item);
    case "off": return isOff(item);
    case "marked": return Boolean(item.marked_lost);
    default: return isMuted(item);
    }
}

const isOff = (item) => item.power?.reported === "off" || item.active_mode === "off";
const isSilent = (item) => !isOff(item) && (item.level === "unknown" || item.reachable === false);

/// What a search looks through: name, owner, device, place, and how the card says that it is.
function textOf(item) {
    const words = strings.list.search;
    return [item.item, item.owner, item.tracker, item.model, item.place, labelOf(item), strings.mode[item.active_mode],
        isSilent(item) ? words.silent : "", isMuted(item) ? words.muted : "", item.marked_lost ? `${words.marked} ${item.marked_lost.note ?? ""}` : "", item.battery <= lowBattery ? words.low : "",
    ].filter(Boolean).join(" ").toLocaleLowerCase();
}

const ranks = { critical: 0, warning: 1, unknown: 2, near: 3 };
/// What each order compares, the smallest on top; what is not known comes last.
const keys = {
    distance: (item) => -(item.distance_m ?? -1),
    seen: (item) => -(Date.parse(item.last_seen ?? item.position?.time) || 0),
    level: (item) => ranks[kindOf(item)] ?? 2,
    battery: (item) => item.battery ?? 101,
};

/// Without a wish it is the order that puts what is lost on top; with one that order is among equals.
function ordered(items, sort) {
    const standard = inOrder(items);
    const key = keys[sort];
    if (!key) return standard;
    return standard.map((item) => [key(item), item]).sort(([one], [other]) => one - other).map(([, item]) => item);
}
