// For engineers: a scenario written, checked and played through, the truth beside what the system believed.
import { api } from "../api.js";
import { h, icon, show as fill } from "../dom.js";
import { grouped } from "../format.js";
import { busy, button, confirm, empty, field, languageOf, notice, toast } from "../parts.js";
import { mayHere } from "../rights.js";
import { clock } from "../simulation/chart.js";
import { checks } from "../simulation/checks.js";
import { editor } from "../simulation/editor.js";
import { fleet as fleetPlayer } from "../simulation/fleet.js";
import { Recording } from "../simulation/recording.js";
import { single } from "../simulation/single.js";
import { template } from "../simulation/template.js";
import { strings } from "../strings.js";

const words = strings.simulation;
const mostCopies = 10_000;

export function show({ setup, session }) {
    const maySimulate = mayHere(session, "simulate");
    let shown = null;
    let running = null;
    /// What is written: its name, empty for a new one, its text as it was read or kept, and the tag of that; null while closed.
    let open = null;
    let keeps = false;
    const body = h("div", {});
    const error = h("div", {});
    const input = h("input", { type: "file", class: "file-input", accept: ".jsonl,.json,.ndjson,application/x-ndjson", onchange: () => take(input) });
    const openFile = h("label", { class: "button" }, input, icon("upload"), words.open);
    const scenarios = h("select", { class: "input", "aria-label": words.scenario, onchange: () => { run.hidden = isBroken(); } });
    const run = button(words.run, { kind: "primary", symbol: "play", onclick: () => busy(run, runChosen, { complain }) });
    const edit = button(words.edit, { symbol: "pen", onclick: () => busy(edit, openChosen, { complain }) });
    const fresh = button(words.fresh, { symbol: "plus", onclick: () => write({ name: "", text: template, tag: null }) });
    const choice = h("div", { class: "with-unit simulation-choice" }, scenarios, run, edit);
    const bench = h("section", { class: "panel stack", hidden: true });
    const meter = h("progress", { max: 1, value: 0, "aria-label": words.running });
    const far = h("p", { class: "numbers" });
    const stop = button(words.stop, { symbol: "close", onclick: () => running?.abort() });
    const progress = h("div", { class: "panel run-progress", hidden: true }, h("div", { class: "grow stack" }, far, meter), stop);
    const result = h("div", {});
    const element = h("div", {}, h("div", { class: "page-head" }, h("div", { class: "grow" }, h("h1", {}, words.title), h("p", {}, words.text)), choice, maySimulate ? fresh : null, openFile),
        error, h("div", { class: "stack simulation" }, bench, progress, result, body));
    choice.hidden = true;

    // What is written

    const nameInput = h("input", { class: "input", autocomplete: "off", autocapitalize: "none", spellcheck: "false", placeholder: words.namePlaceholder, oninput: () => changed() });
    const name = field(words.name, nameInput, { id: "scenario-name" });
    const fleetInput = h("input", { class: "input", type: "number", min: 1, max: mostCopies, value: 1, inputmode: "numeric" });
    const copies = field(words.copies, fleetInput, { hint: words.copiesHint, id: "scenario-copies" });
    const seedInput = h("input", { class: "input", type: "number", min: 0, value: "", inputmode: "numeric", placeholder: words.seedPlaceholder });
    const seed = field(words.seed, seedInput, { id: "scenario-seed" });
    const written = editor({ onchange: () => changed() });
    const runText = button(words.runText, { kind: "primary", symbol: "play", onclick: () => busy(runText, runWritten, { complain }) });
    const save = button(strings.save, { onclick: () => busy(save, keep, { complain: refused }) });
    const remove = button(words.remove, { kind: "quiet danger", symbol: "bin", onclick: () => busy(remove, removeOpen, { complain: refused }) });
    const close = button(words.close, { kind: "quiet", onclick: () => closeBench() });
    const head = h("h2", {});
    bench.append(h("div", { class: "panel-head" }, head, close), h("div", { class: "row" }, name.element, copies.element, seed.element), written.element,
        h("div", { class: "buttons" }, runText, save, remove));

    const isChanged = () => open !== null && (written.text !== open.text || (open.name !== "" && nameInput.value.trim() !== open.name));

    function changed() {
        // Without a directory there is nowhere to keep it: it can be copied.
        save.hidden = !keeps;
        name.element.hidden = !keeps;
        remove.hidden = !open?.name;
        save.disabled = !written.known?.scenario || (!isChanged() && open?.name !== "");
        runText.disabled = Boolean(running) || !written.known?.scenario;
        run.disabled = Boolean(running);
    }

    /// Whether what is written may go; asks where it would be lost.
    async function mayGo() {
        return !isChanged() || confirm({ title: strings.edit.leaveTitle, text: strings.edit.leaveText, action: strings.edit.leaveDiscard, cancel: strings.edit.leaveStay });
    }

    async function write(next) { if (await mayGo()) put(next); }

    function put(next) {
        open = next;
        bench.hidden = false;
        fill(head, next.name ? words.editing(next.name) : words.fresh);
        nameInput.value = next.name;
        name.complain("");
        written.write(next.text);
        changed();
        written.focus();
        bench.scrollIntoView({ block: "nearest" });
    }

    async function closeBench() {
        if (!(await mayGo())) return;
        open = null;
        bench.hidden = true;
        (choice.hidden ? fresh : edit).focus();
    }

    async function openChosen() {
        fill(error);
        const { text, tag } = await api.scenario(scenarios.value);
        return write({ name: scenarios.value, text, tag });
    }

    async function keep() {
        const wanted = nameInput.value.trim();
        if (!/^[A-Za-z0-9_-]{1,64}$/.test(wanted)) {
            name.complain(words.nameProblem);
            return nameInput.focus();
        }
        const text = written.text;
        const { tag } = await api.keepScenario(wanted, text, wanted === open.name ? open.tag : null);
        open = { name: wanted, text, tag };
        fill(head, words.editing(wanted));
        changed();
        toast(words.saved(wanted));
        return list(wanted);
    }

    async function removeOpen() {
        if (!(await confirm({ title: words.removeTitle(open.name), text: words.removeText, action: words.remove }))) return;
        await api.removeScenario(open.name, open.tag);
        toast(words.removed(open.name));
        open = null;
        bench.hidden = true;
        await list();
        fresh.focus();
    }

    function refused(problem) {
        if (problem.status !== 412) return toast(problem.message, { red: true, lang: languageOf(problem) });
        if (nameInput.value.trim() === open.name) return toast(words.changedElsewhere, { red: true });
        name.complain(words.nameTaken(nameInput.value.trim()));
        return nameInput.focus();
    }

    // What is played

    const isBroken = () => scenarios.selectedOptions[0]?.dataset.broken === "yes";

    async function runChosen() {
        fill(error);
        const name = scenarios.value;
        const { text } = await api.scenario(name);
        const { scenario } = await api.checkScenario(text);
        return play({ name }, name, scenario?.duration_s);
    }

    async function runWritten() {
        fill(error);
        const fleet = Number(fleetInput.value);
        if (!Number.isInteger(fleet) || fleet < 1 || fleet > mostCopies) {
            copies.complain(words.copiesProblem(grouped(mostCopies)));
            return fleetInput.focus();
        }
        if (!/^\d*$/.test(seedInput.value.trim())) {
            seed.complain(words.seedProblem);
            return seedInput.focus();
        }
        return play({ text: written.text, fleet: fleet > 1 ? fleet : undefined, seed: seedInput.value.trim() }, nameInput.value.trim() || words.unnamed, written.known?.scenario?.duration_s);
    }

    async function play(order, title, end = 1) {
        // The service plays one at a time, and this one is to be stopped by the button that is here.
        if (running) return;
        running = new AbortController();
        progress.hidden = false;
        changed();
        const told = (at) => {
            meter.value = at / Math.max(1, end);
            fill(far, words.reached(clock(at), clock(end)));
        };
        told(0);
        try {
            display(await Recording.play({ ...order, told, signal: running.signal }), title);
        } catch (problem) {
            if (problem.name !== "AbortError") throw problem;
            toast(words.stopped);
        } finally {
            const hadFocus = progress.contains(document.activeElement);
            running = null;
            progress.hidden = true;
            changed();
            if (hadFocus) (bench.hidden ? run : runText).focus();
        }
    }

    function display(recording, title) {
        shown?.dispose();
        const address = URL.createObjectURL(recording.blob);
        const exported = h("a", { class: "button", download: `${title}.jsonl`, href: address }, icon("download"), words.export);
        const made = (recording.isFleet ? fleetPlayer : single)(recording.trace, title, setup, exported);
        shown = { dispose() {
            URL.revokeObjectURL(address);
            made.dispose();
        } };
        fill(result, recording.report ? checks(recording.report, bench.hidden ? null : (line) => written.goTo(line)) : []);
        fill(body, made.element);
        // Whoever has written it looks at what came of it.
        if (!bench.hidden) result.scrollIntoView({ block: "start" });
    }

    function complain(problem) { fill(error, notice(h("span", { lang: languageOf(problem) }, problem.detail ?? problem.message), { kind: "red", symbol: "alert" })); }

    async function take(input) {
        const [file] = input.files;
        if (!file) return;
        fill(error);
        try { display(Recording.of(await file.text()), file.name.replace(/\.\w+$/, "")); } catch { complain(new Error(words.noTrace)); }
        input.value = "";
    }

    async function list(chosen = scenarios.value) {
        const { scenarios: all, broken = [], keeps: isKept = false } = await api.scenarios();
        keeps = isKept;
        fill(scenarios, [...all.map((each) => h("option", { value: each.name }, each.title)),
            ...broken.map((each) => h("option", { value: each.name, "data-broken": "yes" }, words.broken(each.name)))]);
        if ([...scenarios.options].some((each) => each.value === chosen)) scenarios.value = chosen;
        choice.hidden = !scenarios.options.length;
        run.hidden = isBroken();
        changed();
    }

    fill(body, h("div", { class: "panel" }, empty({ symbol: "flask", title: words.none, text: maySimulate ? words.noneText : words.noneTextForGuest })));
    if (maySimulate) list().catch(() => { choice.hidden = true; });
    return {
        title: words.title, element, stays: true,
        hasChanges: isChanged,
        dispose() {
            running?.abort();
            written.dispose();
            shown?.dispose();
        },
    };
}
