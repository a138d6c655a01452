// The parts of the program that may fail while the others go on: a notice above every page as long as one does not run.
import { api, newestOnly } from "./api.js";
import { h, show } from "./dom.js";
import { moment } from "./format.js";
import { items } from "./items.js";
import { onLanguage } from "./language.js";
import { notice } from "./parts.js";
import { strings } from "./strings.js";

const newest = newestOnly();
const element = h("div", { class: "services", id: "services", role: "status" });
/// Those that do not run, as the console told them last.
let down = [];

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
    show(element, items.connection === "broken" ? [] : down.map(about));
}

function about({ service, owner, since, reason }) {
    const words = strings.services[service];
    if (!words) return null;
    return notice([h("strong", {}, words.title(moment(since), owner)), " ", words.means, " ", reason ? `${strings.services.reason(reason)} ` : null, strings.services.again],
        { kind: "amber", symbol: "alert" });
}

/// Shows it from now on.
export function watchServices() {
    document.getElementById("main").before(element);
    // That of the connection is told without an item.
    items.onChange((ids) => { if (!ids?.size) draw(); });
    onLanguage(draw);
    items.onEvent((kind, id, document) => { if (kind === "services") load(document?.down ?? []).catch(() => {}); });
}
