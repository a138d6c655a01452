// What a page remembers for who comes back to it: where it was scrolled to, and what was chosen in it.
//
// It is kept with the entry of the browser's history, for the session that it was of.
import { holderKeyOfPage } from "./keep.js";

/// How long after the last movement the place is noted: browsers allow only so many notes.
const restFor = 400;
/// How long a page may take to become as high as it was.
const patience = 10_000;

/// Which entry of this tab's history the page is of, counted from the first: a step that is not wanted is taken back by it.
let nth = history.state?.nth ?? 0;
if (history.state?.nth === undefined) history.replaceState({ ...history.state, nth }, "");

let isRestoring = false;
let resting = null;
let observer = null;

/// What was remembered with this entry, for this session; empty otherwise.
export function recall() { return isMine() ? history.state.chosen ?? {} : {}; }

/// Remembers some more with this entry.
export function remember(fields) { note({ chosen: { ...recall(), ...fields } }); }

/// Whether the page before this one in the history is at a path.
export function cameFrom(path) { return history.state?.from === path; }

/// Whether this entry was left by the session that the page is of.
function isMine() { return Boolean(history.state?.of) && history.state.of === holderKeyOfPage(); }

function note(fields) {
    if (!holderKeyOfPage()) return;
    try {
        history.replaceState({ ...history.state, of: holderKeyOfPage(), ...fields }, "");
    } catch { /* Too often: then the next time. */ }
}

function noteScroll() {
    clearTimeout(resting);
    resting = null;
    if (!isRestoring) note({ chosen: recall(), at: scrollY });
}

/// Opens a new entry at a path, or puts it in place of this one.
export function enter(path, { replace = false } = {}) {
    settle();
    if (replace) return history.replaceState({ from: history.state?.from, nth }, "", path);
    noteScroll();
    nth += 1;
    return history.pushState({ from: location.pathname, nth }, "", path);
}

/// Has the address of the page tell what is shown in it.
export function readdress(address) {
    try { history.replaceState(history.state, "", address); } catch { /* Too often for this browser: the next one has it. */ }
}

/// How far the history has gone from the entry that the page is of to that of a `popstate`; null for an anchor within the page.
export function wayTo(state) {
    if (state) return state.nth - nth;
    nth += 1;
    history.replaceState({ nth }, "");
    return null;
}

/// The page is of the entry now that the history has gone to.
export function arrive(state) { nth = state.nth; }

/// Brings the page to where it was when it was left, as soon as it is high enough for that.
export function restoreScroll() {
    const at = isMine() ? history.state.at : 0;
    settle();
    if (!at) return scrollTo(0, 0);
    isRestoring = true;
    const end = Date.now() + patience;
    const move = () => {
        const most = document.documentElement.scrollHeight - innerHeight;
        if (most < at && Date.now() < end) return;
        settle();
        scrollTo(0, at);
    };
    observer = new ResizeObserver(move);
    observer.observe(document.getElementById("main"));
    return move();
}

/// Leaves the page where it is: somebody has moved it, or it is another. Noting goes on.
export function settle() {
    observer?.disconnect();
    observer = null;
    isRestoring = false;
}

/// Notes from now on where each page is scrolled to.
export function followScroll() {
    history.scrollRestoration = "manual";
    addEventListener("scroll", () => { if (!isRestoring) resting ??= setTimeout(noteScroll, restFor); }, { passive: true });
    for (const kind of ["wheel", "touchmove", "keydown", "pointerdown"]) addEventListener(kind, settle, { passive: true });
    addEventListener("pagehide", noteScroll);
}

/// Of the page that is being left nothing more is noted, as the entry is another's already.
export function stopNoting() {
    clearTimeout(resting);
    resting = null;
    isRestoring = true;
}
