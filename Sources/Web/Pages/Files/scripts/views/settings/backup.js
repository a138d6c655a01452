// The part of the settings where the whole history is saved, and that says how to restore it.
import { h } from "../../dom.js";
import { download } from "../../download.js";
import { button, busy, toast } from "../../parts.js";
import { mayHere } from "../../rights.js";
import { strings } from "../../strings.js";
import { panel } from "./panel.js";

const words = strings.backup;

/// The part; nothing for who may not have it.
export function backupPart(session) {
    if (!mayHere(session, "backup")) return null;
    const save = button(words.save, { symbol: "download", onclick: () => busy(save, async () => {
        await download("/api/v1/backup", words.problems);
        toast(words.begun);
    }) });
    return panel("backup", words.title, h("p", { class: "muted" }, words.text), h("div", { class: "buttons" }, save),
        h("p", { class: "muted small" }, words.privacy), h("h3", {}, words.restore), h("p", { class: "muted" }, words.restoreText),
        h("ol", { class: "commands small" }, words.restoreSteps.map(([text, command]) => h("li", {}, text, command ? [" ", h("code", {}, command)] : null))));
}
