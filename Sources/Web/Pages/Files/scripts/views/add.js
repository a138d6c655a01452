// Adds a thing: choose a tag that a gateway hears, name it, and have the gateway pair with it.
import { api, follow } from "../api.js";
import { h, icon, setText, show as fill } from "../dom.js";
import { sixDigits } from "../format.js";
import { items } from "../items.js";
import { keepOwner, keptOwner } from "../keep.js";
import { button, busy, empty, field, notice, toast } from "../parts.js";
import { photoPicker } from "../photopicker.js";
import { mayHere } from "../rights.js";
import { strings } from "../strings.js";
import { nameProblem } from "../validate.js";

const words = strings.add;

export function show({ go, session }) {
    if (!mayHere(session, "add")) return closed();
    const state = { gateways: [], gateway: null, tag: null, name: "", owner: "", photo: null, isGone: false };
    const progress = h("ol", { class: "steps" });
    const body = h("div", { class: "panel stack" }, h("p", { class: "muted" }, strings.loading));
    const element = h("div", { class: "narrow" }, h("div", { class: "page-head" }, h("h1", {}, words.title)), progress, body);
    const steps = { tag: () => tagStep(state, move), name: () => nameStep(state, move), pair: () => pairStep(state, move, go) };
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
        state.gateways = (await api.gateways()).filter((gateway) => gateway.state === "online");
        state.gateway = state.gateways[0]?.gateway ?? null;
        state.owner = state.gateways[0]?.carried_by ?? keptOwner() ?? [...items.all.values()][0]?.owner ?? "";
        if (state.gateway) return move("tag");
        const again = button(strings.retry, { onclick: () => busy(again, load) });
        return fill(body, empty({ symbol: "bluetooth", title: words.noGateway, text: words.noGatewayText, action: again }));
    }

    load().catch((problem) => fill(body, notice(problem.message, { kind: "amber", symbol: "alert" })));
    return { title: words.title, element, dispose() { state.isGone = true; leave(); } };
}

function closed() {
    const action = h("a", { class: "button", href: "/" }, strings.gone.link);
    return { title: words.title, dispose() {}, element: h("div", { class: "narrow" }, empty({ heading: "h1", symbol: "key", title: words.closed, text: words.closedText, action })) };
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
    const draft = () => ({ item: input.value.trim() || "?", owner: state.owner, tracker: "new" });
    const picker = photoPicker(draft(), { canRemove: () => Boolean(state.photo), onchoose: (blob) => {
        state.photo = blob;
        if (!blob) picker.clear();
    } });
    input.addEventListener("input", () => picker.redraw(draft()));
    const form = h("form", { class: "stack", novalidate: true, onsubmit: (event) => {
        event.preventDefault();
        const isRight = [name.complain(nameProblem(input.value)), owner.complain(/^[A-Za-z0-9_-]{1,64}$/.test(ownerInput.value.trim()) ? "" : words.ownerWrong)];
        if (!isRight.every(Boolean)) return (isRight[0] ? ownerInput : input).focus();
        [state.name, state.owner] = [input.value.trim(), ownerInput.value.trim()];
        keepOwner(state.owner);
        return move("pair");
    } }, h("h2", {}, words.describe), picker.element, name.element, owner.element,
        h("div", { class: "buttons" }, button(words.pair, { kind: "primary", type: "submit" }), button(words.back, { onclick: () => move("tag") })));
    return { children: [form], start: () => input.focus() };
}

// The pairing, step by step.

