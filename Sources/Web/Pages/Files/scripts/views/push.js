// The part of the settings about alerts with the page closed.
import { api } from "../api.js";
import { h, icon, show as fill } from "../dom.js";
import { ago, day, timeOfDay } from "../format.js";
import { button, busy, toast } from "../parts.js";
import { pushState, renew, turnOff, turnOn } from "../push.js";
import { quietHours } from "../quiethours.js";
import { strings } from "../strings.js";

const words = strings.push;

/// What stands below the switch of the notifications.
export async function pushPart() {
    const box = h("div", { class: "stack", "data-part": "push" });
    const draw = async () => fill(box, await content(draw));
    await draw();
    return box;
}

async function content(draw) {
    const standing = await api.push().catch(() => ({ available: false }));
    if (!standing.available) return [h("p", { class: "muted" }, words.unavailable)];
    const state = await pushState();
    // What this browser has is told again, so that the list is true.
    const own = state === "on" ? await renew().catch(() => null) : null;
    // Without a session, say where only a token lets in, there is no list.
    const { subscriptions } = await api.pushSubscriptions().catch(() => ({ subscriptions: [] }));
    return [
        h("h3", {}, words.title),
        h("p", { class: "muted" }, words.text),
        control(state, own, standing.key, draw),
        subscriptions.length ? h("ul", { class: "places devices" }, subscriptions.map((each) => line(each, each.id === own?.id, draw))) : null,
    ];
}

function control(state, own, key, draw) {
    if (state === "none") return h("p", {}, words.none);
    if (state === "denied") return h("p", {}, strings.settings.notificationsDenied);
    const on = h("input", { type: "checkbox", id: "push", checked: state === "on" && own !== null, onchange: () => busy(on, async () => {
        if (on.checked) {
            const added = await turnOn(key);
            toast(added ? words.turnedOn : strings.settings.notificationsDenied, { red: !added });
        } else {
            await turnOff(own?.id);
            toast(words.turnedOff);
        }
        await draw();
    }, { complain: (problem) => {
        on.checked = !on.checked;
        toast(problem.status ? problem.message : words.refused, { red: true });
    } }) });
    return h("div", { class: "check" }, on, h("label", { for: "push" }, words.turnOn));
}

function line(device, isThis, draw) {
    const name = isThis ? words.thisOne(device.name) : device.name;
    const test = button(words.test, { kind: "quiet", "aria-label": words.testOf(name), onclick: () => busy(test, async () => {
        await api.testPush(device.id);
        toast(words.tested(name));
        await draw();
    }, { complain: async (problem) => {
        toast(problem.message, { red: true });
        await draw();
    } }) });
    const remove = button("", { kind: "square quiet", symbol: "bin", title: words.remove(name), onclick: () => busy(remove, async () => {
        if (isThis) await turnOff(device.id);
        else await api.removePush(device.id);
        toast(words.removed(name));
        await draw();
    }) });
    const facts = device.sent ? words.sent(ago(device.sent)) : words.never(day(device.created));
    return h("li", { "data-device": device.id }, icon("bell"), h("div", {}, h("strong", {}, name), h("p", { class: "muted small" }, facts)), test, remove, quiet(device, name, draw));
}

function quiet(device, name, draw) {
    const hours = quietHours(device.quiet, `push-quiet-${device.id}`);
    const save = button(words.saveQuiet, { kind: "primary", type: "submit" });
    const submit = async () => {
        if (!hours.check()) return hours.field.input.focus();
        await api.changePush(device.id, { quiet: hours.value() });
        toast(words.quietSaved(name));
        return draw();
    };
    const said = words.quiet(...(device.quiet?.split("-").map(timeOfDay) ?? []));
    return h("details", { class: "editor", "data-form": "push-quiet" },
        h("summary", { "aria-label": words.quietOf(name, said) }, icon("next"), said),
        h("form", { class: "stack guide", novalidate: true, onsubmit: (event) => {
            event.preventDefault();
            busy(save, submit, { complain: (problem) => hours.complain(problem.fields?.["/quiet"] ?? problem.message) });
        } }, h("p", { class: "muted small" }, words.quietHint), hours.children, h("div", { class: "buttons" }, save)));
}
