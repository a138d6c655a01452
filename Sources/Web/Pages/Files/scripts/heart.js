// Whether what is shown is live: the service says so every 3 s in the stream of events, and that it hears its broker.
import { elapsed, noteTime, now } from "./clock.js";

/// Milliseconds between two looks, and those without a word after which nothing is live.
const [pause, longest] = [1000, 10_000];

export class Heart {
    /// When the service was heard last, by what has gone by; null for never.
    #heard = null;
    /// When the stream that is followed began.
    #begun = 0;
    #isFirst = true;
    #told = { broker: true };
    #timer = null;
    #changed;

    /// Calls now and then, and when there is news.
    constructor(changed) { this.#changed = changed; }

    /// Begins with a new stream.
    start() {
        this.#begun = elapsed();
        this.#isFirst = true;
        this.#timer ??= setInterval(this.#changed, pause);
        // Whoever comes back to a page that was put aside is not to read what was so then.
        document.addEventListener("visibilitychange", this.#changed);
    }

    stop() {
        clearInterval(this.#timer);
        this.#timer = null;
        document.removeEventListener("visibilitychange", this.#changed);
    }

    /// Takes in a word of the service.
    take(told) {
        // What was on its way while this device slept tells how it was then. The first of a stream is never such a one.
        if (!this.#isFirst && Date.parse(told.time) < now() - longest) return;
        this.#isFirst = false;
        this.#told = told;
        noteTime(told.time);
        this.#heard = elapsed();
        this.#changed();
    }

    /// Whether the service was heard so lately that what is shown is live.
    get isBeating() { return this.#heard !== null && elapsed() - this.#heard <= longest; }

    /// Whether the stream has had its time to tell something, and has not.
    get isStuck() { return elapsed() - Math.max(this.#begun, this.#heard ?? 0) > longest; }

    /// Since when the service has not heard its broker, by its time; null while it does.
    get deafSince() { return this.#told.broker ? null : Date.parse(this.#told.since); }

    /// When the service was heard last, by its time; null for never.
    get last() { return this.#heard === null ? null : now() - (elapsed() - this.#heard); }
}
