// The cards that are on the page: in order, no more than are looked at, and without taking the focus from anybody.
import { h, setAttribute } from "../dom.js";
import { idOf, items } from "../items.js";
import { card } from "./card.js";

/// So many are on the page at first, and come with each wish for more: hundreds of cards that change each second are too many
/// for a phone.
export const pageSize = 60;

export function makeCards() {
    const cards = new Map();
    const list = h("ul", { class: "cards" });
    let several = false;

    /// Puts the cards of the first `limit` items in order, and moves only those that are elsewhere. Answers whether the card that
    /// had the focus has gone.
    function arrange(wanted, limit) {
        const held = list.contains(document.activeElement) ? document.activeElement.closest(".card") : null;
        const heldAt = held ? [...list.children].indexOf(held) : -1;
        const shown = wanted.slice(0, limit);
        const beyond = held && wanted.slice(limit).find((item) => idOf(item) === held.dataset.id);
        // What somebody is at stays, however far down it belongs by now.
        if (beyond) shown.push(beyond);
        const ids = new Set(shown.map(idOf));
        for (const [id, each] of cards) {
            if (ids.has(id)) continue;
            each.element.remove();
            cards.delete(id);
        }
        const elements = shown.map((item) => made(item).element);
        put(elements, held);
        const isCut = wanted.length > elements.length;
        elements.forEach((element, index) => {
            setAttribute(element, "aria-setsize", isCut ? wanted.length : null);
            setAttribute(element, "aria-posinset", isCut ? index + 1 : null);
        });
        if (!held || held.isConnected) return false;
        list.children[Math.min(heldAt, list.children.length - 1)]?.querySelector("h2 a").focus();
        return !list.children.length;
    }

    /// The card that has the focus stays where it is in the document, and the others move around it: one that is moved loses it.
    function put(elements, held) {
        const at = elements.indexOf(held);
        const place = (some, first) => some.reduce((before, element) => {
            if (element === before) return before.nextSibling;
            list.insertBefore(element, before);
            return before;
        }, first);
        if (at < 0) return place(elements, list.firstChild);
        place(elements.slice(0, at), list.firstChild);
        return place(elements.slice(at + 1), held.nextSibling);
    }

    function made(item) {
        const id = idOf(item);
        if (!cards.has(id)) {
            cards.set(id, card(id));
            cards.get(id).draw(item, several);
        }
        return cards.get(id);
    }

    return {
        list, arrange,
        /// Draws those of some items that are on the page; of all for null.
        draw(ids) {
            for (const id of ids && ids.size < cards.size ? ids : cards.keys()) {
                if (!ids || ids.has(id)) items.all.has(id) && cards.get(id)?.draw(items.all.get(id), several);
            }
        },
        /// Whether the owners differ, so that each card names its own.
        nameOwners(are) {
            if (several === are) return;
            several = are;
            this.draw(null);
        },
        tick() { for (const [id, each] of cards) if (items.all.has(id)) each.tick(items.all.get(id)); },
        focus(index) { list.children[index]?.querySelector("h2 a").focus(); },
        element: (id) => cards.get(id)?.element,
        get size() { return cards.size; },
    };
}