function pairStep(state, move, go) {
    const log = h("ol", { class: "log" });
    const question = h("div", { class: "stack", role: "alert" });
    const heading = h("h2", { tabindex: "-1" }, words.pairing(state.name));
    let isHere = true;
    let asked = "";

    function changed(operation) {
        const steps = operation.steps?.length ? operation.steps : [words.asking];
        const isOver = ["done", "failed"].includes(operation.state);
        fill(log, steps.map((text, index) => h("li", {}, index < steps.length - 1 || operation.state === "done" ? icon("check") : isOver ? icon("close") : spinner(), h("span", {}, text))));
        ask(operation);
    }

    function ask(operation) {
        const key = `${operation.state} ${operation.number ?? ""}`;
        if (key === asked) return;
        asked = key;
        const answer = (value) => async (event) => busy(event.currentTarget, async () => {
            await api.answer(operation.id, value);
            // The steps go on below the heading.
            heading.focus();
            if (asked === key) fill(question);
        });
        if (operation.state === "confirm") {
            fill(question, h("div", { class: "question" }, h("p", {}, words.confirm(sixDigits(operation.number))),
                h("p", { class: "digits numbers", "aria-hidden": "true" }, sixDigits(operation.number)),
                h("div", { class: "buttons" }, button(words.yes, { kind: "primary", onclick: answer({ confirm: true }) }), button(words.no, { onclick: answer({ confirm: false }) }))));
        } else if (operation.state === "passkey") {
            const number = field(words.passkey, h("input", { class: "input code", inputmode: "numeric", maxlength: "6", autocomplete: "off" }), { id: "passkey" });
            const send = button(words.send, { kind: "primary", onclick: (event) => {
                if (!number.complain(/^\d{6}$/.test(number.input.value) ? "" : words.passkeyWrong)) return;
                answer({ passkey: Number(number.input.value) })(event);
            } });
            fill(question, h("div", { class: "question" }, number.element, h("div", { class: "buttons" }, send)));
            goOn("input");
        } else if (operation.state === "show") {
            fill(question, h("div", { class: "question" }, h("p", {}, words.show(sixDigits(operation.number)))));
        } else {
            fill(question);
        }
    }

    async function pair() {
        try {
            const { gateway, tag, owner, name } = state;
            const operation = await api.askGateway(gateway, "pair", { tag: tag.identity ?? tag.address, owner, item: name });
            const end = await follow(operation, { changed, stopped: () => !isHere });
            if (!isHere) return;
            if (end.state === "failed") throw new Error(end.error);
            await finish(end);
        } catch (problem) {
            fill(question, notice(problem.message, { kind: "red", symbol: "alert" }), h("p", { class: "muted" }, words.failedHint),
                h("div", { class: "buttons" }, button(strings.retry, { kind: "primary", onclick: () => move("pair") }), button(words.back, { onclick: () => move("name") })));
            goOn("button");
        }
    }

    async function finish(operation) {
        const tracker = operation.tracker.includes("/") ? operation.tracker : `${operation.owner ?? state.owner}/${operation.tracker}`;
        let isSaved = true;
        await arrived(tracker, () => !isHere);
        if (state.photo) isSaved = await api.putPhoto(tracker, state.photo).then(() => true, () => false);
        if (!isSaved) toast(words.photoFailed, { red: true });
        items.load().catch(() => {});
        fill(question, notice(words.done(state.name), { symbol: "check" }),
            h("div", { class: "buttons" }, h("a", { class: "button primary", href: `/items/${tracker}` }, words.toItem(state.name)),
                h("a", { class: "button", href: "/" }, strings.back)));
        goOn("a.button");
    }

    /// The focus goes to what comes next, unless somebody has it elsewhere.
    function goOn(selector) {
        if ([heading, document.body].includes(document.activeElement)) question.querySelector(selector)?.focus();
    }

    return { children: [heading, log, question], start: () => { heading.focus(); pair(); }, leave: () => { isHere = false; } };
}

/// Waits until the console has stored what the tracker said of itself, which may be a moment after the pairing.
async function arrived(id, stopped) {
    for (let tries = 0; tries < 60 && !stopped(); tries += 1) {
        const isThere = await api.item(id).then(() => true, (problem) => problem.status !== 404);
        if (isThere) return;
        await new Promise((resolve) => { setTimeout(resolve, 500); });
    }
}

function spinner() {
    const drawing = icon("spinner");
    drawing.classList.add("spinner");
    return drawing;
}
