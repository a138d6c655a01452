// The page of a condition about where its owner is.
import { h, show as fill } from "../dom.js";
import { ago } from "../format.js";
import { notice, segments } from "../parts.js";
import { mayHere } from "../rights.js";
import { words } from "./strings.js";
import { targetPicker } from "./target.js";

export function placeEditor({ event: first = "enters", ...rest } = {}, context) {
    let event = first;
    const target = Object.keys(rest).length ? rest : undefined;
    const where = targetPicker({ id: "place", ways: ["named", "area", "nearest"], target, context });
    const owner = h("div", {});
    const element = h("div", { class: "stack" }, owner, segments(words.placeEvent, words.events, event, (next) => {
        event = next;
        context.touch();
    }), h("p", { class: "muted small" }, words.placeEventHint), where.element);

    function renew() {
        fill(owner, context.around ? ownerNotice(context) : []);
        where.renew();
    }

    renew();
    return {
        element, renew,
        read() {
            const place = where.read();
            return place ? { event, ...place } : null;
        },
        peek() {
            const place = where.peek();
            return place ? { event, ...place } : null;
        },
        dispose: () => where.dispose(),
    };
}

/// Says where it is not known where the owner is, with what to do; else when that was told last.
function ownerNotice({ around, owner, session }) {
    if (around.owner) return h("p", { class: "muted small" }, words.positionOf(owner, ago(around.owner.time)));
    const action = mayHere(session, "add") ? h("a", { href: "/add/phone" }, words.addPhone) : null;
    return notice([words.noPositionOf(owner), " ", words.advice.no_position(owner)], { kind: "amber", symbol: "alert", action });
}
