// The list with the map of all items beside it, or on a phone with a switch between both.
import { h } from "../dom.js";
import { segments } from "../parts.js";
import { strings } from "../strings.js";

const wide = matchMedia("(min-width: 72rem)");
/// What was shown last on a phone, also after one has looked at an item.
let last = "list";

/// Puts a list into a frame with a map, which is loaded when it is to be seen, and after the list.
///
/// `shown` tells which items the list shows (list/shown.js).
export function beside(list, { setup, shown }) {
    const holder = h("div", { class: "beside-map" });
    const element = h("div", { class: "beside" },
        h("div", { class: "beside-switch", hidden: true }, segments(strings.overview.view, strings.overview.views, last, (next) => { last = next; arrange(); })),
        h("div", { class: "beside-list" }, list), holder);
    let overview = null;
    let hasMap = false;
    let isLoading = false;
    let isGone = false;

    function arrange() {
        element.className = `beside${hasMap ? ` with-map ${last}-first` : ""}`;
        element.firstChild.hidden = !hasMap;
        if (hasMap && (wide.matches || last === "map")) load();
    }

    function load() {
        if (isLoading) return;
        isLoading = true;
        const begin = () => import("./overview.js").then(({ makeOverview }) => {
            if (isGone) return;
            overview = makeOverview({ setup, shown });
            holder.append(overview.element);
        }).catch(() => { isLoading = false; });
        // The list comes first.
        setTimeout(begin, last === "map" ? 0 : 50);
    }

    const stop = shown.onChange((items) => {
        const had = hasMap;
        // Once it is there it stays: a search that finds nothing is no reason to move everything.
        hasMap ||= items.some((item) => item.position);
        if (hasMap !== had) arrange();
    });
    wide.addEventListener("change", arrange);
    return {
        element,
        dispose() {
            isGone = true;
            stop();
            wide.removeEventListener("change", arrange);
            overview?.dispose();
        },
    };
}
