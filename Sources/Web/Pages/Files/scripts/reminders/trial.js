// What would be found now of a condition as it stands on its page, beside it, before it is saved.
import { api, newestOnly } from "../api.js";
import { h, show as fill } from "../dom.js";
import { findingLine } from "./findings.js";
import { words } from "./strings.js";
import { findingWords } from "./words.js";

/// Milliseconds: after the last change; while something is asked for elsewhere, the first time and at most; and while nothing happens.
const [settled, first, longest, calm] = [600, 1500, 10_000, 60_000];

/// `peek()` answers the condition as it stands, with `isOpen` where nothing is chosen of it yet, or null for one that cannot be.
/// `finding` is what is known already, as of the condition as it is saved; `found` is called with whether something is shown.
export function trialPanel({ kind, finding, context, peek, found }) {
    const line = h("div", {});
    const element = h("div", { class: "present", role: "status", "data-present": "trial", hidden: true }, h("p", { class: "label small" }, words.present), line);
    const newest = newestOnly();
    let timer = null;
    let pause = first;
    let isOver = false;
    let drawn = "";

    function draw(next, isOpen) {
        // That nobody is asked stands with the source, below.
        const isShown = Boolean(next) && next.missing !== "off";
        const key = JSON.stringify([next, isOpen]);
        element.hidden = !isShown;
        // It is told to whoever listens, so only when it is another one.
        if (isShown && key !== drawn) fill(line, isOpen && !next.missing ? openLine(next) : findingLine(next, context));
        drawn = key;
        found(isShown && !next.missing);
    }

    /// Of a condition that says nothing yet only how it is, and not whether that is what is wanted.
    function openLine(next) {
        return [h("p", { class: "small numbers", dir: "auto" }, findingWords(next)), next.source ? h("p", { class: "muted small" }, words.source(next.source)) : null];
    }

    function again(wait) {
        clearTimeout(timer);
        if (!isOver) timer = setTimeout(ask, wait);
    }

    async function ask() {
        const looked = context.owner ? peek() : null;
        if (!looked) return draw(null, false);
        if (document.hidden) return again(calm);
        const { isOpen = false, ...condition } = looked;
        try {
            const told = await newest(api.tryReminder(context.owner, { [kind]: condition }));
            if (isOver || !told) return undefined;
            const next = told.why?.find((each) => each.kind === kind) ?? null;
            draw(next, isOpen);
            if (next?.missing !== "waiting") return again(calm);
            again(pause);
            pause = Math.min(pause * 1.5, longest);
        } catch (problem) {
            // What is shown may be of before: without an answer nothing is said.
            if (!isOver) draw(null, false);
            if (!isOver) again(problem.status === 429 ? calm / 2 : calm);
        }
        return undefined;
    }

    const shown = () => { if (!document.hidden) again(0); };
    draw(finding, false);
    again(0);
    document.addEventListener("visibilitychange", shown);
    return {
        element,
        /// Something was changed: asks once that has come to rest.
        settle() {
            pause = first;
            again(settled);
        },
        dispose() {
            isOver = true;
            clearTimeout(timer);
            document.removeEventListener("visibilitychange", shown);
        },
    };
}
