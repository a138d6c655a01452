// Makes an item of a device that only reports where it is: choose one that was heard, and name it.
import { addClosed, addPage } from "../addkinds.js";
import { api } from "../api.js";
import { h, icon, setText, show as fill } from "../dom.js";
import { ago } from "../format.js";
import { items } from "../items.js";
import { button, busy, field, notice } from "../parts.js";
import { photoPicker } from "../photopicker.js";
import { mayHere } from "../rights.js";
import { strings } from "../strings.js";
import { nameProblem } from "../validate.js";

const words = strings.add.mqtt;

export function show({ session }) {
    if (!mayHere(session, "add")) return addClosed();
    const body = h("div", { class: "panel stack" }, h("p", { class: "muted" }, strings.loading));
    const state = { isGone: false, leave: () => {} };
    const steps = { choose: () => chooseStep(state, (device) => move("name", device)), name: (device) => nameStep(state, device, move), done: (item, problem) => doneStep(item, problem, move) };

    function move(step, ...what) {
        state.leave();
        const made = steps[step](...what);
        state.leave = made.leave ?? (() => {});
        fill(body, made.children);
        made.start?.();
    }

    move("choose");
    return {
        title: strings.add.title, element: addPage("mqtt", body, setUp()), stays: true,
        dispose() {
            state.isGone = true;
            state.leave();
        },
    };
}

const idOf = (device) => `${device.owner}/${device.device}`;

// Which device?

function chooseStep(state, onchoose) {
    const list = h("ul", { class: "tags" });
    const status = h("p", { class: "muted", role: "status" }, strings.loading);
    const error = h("div", {});
    const again = button(words.again, { symbol: "search", onclick: () => busy(again, load, { complain }) });
    let isHere = true;
    let soon = null;
    let shown = "";

    async function load() {
        const devices = await api.heard();
        if (!isHere || state.isGone) return;
        fill(error);
        setText(status, devices.some((each) => !each.phone) ? "" : words.none);
        // What somebody is about to press stays where nothing has changed.
        const told = JSON.stringify(devices);
        if (told === shown) return;
        shown = told;
        fill(list, devices.map((device) => deviceLine(device, () => onchoose(device))));
    }

    function complain(problem) {
        if (!isHere) return;
        setText(status, "");
        fill(error, notice(problem.message, { kind: "amber", symbol: "alert" }));
    }

    // One that is heard for the first time comes by itself; of many at once one look is enough.
    const stop = items.onEvent((kind, of) => {
        if (kind !== "fix" || items.all.has(of) || list.contains(document.activeElement)) return;
        soon ??= setTimeout(() => {
            soon = null;
            load().catch(complain);
        }, 1000);
    });
    return {
        children: [h("div", {}, h("h2", {}, words.choose), h("p", { class: "muted small" }, words.chooseHint)),
            h("div", {}, error, status, list), h("div", { class: "buttons" }, again)],
        start: () => load().catch(complain),
        leave() {
            isHere = false;
            clearTimeout(soon);
            stop();
        },
    };
}

function deviceLine(device, onchoose) {
    const { lat, lon } = device.position;
    const where = words.heard(strings.lastSeen(ago(device.last_seen)), strings.item.coordinates(lat, lon));
    const lines = [h("strong", {}, idOf(device)), h("span", { class: "muted small" }, where)];
    if (!device.phone) return h("li", {}, h("button", { type: "button", class: "tag", onclick: onchoose }, h("span", { class: "tag-name" }, lines), icon("next")));
    return h("li", {}, h("div", { class: "tag" }, icon("person"), h("span", { class: "tag-name" }, lines,
        h("span", { class: "small" }, words.phone), h("span", { class: "muted small" }, words.phoneHint(device.owner)))));
}

// What is it?

function nameStep(state, device, move) {
    const id = idOf(device);
    const input = h("input", { class: "input", placeholder: strings.edit.namePlaceholder, autocomplete: "off" });
    const name = field(strings.edit.name, input, { hint: strings.edit.nameHint, id: "name" });
    const shown = () => ({ item: input.value.trim() || "?", owner: device.owner, tracker: device.device });
    let photo = null;
    const picker = photoPicker(shown(), { canRemove: () => Boolean(photo), onchoose: (blob) => {
        photo = blob;
        if (!blob) picker.clear();
    } });
    const error = h("div", {});
    const add = button(words.add, { kind: "primary", type: "submit" });
    input.addEventListener("input", () => picker.redraw(shown()));
    /// What it is named there is not changed without a word.
    async function addedElsewhere() {
        const { item } = await items.ask(api.item(id));
        fill(error, notice(words.added(id, item), { kind: "amber", action: h("a", { href: `/items/${id}` }, strings.add.toItem(item)) }));
    }

    const form = h("form", { class: "stack", novalidate: true, onsubmit: (event) => {
        event.preventDefault();
        if (!name.complain(nameProblem(input.value))) return input.focus();
        return busy(add, async () => {
            fill(error);
            const item = await items.ask(api.addItem(id, input.value.trim()));
            const problem = photo ? await putPhoto(id, photo) : null;
            if (!state.isGone) move("done", item, problem);
        }, { async complain(problem) {
            if (problem.status === 412) return addedElsewhere();
            name.complain(problem.fields?.["/item"] ?? "");
            return fill(error, notice(problem.message, { kind: "amber", symbol: "alert" }));
        } });
    } }, h("div", {}, h("h2", {}, words.describe), h("p", { class: "muted small" }, words.from(id))), picker.element, name.element, error,
        h("div", { class: "buttons" }, add, button(strings.add.back, { onclick: () => move("choose") })));
    return { children: [form], start: () => input.focus() };
}

/// Why the photo of a new item is not kept; null where it is.
async function putPhoto(id, photo) {
    try {
        items.change(id, { photo: await api.putPhoto(id, photo) });
        return null;
    } catch (problem) {
        return problem;
    }
}

function doneStep(item, problem, move) {
    const link = h("a", { class: "button primary", href: `/items/${item.owner}/${item.tracker}` }, strings.add.toItem(item.item));
    return {
        children: [h("h2", {}, words.done(item.item)), h("p", { class: "muted" }, words.doneHint),
            problem ? notice(strings.add.photoFailed, { kind: "amber", symbol: "alert" }) : null,
            h("div", { class: "buttons" }, link, button(strings.add.another, { onclick: () => move("choose") }))],
        start: () => link.focus(),
    };
}

/// How a device is set up that is not heard yet.
function setUp() {
    const code = (text) => h("p", {}, h("code", {}, text));
    return h("details", { class: "panel" }, h("summary", {}, icon("next"), words.setUp),
        h("div", { class: "stack" }, h("p", {}, words.setUpText), code(words.setUpTopic), h("p", {}, words.setUpOwner), code(words.setUpMessage),
            h("p", {}, words.setUpBroker), code(words.setUpCommand), h("p", {}, words.setUpThen)));
}
