// Labels to print: for each item with a found page its name and the code that leads there.
import { api } from "../api.js";
import { h, show as fill } from "../dom.js";
import { button, empty, trouble } from "../parts.js";
import { strings } from "../strings.js";

const words = strings.labels;
/// Labels on a sheet: 3 beside each other, 8 below each other.
const perSheet = 24;

export function show() {
    const asked = new Set(new URLSearchParams(location.search).getAll("item"));
    const print = button(words.print, { kind: "primary", disabled: true, onclick: () => window.print() });
    const choice = h("div", { class: "panel stack", hidden: true });
    const sheets = h("div", { class: "sheets", role: "region", tabindex: "0", "aria-label": words.sheet });
    const none = h("div", {});
    const element = h("div", { class: "labels stack" },
        h("div", { class: "labels-choice stack" }, h("div", { class: "page-head" }, h("h1", { class: "grow" }, words.title), print), h("p", { class: "muted" }, words.text), none, choice),
        sheets);
    let isShown = true;

    function draw(pages) {
        const boxes = pages.map((page) => {
            const id = `${page.owner}/${page.tracker}`;
            const box = h("input", { type: "checkbox", id: `label-${page.owner}-${page.tracker}`, checked: !asked.size || asked.has(id), onchange: () => lay() });
            return { page, box, id };
        });
        const copies = h("input", { class: "input", type: "number", id: "copies", inputmode: "numeric", min: "1", max: String(perSheet), step: "1", value: "1", oninput: () => lay() });
        fill(choice, h("fieldset", { class: "stack" }, h("legend", { class: "label" }, words.which),
            boxes.map(({ page, box }) => h("div", { class: "check" }, box, h("label", { for: box.id, dir: "auto" }, page.item)))),
        h("div", { class: "field" }, h("label", { for: copies.id }, words.copies), copies));
        choice.hidden = false;

        function lay() {
            const count = Math.min(perSheet, Math.max(1, Math.floor(Number(copies.value)) || 1));
            const labels = boxes.filter(({ box }) => box.checked).flatMap(({ page }) => Array.from({ length: count }, () => page));
            print.disabled = !labels.length;
            const groups = Array.from({ length: Math.ceil(labels.length / perSheet) }, (_, place) => labels.slice(place * perSheet, (place + 1) * perSheet));
            fill(sheets, groups.map((each) => h("div", { class: "sheet" }, each.map(label))));
        }
        lay();
    }

    api.foundPages().then((pages) => {
        if (!isShown) return;
        if (pages.length) draw(pages);
        else fill(none, empty({ symbol: "tag", title: words.none, text: words.noneText }));
    }).catch((problem) => { if (isShown) fill(none, trouble(problem)); });
    return { title: words.title, element, dispose() { isShown = false; } };
}

function label(page) {
    return h("div", { class: "label-card" },
        h("img", { src: api.foundCodeAddress(`${page.owner}/${page.tracker}`, "svg"), alt: words.code(page.item), width: "110", height: "110" }),
        h("div", {}, h("strong", { dir: "auto" }, page.item), h("p", {}, words.scan), h("p", { class: "code" }, page.code)));
}
