// What one may do here, as the console says it: the pages offer what is possible and ask for nothing else.
import { strings } from "./strings.js";

/// Whether one may do that with an item, in the words of its `may`; where it is not told, the answer of the console says.
export function may(item, word) { return item?.may?.includes(word) ?? true; }

/// The same of what is about no single item, in the words of the session's `may`.
export function mayHere(session, word) { return session.may?.includes(word) ?? true; }

/// Whether its tracker can be told something: another only reports where it is.
export function isControllable(item) { return item?.controllable !== false; }

/// Whether one is told only in which area an item is: its positions are then the middles of circles.
export function isByArea(item) { return item?.precision === "area"; }

/// What one may not see or do with an item, in a sentence; empty for who may do what there is.
export function sharedWords(item) {
    const words = strings.shared;
    if (isByArea(item)) return may(item, "history") ? words.areas(item.owner) : words.area(item.owner);
    if (!may(item, "history")) return words.last(item.owner);
    return may(item, "change") ? "" : words.history(item.owner);
}

/// Changes with what one may do with an item, what it can do, and how exactly one is told where it is.
export function rightsKey(item) { return `${item.may ?? ""} ${item.precision ?? ""} ${isControllable(item)}`; }
