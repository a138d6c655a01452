// Adds a thing: choose a tag that a gateway hears, name it, and have the gateway pair with it.
import { addClosed, addPage } from "../addkinds.js";
import { draft, emptyDraft, forgetDraft, forgetPairing, keepDraftOf, pairing } from "../adding.js";
import { api, follow } from "../api.js";
import { h, icon, setText, show as fill } from "../dom.js";
import { items } from "../items.js";
import { keepOwner, keptOwner } from "../keep.js";
import { button, busy, empty, field, notice, trouble } from "../parts.js";
import { photoPicker } from "../photopicker.js";
import { mayHere } from "../rights.js";
import { strings } from "../strings.js";
import { nameProblem } from "../validate.js";
import { ownPairings, pairStep } from "./pair.js";

const words = strings.add;

export function show({ session }) {
    if (!mayHere(session, "add")) return addClosed();
    const state = { ...emptyDraft(), gateways: [], session, isGone: false };
    const progress = h("ol", { class: "steps" });
    const body = h("div", { class: "panel stack" }, h("p", { class: "muted" }, strings.loading));
    const element = addPage("tag", progress, body);
    const steps = { tag: () => tagStep(state, move), name: () => nameStep(state, move), pair: () => pairStep(state, move) };
    let leave = () => {};

    function move(step) {
        const number = Object.keys(steps).indexOf(step);
        fill(progress, words.steps.map((name, index) => h("li", { class: index < number ? "done" : "", "aria-current": index === number ? "step" : null },
            h("span", { class: "step-number", "aria-hidden": "true" }, index < number ? icon("check") : String(index + 1)), name)));
        leave();
        const made = steps[step]();
        leave = made.leave ?? (() => {});
        fill(body, made.children);
        made.start?.();
    }

    async function load() {
        const found = await underWay(session);
        if (state.isGone) return undefined;
        state.gateways = (await api.gateways()).filter((gateway) => gateway.state === "online");
        state.gateway = state.gateways[0]?.gateway ?? null;
        state.owner = state.gateways[0]?.carried_by ?? keptOwner() ?? [...items.all.values()][0]?.owner ?? "";
        if (found) {
            Object.assign(state, found);
            return move("pair");
        }
        const typed = draft();
        if (typed?.tag && state.gateways.some((each) => each.gateway === typed.gateway)) {
            Object.assign(state, typed);
            return move("name");
        }
        if (state.gateway) return move("tag");
        const again = button(strings.retry, { onclick: () => busy(again, load) });
        return fill(body, empty({ symbol: "bluetooth", title: words.noGateway, text: words.noGatewayText, action: again }));
    }

    load().catch((problem) => fill(body, trouble(problem)));
    return {
        title: words.title, element, stays: true,
        dispose() {
            state.isGone = true;
            forgetDraft();
            if (state.isOver) forgetPairing(state.operation);
            leave();
        },
    };
}

/// The pairing that goes on, wherever it began, or that has ended and nobody has seen; null for none.
async function underWay(session) {
    const kept = pairing();
    const all = await ownPairings(session);
    const open = all.find((each) => !["done", "failed"].includes(each.state));
    if (kept && (!open || open.id === kept.operation)) return kept;
    return open ? { ...emptyDraft(), operation: open.id, gateway: open.gateway, tag: { address: open.tag }, owner: open.owner ?? "", name: open.item ?? "", isElsewhere: true } : null;
}

// Which tag?

function tagStep(state, move) {
    const list = h("ul", { class: "tags" });
    const status = h("p", { class: "muted", role: "status" });
    const error = h("div", {});
    const gateway = h("select", { class: "input", id: "gateway", onchange: () => { state.gateway = gateway.value; scan(); } },
        state.gateways.map((each) => h("option", { value: each.gateway }, each.gateway)));
    gateway.value = state.gateway;
    const again = button(words.scan, { symbol: "search", onclick: () => scan() });
    let isHere = true;

    async function scan() {
        await busy(again, async () => {
            setText(status, words.scanning);
            fill(error);
            if (await isOff(state.gateway)) throw new Error(words.radioOff);
            const end = await follow(await api.askGateway(state.gateway, "scan"), { stopped: () => !isHere });
            if (!isHere) return;
            if (end.state === "failed") throw new Error(end.error);
            const tags = end.tags ?? [];
            setText(status, tags.length ? "" : words.none);
            fill(list, tags.map((tag) => tagLine(tag, () => {
                // What was said of another tag is not meant for this one.
                if (state.tag?.address !== tag.address) Object.assign(state, { name: "", photo: null, lostPhoto: false });
                state.tag = tag;
                move("name");
            })));
        }, { complain: (problem) => {
            setText(status, "");
            fill(error, notice(problem.message, { kind: "amber", symbol: "alert" }));
        } });
    }

    return {
        children: [h("div", {}, h("h2", {}, words.choose), h("p", { class: "muted small" }, words.chooseHint)),
            state.gateways.length > 1 ? h("div", { class: "field" }, h("label", { for: "gateway" }, words.gateway), gateway) : null,
            h("div", {}, error, status), list, h("div", { class: "buttons" }, again)],
        start: scan,
        leave: () => { isHere = false; },
    };
}

