// One file that is to be imported: what is in it, how far it is, what came of it.
import { h, icon, setText, show as fill } from "../../dom.js";
import { moment } from "../../format.js";
import { button } from "../../parts.js";
import { strings } from "../../strings.js";
import { importFile, largestFile } from "../../upload.js";

const words = strings.imports;
const symbols = { waiting: "clock", checking: "spinner", storing: "spinner", ready: "upload", refused: "alert", nothing: "check", done: "check", cancelled: "close" };

/// A row whose `state` is `waiting`, `checking`, `ready`, `storing`, or how it ended: `done`, `refused`, `nothing` (new in it)
/// or `cancelled`. `report` is the console's, where there is one.
export function importRow(file, { changed, removed }) {
    const symbol = h("span", { class: "import-symbol" });
    const text = h("p", { class: "small" });
    const more = h("div", {});
    const bar = h("progress", { max: 1, "aria-label": words.progressOf(file.name), hidden: true });
    const remove = button("", { kind: "square quiet", symbol: "close", title: words.remove(file.name), onclick: () => removed() });
    const element = h("li", { "data-file": file.name }, symbol, h("div", {}, h("strong", {}, file.name), text, bar, more), remove);
    const row = { element, state: "", report: null, check, store, wait, giveUp: () => end("cancelled", words.notChecked), lock: (isLocked) => { remove.hidden = isLocked; } };
    /// How much of it has come so far that it may be stored.
    let stage = "send";

    function set(state, told, details = []) {
        row.state = state;
        element.dataset.state = state;
        fill(symbol, icon(symbols[state]));
        symbol.classList.toggle("spinner", symbols[state] === "spinner");
        bar.hidden = symbols[state] !== "spinner";
        setText(text, told);
        fill(more, details);
        changed();
    }

    function end(state, told, details) { set(state, told, details); }

    function wait() { set("waiting", words.waiting); }

    /// Why it need not be sent at all; empty otherwise.
    function objection() {
        if (file.isFolder) return words.folder;
        if (/\.km[lz]$/i.test(file.name)) return words.kml;
        if (/\.zip$/i.test(file.name)) return words.zip;
        if (!file.size) return words.emptyFile;
        return file.size > largestFile ? words.large : "";
    }

    async function check(device, skipsBad, signal) {
        const reason = objection();
        if (reason) return end("refused", reason);
        set("checking", words.stages.check(0));
        return send(device, { isTrial: true, skipsBad, signal }, (report) => {
            if (!report.stored) return end("nothing", words.nothingNew(report), details(report));
            return end("ready", words.found(report, span(report)), details(report));
        });
    }

    async function store(device, skipsBad, signal) {
        set("storing", words.stages.send(0));
        return send(device, { skipsBad, signal }, (report) => end("done", words.stored(report, span(report)), details(report)));
    }

    async function send(device, options, take) {
        stage = "send";
        bar.value = 0;
        try {
            row.report = await importFile(device, file, { ...options, told: (step) => follow(step, options.isTrial) });
            take(row.report);
        } catch (problem) {
            row.report = null;
            if (options.signal.aborted) {
                // One that is looked at again waits for that already.
                if (row.state !== "waiting") end("cancelled", options.isTrial ? words.notChecked : stage === "send" ? words.notStored : words.perhapsStored);
            } else {
                end("refused", problem.status ? problem.detail : words.unread);
            }
        }
    }

    function follow(step, isTrial) {
        stage = step.stage;
        bar.value = step.share;
        const share = Math.floor(step.share * 100);
        setText(text, words.stages[stage === "store" && isTrial ? "compare" : stage](share));
    }

    wait();
    return row;
}

/// From when to when.
function span({ first, last }) {
    if (!first) return "";
    const [from, to] = [moment(first), moment(last)];
    return from === to ? from : words.span(from, to);
}

/// What is not, or was not, stored of it.
function details({ stored, duplicates, outdated, skipped, passed_over: others, reasons }) {
    const lines = [
        duplicates && stored ? words.duplicates(duplicates) : "", outdated ? words.outdated(outdated) : "",
        others ? words.passedOver(others) : "", skipped ? words.skipped(skipped) : "",
    ].filter(Boolean);
    return [
        lines.length ? h("p", { class: "muted small" }, lines.join(" ")) : null,
        reasons.length ? h("details", {}, h("summary", {}, icon("next"), words.which(reasons.length, skipped)),
            h("ul", { class: "small" }, reasons.map((each) => h("li", {}, each)))) : null,
    ];
}
