// What the service tells above every page: which of its parts does not run while the others go on, and that it was updated
// since the page was loaded.
import { api, newestOnly } from "./api.js";
import { h, show } from "./dom.js";
import { moment } from "./format.js";
import { items } from "./items.js";
import { onLanguage } from "./language.js";
import { button, notice } from "./parts.js";
import { strings } from "./strings.js";

const newest = newestOnly();
/// Apart, so that what is said of one leaves the focus in the other.
const [news, parts] = [h("div", {}), h("div", {})];
const element = h("div", { class: "services", id: "services", role: "status" }, news, parts);
/// Those that do not run, as the console told them last.
let down = [];
/// Of which version this page is, by the address of its scripts.
const own = /\/pages\/([^/]+)\//.exec(import.meta.url)?.[1];
let isOld = false;
let wasLive = null;

/// Whether the console is another one than that this page came from. Its files are others too, so the next page is to be
/// loaded by the browser.
export function isOutdated() { return isOld; }

/// Asks where it may have been another one since: the connection is there again, or the tab was put aside.
async function lookForUpdate() {
    const { pages } = await api.setup();
    const is = Boolean(own && pages && pages !== own);
    if (is === isOld) return;
    isOld = is;
    drawNews();
}

function followConnection() {
    const isLive = items.connection === "live";
    if (isLive && wasLive === false) lookForUpdate().catch(() => {});
    if (isLive || wasLive) wasLive = isLive;
}

async function load(kinds) {
    // Where all run there is nothing to ask for.
    if (!kinds.length) return take([]);
    const told = await newest(api.services());
    if (told) take(told.filter((each) => each.state === "down"));
}

function take(told) {
    down = told;
    draw();
}

function draw() {
    // What was told before a connection broke off may not be so any more.
    show(parts, items.connection === "broken" ? [] : down.map(about));
}

function about({ service, owner, since, reason }) {
    const words = strings.services[service];
    if (!words) return null;
    return notice([h("strong", {}, words.title(moment(since), owner)), " ", words.means, " ", reason ? `${strings.services.reason(reason)} ` : null, strings.services.again],
        { kind: "amber", symbol: "alert" });
}

function drawNews() {
    const action = button(strings.update.load, { kind: "small", onclick: () => location.reload() });
    show(news, isOld ? notice([h("strong", {}, strings.update.title), " ", strings.update.text], { kind: "amber", action }) : null);
}

/// Shows it from now on.
export function watchServices() {
    document.getElementById("main").before(element);
    // That of the connection is told without an item.
    items.onChange((ids) => {
        if (ids?.size) return;
        followConnection();
        draw();
    });
    document.addEventListener("visibilitychange", () => { if (!document.hidden && wasLive !== null) lookForUpdate().catch(() => {}); });
    onLanguage(() => {
        drawNews();
        draw();
    });
    items.onEvent((kind, id, document) => { if (kind === "services") load(document?.down ?? []).catch(() => {}); });
}
