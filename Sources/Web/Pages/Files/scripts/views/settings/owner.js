// A question before what changes who gets into an account: its passcode once more, or a log-in of lately where it has none.
import { h, icon, show as fill } from "../../dom.js";
import { button, busy, field } from "../../parts.js";
import { wordsOf } from "../../signin/parts.js";
import { strings } from "../../strings.js";

const words = strings.signin;
let count = 0;

/// Asks, and does it; answers whether it was done. `run(passcode)` gets nothing where the account has no passcode.
export function asOwner(session, { title, text, action, danger = false }, run) {
    if (document.querySelector("dialog[open]")) return Promise.resolve(false);
    return new Promise((resolve) => {
        const id = `owner-${++count}`;
        const passcode = session.passcode === false ? null : field(strings.login.passcode, h("input", { class: "input code", type: "password", autocomplete: "current-password", maxlength: "128" }), { id: `${id}-passcode` });
        const error = h("p", { class: "notice red", role: "alert", hidden: true });
        const say = (told) => {
            error.hidden = !told;
            fill(error, icon("alert"), h("span", {}, told));
        };
        const yes = button(action, { kind: `primary${danger ? " danger" : ""}`, type: "submit" });
        const no = button(strings.cancel, { onclick: () => dialog.close("no") });
        const form = h("form", { class: "stack", novalidate: true, "data-form": "owner", onsubmit: (event) => {
            event.preventDefault();
            say("");
            busy(yes, async () => {
                if (passcode && !passcode.complain(passcode.input.value ? "" : strings.login.missing)) return passcode.input.focus();
                await run(passcode?.input.value);
                return dialog.close("yes");
            }, { complain: refused });
        } }, passcode?.element, error, h("div", { class: "buttons" }, no, yes));
        const dialog = h("dialog", { "aria-labelledby": `${id}-title` }, h("h2", { id: `${id}-title` }, title), h("p", { class: "muted" }, text), form);
        dialog.addEventListener("close", () => {
            dialog.remove();
            resolve(dialog.returnValue === "yes");
        });
        document.body.append(dialog);
        dialog.showModal();
        (passcode?.input ?? no).focus();

        function refused(problem) {
            if (!passcode || problem.status !== 403 || words.troubles[problem.type]) return say(wordsOf(problem));
            passcode.input.value = "";
            passcode.complain(strings.login.wrong);
            return passcode.input.focus();
        }
    });
}
