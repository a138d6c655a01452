// Sends a file with positions, and tells how far it is: of what was sent only the older way of asking says anything.
import { changeHeaders, noteRefusal, Problem } from "./api.js";
import { strings } from "./strings.js";

/// The most that the console takes, in bytes.
export const largestFile = 2 ** 30;

/// Has a file taken in for a device, `owner/tracker`; with `isTrial` only looked at. Answers with the report of the console.
///
/// `told({ stage, share })` hears how far it is: `send`, `check` and `store`, each from 0 to 1. The signal ends it.
export function importFile(device, file, { isTrial = false, skipsBad = false, told = () => {}, signal }) {
    return new Promise((resolve, reject) => {
        const request = new XMLHttpRequest();
        const query = new URLSearchParams({ item: device, name: file.name, progress: true, "dry-run": isTrial, "skip-bad": skipsBad });
        let read = 0;
        let last = null;

        /// Takes in the lines that have come since.
        function readOn() {
            if (request.status !== 200) return;
            const end = request.responseText.lastIndexOf("\n") + 1;
            const lines = request.responseText.slice(read, end).split("\n").filter(Boolean);
            read = end;
            if (!lines.length) return;
            last = JSON.parse(lines.at(-1));
            if (last.stage) told({ stage: last.stage, share: last.size ? last.bytes / last.size : 1 });
        }

        function fail(status, document) {
            noteRefusal(status);
            reject(new Problem(status, document));
        }

        request.open("POST", `/api/v1/import?${query}`);
        for (const [name, value] of Object.entries({ ...changeHeaders(), "Content-Type": "application/octet-stream" })) request.setRequestHeader(name, value);
        request.upload.addEventListener("progress", ({ loaded, total }) => told({ stage: "send", share: total ? loaded / total : 1 }));
        // All of it is on its way; from here on it may be stored.
        request.upload.addEventListener("load", () => told({ stage: "check", share: 0 }));
        request.addEventListener("progress", readOn);
        request.addEventListener("load", () => {
            readOn();
            if (request.status !== 200) return fail(request.status, parsed(request.responseText));
            if (last?.problem) return fail(last.problem.status, last.problem);
            return last?.report ? resolve(last.report) : reject(new Problem(0, { detail: strings.errors.offline }));
        });
        request.addEventListener("error", () => reject(new Problem(0, { detail: strings.errors.offline })));
        request.addEventListener("abort", () => reject(signal.reason));
        if (signal.aborted) return reject(signal.reason);
        signal.addEventListener("abort", () => request.abort(), { once: true });
        return request.send(file);
    });
}

function parsed(text) {
    try { return JSON.parse(text); } catch { return null; }
}
