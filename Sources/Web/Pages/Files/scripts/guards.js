// The lists of unknown tags that have moved with an owner, for those who may see them.
import { api, newestOnly } from "./api.js";
import { items } from "./items.js";

class Guards {
    /// As the console told them last, by owner; null before.
    all = null;
    /// The owners for whom something else is kept than a list.
    unreadable = [];
    #listeners = new Set();
    #newest = newestOnly();

    /// Calls whenever they may be others.
    onChange(listener) { this.#listeners.add(listener); return () => this.#listeners.delete(listener); }

    /// Loads all; a console that knows no guards has none.
    async load() {
        const told = await this.#newest(api.guards().catch((problem) => {
            if (problem.status === 404) return { guards: [] };
            throw problem;
        }));
        if (told) this.#take(told.guards, told.unreadable ?? []);
    }

    /// Takes in one owner's list that was just told.
    put(list) { this.#take([...(this.all ?? []).filter((each) => each.owner !== list.owner), list].sort((one, other) => one.owner.localeCompare(other.owner))); }

    clear() { this.#take(null, []); }

    #take(all, unreadable = this.unreadable) {
        this.all = all;
        this.unreadable = unreadable;
        for (const listener of this.#listeners) listener();
    }
}

export const guards = new Guards();

items.onEvent((kind) => { if (kind === "guard") guards.load().catch(() => {}); });
