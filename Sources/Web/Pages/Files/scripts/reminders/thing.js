// The page of a condition about one of the owner's items.
import { h, setText } from "../dom.js";
import { ago } from "../format.js";
import { items } from "../items.js";
import { field } from "../parts.js";
import { labelOf } from "../status.js";
import { strings } from "../strings.js";
import { words } from "./strings.js";
import { targetPicker } from "./target.js";

const states = ["with_owner", "away", "left_behind", "at", "battery"];

export function thingEditor(condition = {}, context) {
    const choice = h("select", { class: "input", onchange: () => tell() });
    const thing = field(words.item, choice, { id: "thing-item" });
    const first = condition.battery_below !== undefined ? "battery" : condition.is ?? "away";
    const radios = states.map((each) => h("input", { type: "radio", name: "thing-state", id: `thing-${each}`, value: each, checked: each === first, onchange: () => draw() }));
    const share = h("input", { class: "input short", type: "number", inputmode: "numeric", min: 1, max: 100, step: 1, value: String(condition.battery_below ?? 20) });
    const battery = field(words.batteryBound, Object.assign(share, { unit: "%" }), { id: "thing-battery-below" });
    const where = targetPicker({ id: "thing-place", ways: ["named", "area"], target: condition.place, context });
    const now = h("p", { class: "small", role: "status", "data-present": "thing" });
    const element = h("div", { class: "stack" }, thing.element, now,
        h("fieldset", { class: "stack sections" }, h("legend", { class: "label" }, words.thingStates),
            radios.map((radio) => h("div", { class: "check" }, radio, h("label", { for: radio.id }, words.thingState[radio.value])))),
        where.element, battery.element);

    const chosen = () => radios.find((radio) => radio.checked).value;

    function draw() {
        where.element.hidden = chosen() !== "at";
        battery.element.hidden = chosen() !== "battery";
    }

    /// The owner's items; one that is gone is still what the reminder says.
    function offer() {
        const known = [...items.all.values()].filter((each) => each.owner === context.owner).sort((one, other) => one.item.localeCompare(other.item));
        const isGone = condition.thing && !known.some((each) => each.tracker === condition.thing);
        const before = choice.value || condition.thing;
        choice.replaceChildren(...known.map((each) => h("option", { value: each.tracker }, each.item)), ...(isGone ? [h("option", { value: condition.thing }, condition.thing)] : []));
        if (!choice.options.length) choice.append(h("option", { value: "" }, words.noItems));
        if (before) choice.value = before;
        tell();
    }

    /// How it is with the item now.
    function tell() {
        const item = items.all.get(`${context.owner}/${choice.value}`);
        if (!item) return setText(now, choice.value ? words.missing.no_thing : words.noItemsText(context.owner));
        return setText(now, words.presentThing([labelOf(item), item.battery === undefined ? null : words.hasBattery(strings.units.percent(item.battery)),
            item.last_seen ? words.seen(ago(item.last_seen)) : null].filter(Boolean).join(" · ")));
    }

    const stop = items.onChange((ids) => {
        if (ids === null) offer();
        else if (ids.has(`${context.owner}/${choice.value}`)) tell();
    });
    offer();
    draw();
    return {
        element,
        renew: () => where.renew(),
        read() {
            if (!thing.complain(choice.value ? "" : words.itemMissing)) {
                choice.focus();
                return null;
            }
            if (chosen() === "battery") {
                const below = Number(share.value);
                if (battery.complain(Number.isInteger(below) && below >= 1 && below <= 100 ? "" : words.batteryWrong)) return { thing: choice.value, battery_below: below };
                share.focus();
                return null;
            }
            if (chosen() !== "at") return { thing: choice.value, is: chosen() };
            const place = where.read();
            return place ? { thing: choice.value, is: "at", place } : null;
        },
        peek() {
            if (!choice.value) return null;
            const below = Number(share.value);
            if (chosen() === "battery") return Number.isInteger(below) && below >= 1 && below <= 100 ? { thing: choice.value, battery_below: below } : null;
            if (chosen() !== "at") return { thing: choice.value, is: chosen() };
            const place = where.peek();
            return place ? { thing: choice.value, is: "at", place } : null;
        },
        dispose() {
            stop();
            where.dispose();
        },
    };
}
