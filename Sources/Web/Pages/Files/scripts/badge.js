// How many items are lost, where it is seen without looking at the page: in the tab's title and icon, and on the icon of the
// installed page.
import { items } from "./items.js";
import { kindOf } from "./status.js";
import { strings } from "./strings.js";

/// With more items than these they are counted so often at most, in milliseconds: each of thousands may change each second.
const [countAtOnce, countEvery] = [300, 1000];
const icons = { calm: "/icon.svg", lost: "/icon-lost.svg" };
let title = strings.name;
let shown = 0;
/// What the icon of the installed page was told; null for nothing yet, and it may show what the worker has told.
let told = null;

/// Sets the title of the page; the number of lost items stands before it.
export function setTitle(text) {
    title = text;
    draw();
}

function draw() {
    document.title = shown ? strings.lostTitle(shown, title) : title;
    const link = document.querySelector("link[rel=icon]");
    const wanted = shown ? icons.lost : icons.calm;
    if (link && link.getAttribute("href") !== wanted) link.setAttribute("href", wanted);
}

/// Follows the items; where they are not known, nothing is said of them.
export function startBadge() {
    const count = () => {
        const lost = [...items.all.values()].filter((item) => kindOf(item) === "critical").length;
        if (lost !== shown) {
            shown = lost;
            draw();
        }
        if (lost === told || !items.isFresh) return;
        told = lost;
        (lost ? navigator.setAppBadge?.(lost) : navigator.clearAppBadge?.())?.catch(() => {});
    };
    let counting = null;
    items.onChange(() => {
        if (items.all.size <= countAtOnce) return count();
        counting ??= setTimeout(() => {
            counting = null;
            count();
        }, countEvery);
        return undefined;
    });
    count();
}
