// Saves what the console sends as a file, however long it is: the browser writes it to the disk as it comes.
import { noteRefusal, Problem } from "./api.js";
import { h } from "./dom.js";
import { strings } from "./strings.js";

/// Asks whether it can be had, and has the browser save it then; `words` are by the status what is told where it cannot.
export async function download(address, words = {}) {
    let response;
    try {
        // A file that cannot be had would be an error of the browser's, without a word of why.
        response = await fetch(address, { method: "HEAD" });
    } catch {
        throw new Problem(0, { detail: strings.errors.offline });
    }
    if (!response.ok) {
        noteRefusal(response.status);
        throw new Problem(response.status, words[response.status] ? { detail: words[response.status] } : null);
    }
    const link = h("a", { href: address, download: true, hidden: true });
    document.body.append(link);
    link.click();
    link.remove();
}