/// Whether a gateway has nothing to scan with: each of its adapters is without power, or blocked.
async function isOff(name) {
    const gateway = (await api.gateways()).find((each) => each.gateway === name);
    return Boolean(gateway?.adapters?.length) && gateway.adapters.every((each) => each.health === "off");
}

function tagLine(tag, onchoose) {
    const strength = tag.rssi === undefined ? 0 : tag.rssi > -55 ? 3 : tag.rssi > -70 ? 2 : tag.rssi > -85 ? 1 : 0;
    const content = [h("span", { class: "tag-name" }, h("strong", {}, tag.name ?? tag.model ?? words.nameless),
        h("span", { class: "muted small" }, tag.tracker ? words.paired(tag.tracker) : [tag.name ? tag.model : null, tag.address].filter(Boolean).join(" · "))),
    h("span", { class: `strength s${strength}`, title: tag.rssi === undefined ? null : words.signal(tag.rssi) },
        h("span", { class: "hidden-text" }, words.strengthOf(words.strength[strength])), [...Array(4)].map(() => h("i", {})))];
    return h("li", {}, tag.tracker ? h("div", { class: "tag" }, content) : h("button", { type: "button", class: "tag", onclick: onchoose }, content, icon("next")));
}

// What is it?

function nameStep(state, move) {
    const input = h("input", { class: "input", value: state.name, placeholder: strings.edit.namePlaceholder, autocomplete: "off" });
    const name = field(strings.edit.name, input, { hint: strings.edit.nameHint, id: "name" });
    const ownerInput = h("input", { class: "input", value: state.owner, autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
    const owner = field(words.owner, ownerInput, { hint: words.ownerHint, id: "owner" });
    const shown = () => ({ item: input.value.trim() || "?", owner: state.owner, tracker: "new" });
    const picker = photoPicker(shown(), { initial: state.photo, canRemove: () => Boolean(state.photo), onchoose: (blob) => {
        Object.assign(state, { photo: blob, lostPhoto: false });
        lost.hidden = true;
        keepDraftOf(state);
        if (!blob) picker.clear();
    } });
    const lost = h("p", { class: "hint", role: "status", hidden: !state.lostPhoto }, words.lostPhoto);
    // Kept also where one goes back, or loads the page anew.
    const keep = () => {
        [state.name, state.owner] = [input.value, ownerInput.value.trim()];
        keepDraftOf(state);
    };
    input.addEventListener("input", () => {
        picker.redraw(shown());
        keep();
    });
    ownerInput.addEventListener("input", keep);
    const form = h("form", { class: "stack", novalidate: true, onsubmit: (event) => {
        event.preventDefault();
        const isRight = [name.complain(nameProblem(input.value)), owner.complain(/^[A-Za-z0-9_-]{1,64}$/.test(ownerInput.value.trim()) ? "" : words.ownerWrong)];
        if (!isRight.every(Boolean)) return (isRight[0] ? ownerInput : input).focus();
        [state.name, state.owner] = [input.value.trim(), ownerInput.value.trim()];
        keepOwner(state.owner);
        return move("pair");
    } }, h("h2", {}, words.describe), picker.element, lost, name.element, owner.element,
        h("div", { class: "buttons" }, button(words.pair, { kind: "primary", type: "submit" }), button(words.back, { onclick: () => move("tag") })));
    return {
        children: [form],
        start() {
            state.operation = null;
            keepDraftOf(state);
            input.focus();
        },
    };
}
