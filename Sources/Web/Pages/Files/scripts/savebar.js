// One way to save a page with several forms: a bar that appears with the first change, and stands with the form changed last.
import { h, setText } from "./dom.js";
import { button, busy, toast } from "./parts.js";
import { strings } from "./strings.js";

const words = strings.edit;

/// Watches sections, each with `title`, `element` (a form), `read()` (what is typed, as a text), `write(text)`,
/// `check()` (complains and answers whether it is right), `refuse(problem)` (tells by the field what was refused) and
/// `save(sections)`: sections with the same `save` are saved by one call, which answers what to say.
export function saveBar(sections) {
    const kept = new Map(sections.map((each) => [each, each.read()]));
    const text = h("p", { role: "status" });
    const save = button(strings.save, { kind: "primary", type: "submit" });
    const discard = button(words.discard, { onclick: () => { for (const each of changed()) put(each, kept.get(each)); draw(); } });
    const element = h("div", { class: "save-bar" }, h("div", { class: "save-bar-inner" }, text, h("div", { class: "buttons" }, discard, save)));

    const changed = () => sections.filter((each) => each.read() !== kept.get(each));

    function put(section, value) {
        section.write(value);
        section.check();
    }

    function draw(section) {
        const all = changed();
        document.documentElement.classList.toggle("has-save-bar", all.length > 0);
        if (!all.length) return element.remove();
        const place = section ?? (all.includes(sectionOf(element)) ? sectionOf(element) : all[0]);
        if (element.parentNode !== place.element) place.element.append(element);
        setText(text, words.unsaved(all.map((each) => each.title)));
    }

    function sectionOf(node) { return sections.find((each) => each.element === node.parentNode); }

    async function submit() {
        const all = changed();
        // Nothing is sent while something is wrong, so that all is saved or nothing.
        const wrong = all.filter((each) => !each.check());
        if (wrong.length) return focusWrong(wrong[0]);
        const [done, said] = [[], new Set()];
        for (const action of new Set(all.map((each) => each.save))) {
            const mine = all.filter((each) => each.save === action);
            const sent = new Map(mine.map((each) => [each, each.read()]));
            try {
                said.add(await action(mine));
                for (const [each, value] of sent) kept.set(each, value);
                done.push(...mine);
            } catch (problem) {
                const names = (list) => list.map((each) => each.title);
                for (const each of mine) each.refuse(problem);
                const rest = all.filter((each) => !done.includes(each));
                draw(mine[0]);
                focusWrong(mine[0]);
                if (document.activeElement === document.body) save.focus();
                return toast(done.length ? words.savedPartly(names(done), names(rest), problem.message) : words.notSaved(problem.message), { red: true });
            }
        }
        // The focus is to stay where one was, also when the bar goes.
        if (element.contains(document.activeElement)) sectionOf(element)?.element.querySelector("input, select")?.focus();
        draw();
        for (const each of said) toast(each);
    }

    for (const each of sections) {
        // Not with `change`, which comes as Save is pressed: a bar that moves under the press is not pressed.
        each.element.addEventListener("input", () => draw(each));
        each.element.addEventListener("submit", (event) => {
            event.preventDefault();
            busy(save, submit);
        });
    }
    return {
        hasChanges: () => changed().length > 0,
        /// Takes in what the console says by itself now, unless somebody is changing that.
        renew(section, value) {
            const isChanged = section.read() !== kept.get(section);
            kept.set(section, value);
            if (!isChanged) section.write(value);
            draw();
        },
        dispose: () => document.documentElement.classList.remove("has-save-bar"),
    };
}

function focusWrong(section) { section.element.querySelector("[aria-invalid=true]")?.focus(); }
