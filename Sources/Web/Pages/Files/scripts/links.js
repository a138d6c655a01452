// The part of an item's page about links that show it to whoever has them.
import { api } from "./api.js";
import { secretBox } from "./copy.js";
import { h, icon, show as fill } from "./dom.js";
import { ago, moment } from "./format.js";
import { button, busy, confirm, field, segments, toast } from "./parts.js";
import { qrPicture } from "./qr.js";
import { strings } from "./strings.js";

const words = strings.links;
const most = 720;

/// The links to an item that are open though nobody logs in any more, if there are any: they can be revoked.
export async function leftLinks(id) {
    const links = await api.links(id);
    return links.length ? linkPanel(id, { mayMake: false }) : null;
}

/// The links to an item, and a form for another one.
export function linkPanel(id, { mayMake = true } = {}) {
    const box = h("div", { class: "stack" });
    const fresh = h("div", { role: "status", class: "fresh" });

    async function draw(created) {
        // First what is told once: the list may not come.
        fill(fresh, created ? secret(created) : []);
        fresh.querySelector("input")?.select();
        const links = await api.links(id);
        fill(box, links.length ? h("ul", { class: "places devices entries" }, links.map((each) => line(id, each, draw))) : h("p", {}, words.none),
            mayMake ? form(id, draw) : null);
    }

    draw().catch((problem) => fill(box, h("p", { class: "muted" }, problem.message)));
    return h("section", { class: "panel stack", "aria-labelledby": "links-title", "data-panel": "links" },
        h("h2", { id: "links-title" }, words.title), h("p", { class: "muted" }, words.text), fresh, box);
}

/// The link that was just made, to be copied or scanned; it is told this once.
function secret({ path }) {
    const address = location.origin + path;
    const box = secretBox(address, { made: words.made, once: words.once, label: words.address, copy: words.copy });
    // Without the picture the link is as good.
    qrPicture(address, words.code).then((code) => box.append(code), () => {});
    return box;
}

function line(id, link, draw) {
    const name = link.note || words.unnamed(moment(link.created));
    const revoke = button("", { kind: "square quiet", symbol: "bin", title: words.revoke(name), onclick: () => busy(revoke, async () => {
        if (!(await confirm({ title: words.revokeTitle(name), text: words.revokeText, action: words.revokeAction }))) return;
        await api.revokeLink(id, link.id);
        toast(words.revoked(name));
        await draw();
    }) });
    const opened = link.openings ? words.opened(link.openings, ago(link.opened)) : words.unopened;
    return h("li", { "data-link": link.id }, icon("link"), h("div", {},
        h("strong", {}, name),
        h("p", { class: "muted small" }, words.of(link.account, words.precisions[link.precision])),
        h("p", { class: "muted small" }, `${words.until(moment(link.expires))} · ${opened}`)), revoke);
}

function form(id, draw) {
    let precision = "exact";
    const lifetime = field(words.lifetime, h("select", { class: "input", onchange: () => { hours.element.hidden = lifetime.input.value !== "other"; } },
        ["1", "4", "24", "72", "other"].map((key) => h("option", { value: key, selected: key === "4" }, words.lifetimes[key]))), { id: "link-lifetime" });
    const hours = field(words.hours, h("input", { class: "input", type: "number", inputmode: "numeric", min: "1", max: String(most), step: "1", value: "12" }), { hint: words.hoursHint, id: "link-hours" });
    hours.element.hidden = true;
    const note = field(words.note, h("input", { class: "input", maxlength: "64", autocomplete: "off" }), { hint: words.noteHint, id: "link-note" });
    const make = button(words.make, { kind: "primary", type: "submit" });

    async function submit() {
        const chosen = Number(lifetime.input.value === "other" ? hours.input.value : lifetime.input.value);
        if (!hours.complain(Number.isInteger(chosen) && chosen >= 1 && chosen <= most ? "" : words.hoursWrong)) return hours.input.focus();
        return draw(await api.addLink(id, { hours: chosen, precision, ...(note.input.value.trim() ? { note: note.input.value.trim() } : {}) }));
    }

    return h("details", { "data-form": "link" }, h("summary", {}, icon("next"), words.add),
        h("form", { class: "stack guide", novalidate: true, onsubmit: (event) => {
            event.preventDefault();
            busy(make, submit, { complain: (problem) => note.complain(problem.fields?.["/note"] ?? problem.message) });
        } }, lifetime.element, hours.element, segments(words.precision, words.precisions, precision, (next) => { precision = next; }),
        note.element, h("div", { class: "buttons" }, make)));
}
