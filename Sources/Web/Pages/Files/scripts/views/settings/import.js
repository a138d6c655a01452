// The part of the settings where files with positions are imported: dropped on the page, or chosen.
import { api } from "../../api.js";
import { deviceField } from "../../devices.js";
import { h, icon, setText, show as fill } from "../../dom.js";
import { button, notice } from "../../parts.js";
import { mayHere } from "../../rights.js";
import { strings } from "../../strings.js";
import { importRow } from "./importrow.js";
import { panel } from "./panel.js";

const words = strings.imports;
const formats = ".gpx,.rec,.json,.geojson,.csv,.tsv,.txt";

/// The part, which goes on with what it has begun however often the page is drawn; `hasChanges` while files are on their way.
export function importPart({ session }) {
    if (!mayHere(session, "import")) return { element: null, hasChanges: () => false, dispose() {} };
    const body = h("div", { class: "stack" }, h("p", { class: "muted" }, strings.loading));
    const element = panel("import", words.title, h("p", { class: "muted" }, words.text), body);
    let made = { hasChanges: () => false, dispose() {} };
    let isGone = false;
    api.devices().then((devices) => {
        if (isGone) return;
        if (!devices.length) return fill(body, h("p", {}, words.noDevices));
        made = importer(devices);
        fill(body, made.element);
        // Who comes from an item's page wants this.
        if (new URLSearchParams(location.search).has("item")) made.begin();
    }).catch((problem) => fill(body, notice(problem.message, { kind: "amber", symbol: "alert" })));
    return {
        element,
        hasChanges: () => made.hasChanges(),
        dispose() {
            isGone = true;
            made.dispose();
        },
    };
}

function importer(devices) {
    const rows = [];
    /// What ends what is under way; null while nothing is.
    let running = null;
    const device = deviceField(devices, { id: "import-device", onchange: () => checkAgain() });
    const skips = h("input", { type: "checkbox", id: "import-skip", onchange: () => checkAgain() });
    const input = h("input", { type: "file", multiple: true, accept: formats, class: "file-input", onchange: () => {
        add([...input.files]);
        // The same file may be chosen again.
        input.value = "";
    } });
    const zone = h("div", { class: "drop" }, icon("upload"), h("p", {}, words.drop), h("label", { class: "button" }, input, words.choose));
    const list = h("ul", { class: "places import-files", "aria-label": words.files });
    const summary = h("p", { role: "status" });
    const start = button(words.start(0), { kind: "primary", onclick: () => run("ready", (row, signal) => row.store(device.input.value, skips.checked, signal)) });
    const cancel = button(words.cancel, { onclick: () => running?.abort(new DOMException(words.cancelled, "AbortError")) });
    const clear = button(words.clear, { onclick: () => { for (const row of rows.splice(0)) row.element.remove(); draw(); input.focus(); } });
    const buttons = h("div", { class: "buttons" }, start, cancel, clear);
    const element = h("div", { class: "stack" }, device.element, zone, h("p", { class: "muted small" }, words.formats),
        h("div", { class: "check" }, skips, h("label", { for: "import-skip" }, words.skipBad)), list, summary, buttons);

    const of = (...states) => rows.filter((row) => states.includes(row.state));

    function draw() {
        const ready = of("ready");
        const isStoring = of("storing").length > 0;
        list.hidden = !rows.length;
        start.hidden = !ready.length || Boolean(running);
        start.lastChild.textContent = words.start(ready.length);
        cancel.hidden = !running;
        clear.hidden = !rows.length || Boolean(running);
        buttons.hidden = start.hidden && cancel.hidden && clear.hidden;
        device.input.disabled = skips.disabled = isStoring;
        for (const row of rows) row.lock(Boolean(running));
        setText(summary, running ? (isStoring ? words.storing : words.checking) : words.summary({
            done: of("done").length, positions: of("done").reduce((sum, row) => sum + row.report.stored, 0),
            ready: ready.length, expected: ready.reduce((sum, row) => sum + row.report.stored, 0),
            refused: of("refused").length, nothing: of("nothing").length, cancelled: of("cancelled").length,
        }));
    }

    function add(files) {
        for (const file of files) {
            const row = importRow(file, { changed: draw, removed: () => { rows.splice(rows.indexOf(row), 1); row.element.remove(); draw(); input.focus(); } });
            rows.push(row);
            list.append(row.element);
        }
        draw();
        return check();
    }

    /// Looks at everything once more, as it would go to another item, or without what is bad.
    function checkAgain() {
        running?.abort(new DOMException("", "AbortError"));
        for (const row of of("ready", "refused", "nothing", "cancelled", "checking")) row.wait();
        draw();
        return check();
    }

    function check() {
        if (!of("waiting").length) return undefined;
        if (!device.input.value) return void (device.complain(words.deviceMissing) || device.input.focus());
        return run("waiting", (row, signal) => row.check(device.input.value, skips.checked, signal));
    }

    /// Does something with each row in a state, one after the other, until somebody ends it.
    async function run(state, action) {
        if (running) return;
        const mine = new AbortController();
        running = mine;
        const hadFocus = start.contains(document.activeElement);
        draw();
        if (hadFocus) cancel.focus();
        for (let row = of(state)[0]; row && !mine.signal.aborted; row = of(state)[0]) {
            await action(row, mine.signal);
            draw();
        }
        if (running !== mine) return;
        running = null;
        const hasCancel = document.activeElement === cancel;
        // What was chosen meanwhile, or is to be looked at once more.
        if (!mine.signal.aborted || mine.signal.reason.message === "") void check();
        else for (const row of of("waiting")) row.giveUp();
        draw();
        if (hasCancel && cancel.hidden) (start.hidden ? input : start).focus();
    }

    const holder = new AbortController();
    const { signal } = holder;
    const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
    // Anywhere on the page: a file beside the frame would be opened in place of it.
    document.addEventListener("dragover", (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        zone.classList.add("over");
    }, { signal });
    document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) zone.classList.remove("over"); }, { signal });
    document.addEventListener("drop", (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        zone.classList.remove("over");
        add([...event.dataTransfer.items].filter((each) => each.kind === "file").map((each) => ({ file: each.getAsFile(), isFolder: each.webkitGetAsEntry?.()?.isDirectory }))
            .map(({ file, isFolder }) => (isFolder ? Object.assign(file, { isFolder }) : file)).filter(Boolean));
        element.scrollIntoView({ block: "nearest" });
    }, { signal });

    draw();
    return {
        element,
        hasChanges: () => Boolean(running) && of("storing").length > 0,
        begin() {
            element.closest("section").scrollIntoView();
            input.focus({ preventScroll: true });
        },
        dispose() {
            holder.abort();
            running?.abort(new DOMException(words.cancelled, "AbortError"));
        },
    };
}
