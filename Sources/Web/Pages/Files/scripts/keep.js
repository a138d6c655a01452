// What this device keeps of somebody's things, for when the console cannot be reached: it is one session's, and goes with it.
import { now } from "./clock.js";

const [holderKey, itemsKey, ownerKey, addingKey] = ["tagalong.holder", "tagalong.items", "tagalong.owner", "tagalong.adding"];
const declinedKey = "tagalong.declined";
/// This one is a tab's own.
const draftKey = "tagalong.draft";
/// That somebody has logged out whom the console could not be told of.
const leftKey = "tagalong.left";
/// The worker's caches with answers of the console begin so; behind it comes the session.
const answers = "tagalong-answers";

/// The session that this page is of; null for none, and then nothing is kept.
let mine = null;
/// The same, also where nothing can be kept.
let session = null;

/// Whose it is what this device keeps, and until when; null for nobody's.
function holder() {
    try {
        const told = JSON.parse(localStorage.getItem(holderKey));
        return told && !(told.until <= now()) ? told : null;
    } catch { return null; }
}

/// Keeps for this session from now on, and removes what is another's. Answers whether the page was of this one before.
export async function keepFor(told) {
    // Where nobody has to log in, everybody may see it.
    const key = told.required ? (told.authenticated && told.session) || null : "everybody";
    const isKept = key !== null && holder()?.key === key;
    const isSame = isKept && [null, key].includes(mine);
    await (isKept ? removeAnswers(key) : forget());
    session = key;
    if (key === null) return isSame;
    try {
        localStorage.setItem(holderKey, JSON.stringify({ key, until: told.expires ? Date.parse(told.expires) : undefined }));
        mine = key;
        await globalThis.caches?.open(`${answers}.${key}`);
    } catch { /* Full or forbidden: then there is nothing to read offline. */ }
    return isSame;
}

/// Goes on with what is kept, as the console cannot be asked whose session it is; what is over is removed.
export async function keepOn() {
    mine ??= holder()?.key ?? null;
    session ??= mine;
    if (mine === null) await forget();
}

/// Removes all that is kept of anybody's things.
export async function forget() {
    mine = session = null;
    try {
        for (const key of [holderKey, itemsKey, ownerKey, addingKey, declinedKey]) localStorage.removeItem(key);
        sessionStorage.removeItem(draftKey);
    } catch { /* Forbidden: then there are none. */ }
    await removeAnswers(null);
    try {
        const worker = await navigator.serviceWorker?.getRegistration();
        for (const each of (await worker?.getNotifications()) ?? []) each.close();
    } catch { /* Where there is none, none is shown. */ }
    await navigator.clearAppBadge?.().catch(() => {});
}

async function removeAnswers(key) {
    try {
        const names = (await globalThis.caches?.keys()) ?? [];
        await Promise.all(names.filter((name) => name.startsWith(answers) && name !== `${answers}.${key}`).map((name) => caches.delete(name)));
    } catch { /* Forbidden: then there are none. */ }
}

/// The session that this page keeps for; null for none.
export function holderKeyOfPage() { return mine; }

/// The session that this page is of; null for none.
export function sessionOfPage() { return session; }

// Other pages of this browser. What they keep in common is removed by the browser itself with the answer to a log-out, and
// of that no page is told; so they tell one another.
const others = globalThis.BroadcastChannel ? new BroadcastChannel("tagalong.session") : null;

/// Tells the other pages of this session that it is over.
export function tellOthers() { if (mine !== null) others?.postMessage({ over: mine }); }

/// Calls when another page of this session says that it is over.
export function whenTold(action) { others?.addEventListener("message", ({ data }) => { if (mine !== null && data?.over === mine) action(); }); }

/// Whether the console has still to be told that somebody has logged out here: the cookie is out of reach of the pages.
export function oweLogOut() {
    try { return localStorage.getItem(leftKey) !== null; } catch { return false; }
}

export function setOweLogOut(isOwed) {
    try {
        if (isOwed) localStorage.setItem(leftKey, "yes"); else localStorage.removeItem(leftKey);
    } catch { /* Forbidden: then it ends by its time. */ }
}

/// Whether the session has ended by itself that this page is of.
export function isOver() { return mine !== null && holder()?.key !== mine; }

/// Calls when another page of this browser has come to keep for another session.
export function whenOthers(action) {
    addEventListener("storage", (event) => { if ([holderKey, null].includes(event.key) && isOver()) action(); });
}

/// Calls when a page of this browser comes to keep for somebody, until what it returns is called.
export function whenSomebody(action) {
    const hear = ({ key, newValue }) => { if (key === holderKey && newValue !== null) action(); };
    addEventListener("storage", hear);
    return () => removeEventListener("storage", hear);
}

/// Answers whether there was room.
function keep(name, value, store = () => localStorage) {
    // A page of who was here before has nothing to say any more.
    if (mine === null || holder()?.key !== mine) return false;
    try {
        if (value === null) store().removeItem(name);
        else store().setItem(name, JSON.stringify({ key: mine, value }));
        return true;
    } catch { /* Full or forbidden: then there is nothing to read offline. */ return false; }
}

function kept(name, store = () => localStorage) {
    try {
        const { key, value } = JSON.parse(store().getItem(name));
        return mine !== null && key === mine ? value : null;
    } catch { return null; }
}


/// More characters of items are not kept: a browser has room for some five million of all that a site keeps, and writing them
/// takes its time.
const mostOfItems = 1_000_000;

/// Keeps as many items as there is room for, those that are away from their owner first.
export function keepItems(all, about) {
    let room = mostOfItems;
    // Where there is less room than that, some are better than those of before.
    while (!keep(itemsKey, { ...about, items: thatFit(all, room), total: all.length })) {
        if (mine === null || holder()?.key !== mine) return;
        room /= 4;
        if (room < 1000) return void keep(itemsKey, null);
    }
}

function thatFit(all, room) {
    const isAway = (item) => Boolean(item.episode) || ["critical", "warning"].includes(item.level);
    const fitting = [];
    let left = room;
    for (const item of [...all.filter(isAway), ...all.filter((each) => !isAway(each))]) {
        left -= JSON.stringify(item).length + 1;
        if (left < 0) break;
        fitting.push(item);
    }
    return fitting;
}

export const keptItems = () => kept(itemsKey);
export const keepOwner = (owner) => keep(ownerKey, owner);
export const keptOwner = () => kept(ownerKey);
export const keepAdding = (pairing) => keep(addingKey, pairing);
export const keptAdding = () => kept(addingKey);
/// The places that somebody has said an item is not to stay in.
export const keepDeclined = (places) => keep(declinedKey, places);
export const keptDeclined = () => kept(declinedKey) ?? [];
export const keepDraft = (draft) => keep(draftKey, draft, () => sessionStorage);
export const keptDraft = () => kept(draftKey, () => sessionStorage);
