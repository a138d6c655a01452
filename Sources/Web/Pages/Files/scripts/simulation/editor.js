// Where a scenario is written: with the numbers of its lines, and checked while somebody types.
import { api } from "../api.js";
import { h, icon, show as fill } from "../dom.js";
import { grouped } from "../format.js";
import { button, field, languageOf } from "../parts.js";
import { strings } from "../strings.js";

const words = strings.simulation;
/// Milliseconds without a key before what is typed is checked, and before it is tried again where nobody answered.
const [pause, retry] = [350, 3000];

/// Calls `onchange` whenever the text or what is known of it changes.
export function editor({ onchange }) {
    const gutter = h("div", { class: "gutter numbers", "aria-hidden": "true" });
    const area = h("textarea", { class: "input code", dir: "ltr", rows: 22, wrap: "off", spellcheck: "false", autocomplete: "off", autocapitalize: "none",
        oninput: () => typed(), onscroll: () => { gutter.scrollTop = area.scrollTop; }, onkeydown: indent });
    const { element: box } = field(words.yaml, area, { id: "scenario-text" });
    const frame = h("div", { class: "code-frame" });
    area.replaceWith(frame);
    frame.append(gutter, area);
    const verdict = h("div", { class: "verdict", role: "status" });
    const element = h("div", { class: "stack" }, box, verdict);
    let waiting = 0;
    let turn = 0;
    let lines = 0;
    /// `{ scenario }` or `{ problem }`; null while it is not known.
    let known = null;

    function typed() {
        number();
        set(null);
        clearTimeout(waiting);
        waiting = setTimeout(check, pause);
    }

    async function check() {
        const mine = ++turn;
        let answer;
        try { answer = await api.checkScenario(area.value); } catch (problem) {
            answer = { problem: { message: problem.status === 413 ? words.tooLong : problem.message, lang: problem.status === 413 ? null : languageOf(problem) } };
            if (problem.isOffline && mine === turn) waiting = setTimeout(check, retry);
        }
        if (mine === turn) set(answer);
    }

    function set(answer) {
        known = answer;
        if (!answer) turn += 1;
        const problem = answer?.problem;
        area.setAttribute("aria-invalid", problem ? "true" : "false");
        mark(problem?.line);
        if (problem) {
            fill(verdict, h("p", { class: "error" }, icon("alert"), h("span", { lang: problem.lang === undefined ? "en" : problem.lang }, problem.line ? words.atLine(problem.line, problem.message) : problem.message),
                problem.line ? button(words.goToLine(problem.line), { kind: "small quiet", onclick: () => goTo(problem.line) }) : null));
        } else if (answer) {
            fill(verdict, h("p", { class: "right" }, icon("check"), h("span", {}, words.summary(answer.scenario))));
        } else {
            fill(verdict, h("p", { class: "muted" }, words.checking));
        }
        onchange();
    }

    /// As many numbers as lines.
    function number() {
        const now = area.value.split("\n").length;
        if (now === lines) return;
        lines = now;
        fill(gutter, Array.from({ length: now }, (_, index) => h("span", {}, grouped(index + 1))));
        gutter.scrollTop = area.scrollTop;
    }

    function mark(line) {
        for (const each of gutter.querySelectorAll(".wrong")) each.className = "";
        if (line && gutter.children[line - 1]) gutter.children[line - 1].className = "wrong";
    }

    /// Chooses a line, and shows it.
    function goTo(line) {
        const all = area.value.split("\n");
        const from = all.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
        area.focus();
        area.setSelectionRange(from, from + (all[line - 1]?.length ?? 0));
        const height = area.scrollHeight / Math.max(1, all.length);
        area.scrollTop = Math.max(0, (line - 6) * height);
    }

    /// A new line begins where the one before does; beyond a list's dash, and a step further behind a colon.
    function indent(event) {
        if (event.key !== "Enter" || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
        const before = area.value.slice(0, area.selectionStart).split("\n").at(-1);
        const space = /^\s*/.exec(before)[0].length + (/^\s*- (?!\{)/.test(before) ? 2 : 0) + (/:\s*$/.test(before) ? 2 : 0);
        if (!space) return;
        event.preventDefault();
        // Unlike a change of the value this can be undone.
        document.execCommand("insertText", false, `\n${" ".repeat(space)}`);
    }

    return {
        element, goTo,
        get text() { return area.value; },
        get known() { return known; },
        write(text) {
            area.value = text;
            area.scrollTop = 0;
            number();
            set(null);
            clearTimeout(waiting);
            check();
        },
        focus: () => area.focus(),
        dispose() {
            clearTimeout(waiting);
            turn += 1;
        },
    };
}
