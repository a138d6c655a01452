// The other items of an owner for which a place holds, too.
import { api } from "./api.js";
import { h, icon, setText, show } from "./dom.js";
import { idOf, items } from "./items.js";
import { may } from "./rights.js";
import { strings } from "./strings.js";

const words = strings.edit;

/// Boxes for the owner's other items; `begin(name)` checks those that have a place of that name.
export function placeSharing({ id, owner }) {
    const title = h("span", {});
    const list = h("fieldset", { class: "also-items" });
    const element = h("details", { class: "also", hidden: true }, h("summary", {}, icon("next"), title), list);
    let boxes = new Map();
    let before = new Set();
    let asking = Promise.resolve();

    function begin(name) {
        const others = [...items.all.values()].filter((each) => each.owner === owner && idOf(each) !== id && may(each, "change"))
            .sort((one, other) => one.item.localeCompare(other.item));
        element.hidden = !others.length;
        before = new Set();
        boxes = new Map(others.map((each) => [idOf(each), h("input", { type: "checkbox", id: `also-${each.tracker}`, onchange: tell })]));
        show(list, h("legend", { class: "label" }, words.alsoFor), others.map((each) =>
            h("div", { class: "check" }, boxes.get(idOf(each)), h("label", { for: `also-${each.tracker}` }, each.item))));
        tell();
        // Where that is not known, those that are checked get it, and all others are left alone.
        asking = name && others.length ? check(name, boxes).catch(() => {}) : Promise.resolve();
    }

    async function check(name, mine) {
        const { places } = await api.surroundings();
        if (mine !== boxes) return;
        before = new Set(places.filter((each) => each.owner === owner && each.place.name === name).flatMap((each) => each.trackers.map((tracker) => `${owner}/${tracker}`)));
        for (const [each, box] of mine) box.checked ||= before.has(each);
        tell();
    }

    function tell() { setText(title, words.also([...boxes.values()].filter((each) => each.checked).length)); }

    /// Has the place hold for those that are checked and for no others; `old` is its name before. Answers what failed.
    async function save(old, place) {
        await asking;
        const failed = [];
        for (const [other, box] of boxes) {
            try {
                if (box.checked) await put(other, before.has(other) ? old : null, place);
                else if (before.has(other)) await api.removePlace(other, old).catch(unless(404));
            } catch (problem) {
                failed.push({ item: items.all.get(other)?.item ?? other, problem });
            }
        }
        return failed;
    }

    return { element, begin, save };
}

/// Whatever the item has by now: the place under its name of before, none, or another one of the same name.
async function put(id, old, place) {
    if (old !== null && await api.replacePlace(id, old, place).catch(unless(404))) return;
    try {
        await api.addPlace(id, place);
    } catch (problem) {
        if (problem.status !== 409) throw problem;
        // It has one of that name, or as many as there may be.
        await api.replacePlace(id, place.name, place).catch((other) => { throw other.status === 404 ? problem : other; });
    }
}

/// Passes on all problems but those of this status.
function unless(status) { return (problem) => { if (problem.status !== status) throw problem; }; }
