// The part of an item's page about its page for finders, and what they have written.
import { api } from "./api.js";
import { copyButton } from "./copy.js";
import { h, icon, show as fill } from "./dom.js";
import { finderBody } from "./finder.js";
import { ago, moment } from "./format.js";
import { inbox } from "./inbox.js";
import { button, busy, confirm, field, toast } from "./parts.js";
import { strings } from "./strings.js";

const words = strings.found;
const sections = ["", "public", "personal", "work", "school"];
const most = 500;

/// The page of an item, a form for what it shows, and the messages that finders have left; `dispose()` ends it.
export function foundPagePanel(id) {
    const box = h("div", { class: "stack" });
    const messages = h("ul", { class: "places devices entries", "aria-label": words.messages, "aria-live": "polite" });
    const top = h("div", {});
    let form = null;
    let isShown = true;

    /// The code and what can be done with the page; what is typed below stays.
    function drawStanding(page) { if (isShown) fill(top, page ? standing(id, page, draw, drawStanding) : h("p", {}, words.none)); }

    async function draw(page) {
        const found = page === undefined ? await own(id) : page;
        if (!isShown) return;
        form = formOf(id, found, draw);
        drawStanding(found);
        fill(box, top, form.element, found ? [h("h3", {}, words.messages), messages] : null);
        if (found) await drawMessages();
    }

    async function drawMessages() {
        const list = await api.finderMessages(id);
        if (!isShown) return;
        fill(messages, list.length ? list.map((each) => messageLine(id, each, drawMessages)) : h("li", { class: "muted" }, words.noMessages));
    }

    const complain = (problem) => fill(box, h("p", { class: "muted" }, problem.message));
    draw().catch(complain);
    // A message that comes is there at once.
    const stop = inbox.watch((news) => { if (news?.kind === "finder" && `${news.owner}/${news.tracker}` === id && messages.isConnected) drawMessages().catch(() => {}); });
    return {
        element: h("section", { class: "panel stack", "aria-labelledby": "found-title", "data-panel": "found" },
            h("h2", { id: "found-title" }, words.title), h("p", { class: "muted" }, words.text), box),
        /// Whether something is typed that would be lost.
        get isChanged() { return form?.isChanged ?? false; },
        dispose() {
            isShown = false;
            stop();
        },
    };
}

/// The page of an item with its tag; null for none.
async function own(id) { return (await api.foundPages()).some(({ owner, tracker }) => `${owner}/${tracker}` === id) ? api.foundPage(id) : null; }

/// The page that there is: its code, where it leads, and what can be done with it.
function standing(id, page, draw, drawStanding) {
    const renew = button(words.renew, { kind: "small", onclick: () => busy(renew, async () => {
        if (!(await confirm({ title: words.renewTitle, text: words.renewText, action: words.renewAction }))) return;
        drawStanding(await api.renewFoundCode(id));
        toast(words.renewed);
    }) });
    const remove = button(words.remove, { kind: "small", symbol: "bin", onclick: () => busy(remove, async () => {
        if (!(await confirm({ title: words.removeTitle, text: words.removeText, action: words.removeAction }))) return;
        await api.removeFoundPage(id);
        await draw(null);
        toast(words.removed);
    }) });
    const picture = (ending) => `${api.foundCodeAddress(id, ending)}`;
    return h("div", { class: "stack" },
        h("div", { class: "found-code" },
            // By the time of the code: a new one is another picture.
            h("img", { class: "qr", src: `${picture("svg")}`, alt: words.code, "data-code": page.code, width: "180", height: "180" }),
            h("div", { class: "stack" },
                h("p", { class: "code" }, page.code),
                h("p", { class: "muted small" }, words.codeFrom(moment(page.code_created))),
                h("div", { class: "buttons" },
                    h("a", { class: "button", href: page.address, target: "_blank", rel: "noopener" }, words.preview),
                    copyButton(page.address, words.copy),
                    h("a", { class: "button", href: `/labels?item=${id}` }, words.print),
                    h("a", { class: "button", href: picture("svg"), download: `${page.tracker}-found.svg` }, icon("download"), "SVG"),
                    h("a", { class: "button", href: picture("png"), download: `${page.tracker}-found.png` }, icon("download"), "PNG")))),
        h("div", { class: "buttons" }, renew, remove));
}

/// What the page shows, to be made or changed.
function formOf(id, page, draw) {
    const message = field(words.message, h("textarea", { class: "input", rows: "3", maxlength: String(most) }), { hint: words.messageHint, id: "found-message" });
    message.input.value = page?.message ?? "";
    const photo = h("input", { type: "checkbox", id: "found-photo", checked: page?.photo ?? false });
    const section = field(words.section, h("select", { class: "input" }, sections.map((key) =>
        h("option", { value: key, selected: key === (page?.section ?? "") }, words.sections[key || "none"]))), { hint: words.sectionHint, id: "found-section" });
    const read = () => ({ message: message.input.value.trim(), photo: photo.checked, section: section.input.value || null });
    const before = JSON.stringify(read());
    const save = button(page ? strings.save : words.make, { kind: "primary", type: "submit" });
    const fields = h("form", { class: "stack guide", novalidate: true, onsubmit: (event) => {
        event.preventDefault();
        busy(save, async () => {
            await draw(await api.putFoundPage(id, read(), page?.tag));
            toast(page ? words.saved : words.made);
        }, { complain: (problem) => message.complain(problem.status === 412 ? words.changedMeanwhile : problem.fields?.["/message"] ?? problem.message) });
    } }, message.element, h("div", { class: "check" }, photo, h("label", { for: photo.id }, words.photo)), section.element, h("div", { class: "buttons" }, save));
    return {
        element: h("details", { "data-form": "found" }, h("summary", {}, icon("next"), page ? words.change : words.add), fields),
        get isChanged() { return fields.isConnected && JSON.stringify(read()) !== before; },
    };
}

function messageLine(id, message, draw) {
    const remove = button("", { kind: "square quiet", symbol: "bin", title: words.removeMessage, onclick: () => busy(remove, async () => {
        if (!(await confirm({ title: words.removeMessageTitle, text: words.removeMessageText, action: words.removeMessageAction }))) return;
        await api.removeFinderMessage(id, message.id);
        await draw();
    }) });
    return h("li", { "data-message": message.id }, icon("mail"), h("div", {}, finderBody(message),
        h("p", { class: "muted small" }, h("time", { datetime: message.time, title: moment(message.time) }, ago(message.time)))), remove);
}
