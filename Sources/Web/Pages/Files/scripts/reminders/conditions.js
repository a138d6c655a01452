// The conditions of a reminder that is being edited: each in a line, with what is found of it now, and those that can be added.
import { h, icon, show as fill } from "../dom.js";
import { button, notice } from "../parts.js";
import { mayConnect } from "./calendarform.js";
import { findingLine } from "./findings.js";
import { isSameCondition, kinds } from "./store.js";
import { words } from "./strings.js";
import { conditionWords, symbols } from "./words.js";

/// `open` is called with the kind whose page is wanted, `remove` with one that is to go.
export function conditionList({ open, remove, session, isReadOnly }) {
    const list = h("ul", { class: "conditions" });
    const error = h("p", { class: "error", id: "conditions-error", role: "alert" });
    const adding = h("div", { class: "condition-kinds", role: "group", "aria-label": words.add });
    const why = h("p", { class: "muted small", id: "kind-taken" });
    const element = h("section", { class: "panel stack", "data-form": "conditions", "aria-labelledby": "conditions-title" },
        h("div", {}, h("h2", { id: "conditions-title" }, words.conditions), h("p", { class: "muted small" }, words.conditionsHint)), list, error,
        isReadOnly ? null : [h("h3", {}, words.add), adding, why]);

    function line(kind, { draft, findings, kept, owner }) {
        const condition = draft[kind];
        const finding = findings.find((each) => each.kind === kind);
        const isSaved = isSameCondition(kept?.[kind], condition);
        const reason = forbidden(kind, owner);
        return h("li", { "data-kind": kind }, icon(symbols[kind]), h("div", {},
            h("h3", {}, words.kinds[kind]), h("p", { dir: "auto" }, conditionWords(kind, condition, owner)),
            isSaved && finding ? findingLine(finding, { session, owner }) : h("p", { class: "muted small" }, (!isSaved && reason) || words.notFoundYet)),
        isReadOnly ? null : [unless(reason, (onclick) => button("", { kind: "square quiet", symbol: "pen", title: words.change(words.kinds[kind]), onclick }), kind),
            button("", { kind: "square quiet", symbol: "bin", title: words.remove(words.kinds[kind]), onclick: () => remove(kind) })]);
    }

    /// Why nobody of this session may choose a condition of a kind for an owner; null where one may.
    function forbidden(kind, owner) { return kind === "availability" && owner && !mayConnect(session, owner) ? words.calendarOfOthers(owner) : null; }

    /// A button that opens the page of a kind; with a reason why not it is greyed out, and says that when it is pressed or has the
    /// focus.
    function unless(reason, make, kind) {
        const tell = () => { why.textContent = reason; };
        const each = make(reason ? tell : () => open(kind));
        if (!reason) return each;
        for (const [name, value] of [["aria-disabled", "true"], ["aria-describedby", "kind-taken"], ["title", reason]]) each.setAttribute(name, value);
        for (const event of ["focus", "pointerenter"]) each.addEventListener(event, tell);
        return each;
    }

    /// A kind that is in the reminder already, or that is not for this session, stays in the row.
    function kindButton(kind, reason) { return unless(reason, (onclick) => button(words.kinds[kind], { symbol: symbols[kind], "data-add": kind, onclick }), kind); }

    return {
        element,
        draw(state) {
            const chosen = kinds.filter((kind) => state.draft[kind]);
            const at = [document.activeElement?.closest("[data-kind]")?.dataset.kind, document.activeElement?.getAttribute("aria-label")];
            fill(list, chosen.map((kind) => line(kind, state)), chosen.length ? [] : h("li", { class: "muted" }, words.noConditions));
            // What had the focus is there anew.
            if (at[0] && document.activeElement === document.body) [...list.querySelectorAll(`[data-kind=${at[0]}] button`)].find((each) => each.getAttribute("aria-label") === at[1])?.focus();
            if (chosen.length) error.textContent = "";
            if (isReadOnly) return;
            const closed = forbidden("availability", state.owner);
            const key = [...chosen, closed].join(" ");
            if (adding.dataset.key === key && adding.firstChild) return;
            adding.dataset.key = key;
            fill(adding, kinds.map((kind) => kindButton(kind, chosen.includes(kind) ? words.taken(words.kinds[kind]) : forbidden(kind, state.owner))));
            why.textContent = closed ?? (chosen.length ? words.takenAny : "");
        },
        complain(text) { error.textContent = text; },
        focus(kind) { (list.querySelector(`[data-kind=${kind}] button`) ?? adding.querySelector(`[data-add=${kind}]`) ?? adding.querySelector("button"))?.focus(); },
    };
}

/// What is said where somebody else has changed the reminder meanwhile.
export function conflictNotice(text, actions) {
    const box = notice(h("strong", {}, text), { kind: "amber", symbol: "alert" });
    box.lastChild.append(h("div", { class: "buttons" }, actions));
    return box;
}
