// The pairing, step by step, wherever it was begun.
import { emptyDraft, forgetDraft, forgetPairing, keepDraftOf } from "../adding.js";
import { api, follow } from "../api.js";
import { h, icon, show as fill } from "../dom.js";
import { sixDigits } from "../format.js";
import { items } from "../items.js";
import { button, busy, field, notice, toast } from "../parts.js";
import { strings } from "../strings.js";

const words = strings.add;

/// What this account has asked gateways to pair with, newest first.
export async function ownPairings(session) {
    const all = await api.operations().catch(() => []);
    return all.filter((each) => each.verb === "pair" && (each.account ?? null) === (session.account ?? null));
}

export function pairStep(state, move) {
    const log = h("ol", { class: "progress" });
    const question = h("div", { class: "stack", role: "alert" });
    const note = h("div", { role: "status" });
    const hint = h("p", { class: "muted small" }, words.goesOn);
    const rest = h("div", { class: "stack" }, hint, h("div", { class: "buttons" }, button(words.another, { onclick: another })));
    const heading = h("h2", { tabindex: "-1" }, words.pairing(state.name));
    let isHere = true;
    let asked = "";
    let last = null;
    /// Whether this page has answered what was asked last, and whether that was to end it.
    let [isMine, isCancelled] = [false, false];

    function another() {
        Object.assign(state, emptyDraft(), { gateway: state.gateways[0]?.gateway ?? null, owner: state.owner, isElsewhere: false, lostPhoto: false });
        move("tag");
    }

    function changed(operation) {
        const wasAsked = ["confirm", "passkey"].includes(last?.state) && !last.answered;
        if (wasAsked && !isMine && operation.revision !== last.revision) tell(words.answeredElsewhere);
        if (operation.revision !== last?.revision) isMine = false;
        last = operation;
        const steps = operation.steps?.length ? operation.steps : [words.asking];
        const isOver = ["done", "failed"].includes(operation.state);
        rest.hidden = isOver;
        fill(log, steps.map((text, index) => h("li", {}, index < steps.length - 1 || operation.state === "done" ? icon("check") : isOver ? icon("close") : spinner(), h("span", {}, text))));
        ask(operation);
    }

    function tell(text) { fill(note, text ? notice(text) : []); }

    /// Answers what an operation asks; of several answers the first counts.
    async function answer(operation, value) {
        const key = asked;
        isMine = true;
        try {
            await api.answer(operation.id, value);
        } catch (problem) {
            isMine = false;
            if (problem.status !== 409) throw problem;
            isCancelled = false;
            tell(words.answeredElsewhere);
        }
        // The steps go on below the heading.
        heading.focus();
        if (asked === key) fill(question);
    }

    function ask(operation) {
        const key = `${operation.state} ${operation.number ?? ""} ${operation.answered ?? ""}`;
        if (key === asked) return;
        asked = key;
        const by = (value) => (event) => busy(event.currentTarget, () => answer(operation, value));
        const cancel = button(words.cancelPairing, { kind: "quiet", onclick: (event) => {
            isCancelled = true;
            by({ confirm: false })(event);
        } });
        if (operation.answered) {
            fill(question, h("p", { class: "muted" }, words.answered));
        } else if (operation.state === "confirm") {
            fill(question, h("div", { class: "question" }, h("p", {}, words.confirm(sixDigits(operation.number))),
                h("p", { class: "digits numbers", "aria-hidden": "true" }, sixDigits(operation.number)),
                h("div", { class: "buttons" }, button(words.yes, { kind: "primary", onclick: by({ confirm: true }) }), button(words.no, { onclick: by({ confirm: false }) }), cancel)));
        } else if (operation.state === "passkey") {
            const number = field(words.passkey, h("input", { class: "input code", inputmode: "numeric", maxlength: "6", autocomplete: "off" }), { id: "passkey" });
            const send = button(words.send, { kind: "primary", onclick: (event) => {
                if (!number.complain(/^\d{6}$/.test(number.input.value) ? "" : words.passkeyWrong)) return;
                by({ passkey: Number(number.input.value) })(event);
            } });
            fill(question, h("div", { class: "question" }, number.element, h("div", { class: "buttons" }, send, cancel)));
            goOn("input");
        } else if (operation.state === "show") {
            fill(question, h("div", { class: "question" }, h("p", {}, words.show(sixDigits(operation.number)))));
        } else {
            fill(question);
        }
    }

    /// The operation at the gateway: the one that goes on, or else a new one.
    async function begin() {
        if (state.operation) return api.operation(state.operation);
        const { gateway, tag, owner, name } = state;
        const wanted = tag.identity ?? tag.address;
        // It may have been asked for, and the answer has not come through.
        const open = (await ownPairings(state.session)).find((each) => each.tag === wanted && each.gateway === gateway && !["done", "failed"].includes(each.state));
        const operation = open ?? await api.askGateway(gateway, "pair", { tag: wanted, owner, item: name });
        state.operation = operation.id;
        await keepDraftOf(state);
        return operation;
    }

    /// Follows it to its end, also over a time without connection.
    async function end() {
        let current = null;
        for (;;) {
            try {
                current ??= await begin();
                if (!isHere) return null;
                const told = await follow(current, { changed: (next) => {
                    if (current.isAway) tell("");
                    current = next;
                    changed(next);
                }, stopped: () => !isHere });
                return isHere ? told : null;
            } catch (problem) {
                if (!isHere) return null;
                if (problem.status === 404) throw Object.assign(new Error(words.lost(state.name)), { isLost: true });
                if (!state.operation || !(problem.isOffline || problem.status >= 500)) throw problem;
                tell(words.away);
                if (current) current = { ...current, isAway: true };
                await pause(1000);
            }
        }
    }

    async function pair() {
        try {
            const told = await end();
            if (!told) return;
            state.isOver = true;
            if (told.state === "failed") throw new Error(isCancelled ? words.cancelled : told.error);
            await finish(told);
        } catch (problem) {
            if (!isHere) return;
            state.isOver = true;
            rest.hidden = true;
            const again = (step) => () => {
                forgetPairing(state.operation);
                Object.assign(state, { operation: null, isOver: false });
                move(step);
            };
            fill(question, notice(problem.message, { kind: isCancelled ? "amber" : "red", symbol: "alert" }), problem.isLost ? null : h("p", { class: "muted" }, words.failedHint),
                problem.isLost ? h("div", { class: "buttons" }, button(words.scan, { kind: "primary", onclick: again("tag") })) : h("div", { class: "buttons" }, button(strings.retry, { kind: "primary", onclick: again("pair") }), button(words.back, { onclick: again("name") })));
            goOn("button");
        }
    }

    async function finish(operation) {
        const tracker = operation.tracker.includes("/") ? operation.tracker : `${operation.owner ?? state.owner}/${operation.tracker}`;
        await arrived(tracker, () => !isHere);
        if (!isHere) return;
        const isSaved = state.photo ? await api.putPhoto(tracker, state.photo).then(() => true, () => false) : !state.lostPhoto;
        forgetPairing(operation.id);
        forgetDraft();
        if (!isSaved) toast(words.photoFailed, { red: true });
        items.load().catch(() => {});
        fill(question, notice(words.done(state.name), { symbol: "check" }), state.isElsewhere ? h("p", { class: "muted small" }, words.photoElsewhere) : null,
            h("div", { class: "buttons" }, h("a", { class: "button primary", href: `/items/${tracker}` }, h("span", {}, words.toItem(state.name))),
                h("a", { class: "button", href: "/" }, strings.back), button(words.another, { onclick: another })));
        goOn("a.button");
    }

    /// The focus goes to what comes next, unless somebody has it elsewhere.
    function goOn(selector) {
        if ([heading, document.body].includes(document.activeElement)) question.querySelector(selector)?.focus();
    }

    return {
        children: [heading, log, note, question, rest],
        start() {
            state.isOver = false;
            heading.focus();
            pair();
        },
        leave: () => { isHere = false; },
    };
}

/// Waits until the console has stored what the tracker said of itself, which may be a moment after the pairing.
async function arrived(id, stopped) {
    for (let tries = 0; tries < 60 && !stopped(); tries += 1) {
        const isThere = await api.item(id).then(() => true, (problem) => problem.status !== 404);
        if (isThere) return;
        await pause(500);
    }
}

function pause(milliseconds) { return new Promise((resolve) => { setTimeout(resolve, milliseconds); }); }

function spinner() {
    const drawing = icon("spinner");
    drawing.classList.add("spinner");
    return drawing;
}
