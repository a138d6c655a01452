// How many notices of the inbox are unread, wherever that is shown.
import { api } from "./api.js";

class Inbox {
    unread = 0;
    #watchers = new Set();

    /// Calls now, and whenever the count is another one; answers what ends that.
    watch(action) {
        this.#watchers.add(action);
        action();
        return () => this.#watchers.delete(action);
    }

    /// Takes in what was told of it.
    take({ unread = 0, newest = null } = {}) {
        this.unread = unread;
        for (const action of [...this.#watchers]) action(newest);
    }

    /// Asks how it stands.
    async load(values = {}) {
        const page = await api.inbox(values);
        this.take({ unread: page.unread });
        return page;
    }
}

export const inbox = new Inbox();
