// The console's events, by a connection of this page or by that of another one.
//
// A browser has six connections at most to one host over HTTP/1.1, and each page would hold one for its events: no seventh
// could be loaded any more. So of the pages of one session that nobody sees, one follows the events and tells the others.
import { elapsed } from "./clock.js";
import { sessionOfPage } from "./keep.js";

/// Milliseconds after which a page that tells and has not been heard of does so no more: the service says something every 3 s.
const longest = 10_000;
/// So long, and so many, are kept of what others tell while a page has a connection of its own, which may be slower.
const [span, most] = [30_000, 2000];
/// This page among those of the browser. A plain address over HTTP has no `randomUUID`.
const page = String(crypto.getRandomValues(new Uint32Array(2)));

export class Stream {
    #source = null;
    #channel = null;
    #kinds;
    #after;
    #hear;
    #isTelling = false;
    /// Since when this page tells, and has its connection.
    #tellsSince = 0;
    #openSince = 0;
    /// Which page told something last, when, and since when it does; null for none that does.
    #teller = null;
    /// What others told while this page has heard for itself.
    #overheard = [];
    /// Those that this page tells.
    #listeners = new Set();
    #look = () => this.#turn();

    /// Follows the events of these kinds behind the one that `after` names, and calls with what it hears: `opened`, `failed`
    /// with whether it was for good, and `told` with each event's kind, data and name, which is empty for what another page
    /// has heard.
    constructor(kinds, after, hear) {
        [this.#kinds, this.#after, this.#hear] = [kinds, after, hear];
        this.#channel = channelOf(sessionOfPage());
        this.#channel?.addEventListener("message", ({ data }) => this.#overhear(data));
        document.addEventListener("visibilitychange", this.#look);
        this.#open();
    }

    close() {
        document.removeEventListener("visibilitychange", this.#look);
        this.#source?.close();
        this.#source = null;
        this.#resign();
        this.#say({ leaves: page });
        this.#channel?.close();
        this.#channel = null;
    }

    #say(message) { this.#channel?.postMessage(message); }

    #open() {
        const after = this.#after();
        const source = new EventSource(`/api/v1/events${after ? `?after=${encodeURIComponent(after)}` : ""}`);
        this.#source = source;
        this.#openSince = elapsed();
        source.onopen = () => this.#hear.opened();
        source.onerror = () => this.#hear.failed(source.readyState === EventSource.CLOSED);
        for (const kind of this.#kinds) {
            source.addEventListener(kind, ({ data, lastEventId }) => {
                if (kind === "beat") this.#share();
                if (this.#isTelling) this.#say({ page, kind, data, tellsFor: elapsed() - this.#tellsSince });
                this.#hear.told(kind, data, lastEventId);
            });
        }
    }

    /// A page that nobody sees tells the others, or leaves its connection to them where another one does.
    #share() {
        if (!document.hidden || !this.#channel) return;
        // Of two that have begun at once, one goes on.
        const isTold = this.#isToldSince(longest) && !(this.#isTelling && page < this.#teller.page);
        if (!isTold) {
            if (!this.#isTelling) this.#tellsSince = elapsed();
            this.#isTelling = true;
            return;
        }
        // What happened before the other one told of it is still on its way here.
        if (!this.#isTelling && this.#teller.since > this.#openSince && !this.#isTold(longest)) return;
        this.#source.close();
        this.#source = null;
        this.#isTelling = false;
        this.#say({ listens: page, to: this.#teller.page });
        this.#catchUp();
    }

    /// Whether the other page has told of everything for so long.
    #isTold(time) { return elapsed() - this.#teller.since >= time; }

    #isToldSince(time) { return this.#teller !== null && elapsed() - this.#teller.at <= time; }

    /// What the other page has told already may not have come by the connection that was just closed.
    #catchUp() {
        const oldest = elapsed() - span;
        const overheard = this.#overheard.filter(({ at }) => at > oldest);
        this.#overheard = [];
        // Where they are too many, some may be gone.
        if (overheard.length >= most) return this.#hear.told("reset", "{}", "");
        for (const { kind, data } of overheard) this.#hear.told(kind, data, "");
        return undefined;
    }

    #overhear({ page: teller, kind, data, tellsFor = 0, listens, to, leaves, next }) {
        if (listens && to === page) this.#listeners.add(listens);
        if (leaves) {
            this.#listeners.delete(leaves);
            if (leaves === this.#teller?.page) this.#teller = null;
        }
        // Only the one that is named goes on in its place: all at once would take all connections there are.
        if (next === page && !this.#source) this.#open();
        if (!teller) return;
        const isOther = teller !== this.#teller?.page;
        const since = isOther ? elapsed() - tellsFor : this.#teller.since;
        this.#teller = { page: teller, at: elapsed(), since };
        if (!this.#source) {
            if (isOther) this.#say({ listens: page, to: teller });
            this.#hear.told(kind, data, "");
        } else if (kind !== "beat") {
            this.#overheard.push({ kind, data, at: elapsed() });
            if (this.#overheard.length >= 2 * most) this.#overheard.splice(0, most);
        }
    }

    /// Whoever looks at a page has what it hears itself, and what it has missed.
    #turn() {
        if (document.hidden) return;
        this.#resign();
        if (this.#source) return;
        this.#say({ leaves: page });
        this.#open();
    }

    #resign() {
        if (!this.#isTelling) return;
        this.#isTelling = false;
        const [next] = this.#listeners;
        this.#listeners.clear();
        this.#say({ leaves: page, next });
    }
}

/// Where the pages of a session hear each other; null where they cannot.
function channelOf(session) {
    try {
        return session === null ? null : new BroadcastChannel(`tagalong.events.${session}`);
    } catch { return null; }
}
