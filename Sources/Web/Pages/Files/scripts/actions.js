// What a person can have a tracker do, with what is under way.
import { api, follow } from "./api.js";
import { idOf, items } from "./items.js";
import { toast } from "./parts.js";
import { strings } from "./strings.js";

/// The verbs under way by item, and which items ring as far as this page knows.
const underWay = new Map();
const ringing = new Set();

export function isUnderWay(id, verb) { return underWay.get(id)?.has(verb) ?? false; }
export function isRinging(id) { return ringing.has(id); }

/// Says what is still waited for, in words; empty for nothing.
export function pendingWords(item) {
    const id = idOf(item);
    if (item.power.pending) return item.power.desired === "off" ? strings.actions.turningOff : strings.actions.turningOn;
    if (isUnderWay(id, "locate")) return strings.actions.locating;
    if (isUnderWay(id, "ring") || isUnderWay(id, "stop-ring")) return strings.actions.ringing;
    return "";
}

export async function setPower(item, power) {
    const id = idOf(item);
    // At once on the page; what the console answers comes after.
    const expected = { ...item.power, desired: power, pending: item.power.reported !== power };
    items.change(id, { power: expected });
    try {
        await items.ask(api.change(id, { power }));
    } catch (problem) {
        if (items.all.get(id)?.power === expected) items.change(id, { power: item.power });
        toast(strings.actions.failed(item.item, problem.message), { red: true });
    }
}

export async function command(item, verb) {
    const id = idOf(item);
    if (isUnderWay(id, verb)) return;
    note(id, verb, true);
    try {
        const end = await follow(await api.command(id, verb), { stopped: patience(120) });
        if (end.state === "failed") throw new Error(end.error ?? strings.errors.again);
        if (end.state !== "done") return toast(strings.actions.waiting(item.item));
        if (verb === "ring") ringing.add(id);
        if (verb === "stop-ring") ringing.delete(id);
        const words = { locate: strings.actions.located, ring: strings.actions.rings, "stop-ring": strings.actions.stopped };
        toast(words[verb](item.item));
    } catch (problem) {
        toast(strings.actions.failed(item.item, problem.message), { red: true });
    } finally {
        note(id, verb, false);
    }
}

function note(id, verb, isOn) {
    const verbs = underWay.get(id) ?? new Set();
    if (isOn) verbs.add(verb); else verbs.delete(verb);
    underWay.set(id, verbs);
    items.change(id, {});
}

/// True once so many seconds have gone by.
function patience(seconds) {
    const end = performance.now() + seconds * 1000;
    return () => performance.now() > end;
}
