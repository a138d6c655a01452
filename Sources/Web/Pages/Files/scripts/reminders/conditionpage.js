// The small page on which one condition is chosen.
import { h, icon } from "../dom.js";
import { button } from "../parts.js";
import { strings } from "../strings.js";
import { availabilityEditor } from "./availability.js";
import { words } from "./strings.js";
import { thingEditor } from "./thing.js";
import { trialPanel } from "./trial.js";
import { weatherEditor } from "./weather.js";
import { timeEditor } from "./when.js";
import { placeEditor } from "./where.js";

const editors = { time: timeEditor, weather: weatherEditor, availability: availabilityEditor, place: placeEditor, thing: thingEditor };

/// `finding` is what is found now of the condition as it is saved; null for none. `done` is called with the condition, `close` with none.
export function conditionPage({ kind, condition, finding, name, context, done, close }) {
    let isTouched = false;
    context.touch = () => touched();
    context.settle = () => trial.settle();
    const editor = editors[kind](condition, context);
    const trial = trialPanel({ kind, finding, context, peek: () => editor.peek(), found: (isFound) => editor.found?.(isFound) });
    const title = condition ? words.change(words.kinds[kind]) : words.addOf(words.kinds[kind]);
    const form = h("form", { class: "panel stack", novalidate: true, "data-form": kind, "aria-label": title, onsubmit: (event) => {
        event.preventDefault();
        const read = editor.read();
        if (read === null) return;
        isTouched = false;
        done(read);
    } }, h("p", { class: "muted small" }, words.kindHints[kind]),
    trial.element, editor.element,
    h("div", { class: "buttons" }, button(words.done, { kind: "primary", type: "submit" }), button(strings.cancel, { onclick: () => {
        isTouched = false;
        close();
    } })));
    form.addEventListener("input", () => touched());

    function touched() {
        isTouched = true;
        trial.settle();
    }

    const element = h("div", { class: "stack" },
        h("div", {}, h("a", { class: "back", href: location.pathname, onclick: (event) => {
            event.preventDefault();
            close();
        } }, icon("back"), h("span", { dir: "auto" }, name || words.newTitle)), h("h1", {}, title)), form);
    return {
        element, title, kind,
        hasChanges: () => isTouched,
        giveUp() { isTouched = false; },
        renew: () => editor.renew?.(),
        dispose() {
            trial.dispose();
            editor.dispose();
        },
    };
}
