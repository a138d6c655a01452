// The console's events, by a connection of this page or by that of another one.
//
// A browser has six connections at most to one host over HTTP/1.1, and each page would hold one for its events: no seventh
// could be loaded any more. So of the pages of one session that nobody sees, one follows the events and tells the others.
import { now } from "./clock.js";
import { holderKeyOfPage, keepTeller, keptTeller } from "./keep.js";

/// Milliseconds after which a page that tells and has not been heard of does so no more: the service says something every 3 s.
const longest = 10_000;
/// This page among those of the browser. A plain address over HTTP has no `randomUUID`.
const page = String(crypto.getRandomValues(new Uint32Array(2)));

export class Stream {
    #source = null;
    #channel = null;
    #kinds;
    #after;
    #hear;
    #isTelling = false;
    #look = () => this.#turn();

    /// Follows the events of these kinds behind the one that `after` names, and calls with what it hears: `opened`, `failed`
    /// with whether it was for good, and `told` with each event's kind, data and name, which is empty for what another page
    /// has heard.
    constructor(kinds, after, hear) {
        [this.#kinds, this.#after, this.#hear] = [kinds, after, hear];
        const session = holderKeyOfPage();
        if (session !== null && globalThis.BroadcastChannel) {
            this.#channel = new BroadcastChannel(`tagalong.events.${session}`);
            this.#channel.onmessage = ({ data }) => this.#overhear(data);
        }
        document.addEventListener("visibilitychange", this.#look);
        this.#open();
    }

    close() {
        document.removeEventListener("visibilitychange", this.#look);
        this.#source?.close();
        this.#source = null;
        this.#resign();
        this.#channel?.close();
        this.#channel = null;
    }

    #open() {
        const after = this.#after();
        const source = new EventSource(`/api/v1/events${after ? `?after=${encodeURIComponent(after)}` : ""}`);
        this.#source = source;
        source.onopen = () => this.#hear.opened();
        source.onerror = () => this.#hear.failed(source.readyState === EventSource.CLOSED);
        for (const kind of this.#kinds) {
            source.addEventListener(kind, ({ data, lastEventId }) => {
                if (this.#isTelling) this.#channel?.postMessage({ kind, data });
                this.#hear.told(kind, data, lastEventId);
                if (kind === "beat" && this.#source === source) this.#share();
            });
        }
    }

    /// A page that nobody sees tells the others, or leaves its connection to them where another one does.
    #share() {
        if (!document.hidden || !this.#channel) return;
        const teller = keptTeller();
        const isTold = teller && teller.page !== page && Math.abs(now() - teller.time) < longest;
        this.#isTelling = !isTold && keepTeller({ page, time: now() });
        if (!isTold) return;
        this.#source.close();
        this.#source = null;
    }

    #overhear({ kind, data }) {
        if (this.#source) return;
        if (kind) this.#hear.told(kind, data, ""); else this.#open();
    }

    /// Whoever looks at a page has what it hears itself, and what it has missed.
    #turn() {
        if (document.hidden) return;
        this.#resign();
        if (!this.#source) this.#open();
    }

    #resign() {
        if (!this.#isTelling) return;
        this.#isTelling = false;
        if (keptTeller()?.page === page) keepTeller(null);
        this.#channel?.postMessage({});
    }
}
