// What a person can have a tracker do, with what is under way.
import { api, follow } from "./api.js";
import { now } from "./clock.js";
import { h, setAttribute, setText } from "./dom.js";
import { idOf, items } from "./items.js";
import { toast } from "./parts.js";
import { strings } from "./strings.js";

/// The verbs under way by item.
const underWay = new Map();

export function isUnderWay(id, verb) { return underWay.get(id)?.has(verb) ?? false; }

/// Whether an item rings, as the console says; a tracker stops by itself.
export function isRinging(item) { return Boolean(item.ringing_until) && Date.parse(item.ringing_until) > now(); }

/// What the button that rings would do now.
export function ringVerb(item) { return isRinging(item) ? "stop-ring" : "ring"; }

/// Says what is still waited for of the power, in words; empty for nothing.
export function pendingWords(item) {
    if (!item.power.pending) return "";
    return item.power.desired === "off" ? strings.actions.turningOff : strings.actions.turningOn;
}

/// A word beside a button, on what it has asked for and waits for.
export function makeWait() { return h("span", { class: "wait muted small", role: "status" }); }

/// Draws the buttons of an item that ring and locate it: each says what pressing it does, and beside it stands what is
/// under way.
export function drawCommands(item, { ring, ringWait, locate, locateWait }) {
    const id = idOf(item);
    const asked = ["ring", "stop-ring"].find((verb) => isUnderWay(id, verb));
    const isLocating = isUnderWay(id, "locate");
    const [verb, ofVerb] = isRinging(item) ? [strings.actions.stop, strings.actions.stopOf] : [strings.actions.ring, strings.actions.ringOf];
    setText(ring.lastChild, verb);
    for (const name of ["aria-label", "title"]) {
        setAttribute(ring, name, ofVerb(item.item));
        setAttribute(locate, name, strings.actions.locateOf(item.item));
    }
    setAttribute(ring, "aria-busy", asked ? "true" : null);
    setAttribute(locate, "aria-busy", isLocating ? "true" : null);
    setText(ringWait, asked ? strings.actions.asking[asked] : "");
    setText(locateWait, isLocating ? strings.actions.locating : "");
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
