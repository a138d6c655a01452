// How many notices of the inbox are unread, wherever that is shown.
import { api } from "./api.js";

class Inbox {
    unread = 0;
    /// The newest notice that was told of; null before any was.
    #last = null;
    #watchers = new Set();

    /// Calls now, and whenever something is told of it: with the newest notice where that is news, with null otherwise.
    /// Answers what ends that.
    watch(action) {
        this.#watchers.add(action);
        action(null);
        return () => this.#watchers.delete(action);
    }

    /// Takes in what was told of it.
    take({ unread = 0, newest = null } = {}) {
        this.unread = unread;
        // A stream that begins anew tells what is there once more.
        const isNews = newest !== null && this.#last !== null && newest.id > this.#last;
        this.#last = Math.max(this.#last ?? 0, newest?.id ?? 0);
        for (const action of [...this.#watchers]) action(isNews ? newest : null);
    }

    /// Asks how it stands.
    async load(values = {}) {
        const page = await api.inbox(values);
        this.take({ unread: page.unread });
        return page;
    }
}

export const inbox = new Inbox();
