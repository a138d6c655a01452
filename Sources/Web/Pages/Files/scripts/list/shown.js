// What the list shows, for whatever shows the same beside it, such as a map.

/// The items that are left after search and filters, in order, and the one that was chosen.
export function makeShown() {
    const [listeners, choosers] = [new Set(), new Set()];
    return {
        /// The items as they are now; on every page of the list, not on this one only.
        items: [],
        /// The id of the chosen one, or null.
        chosen: null,
        /// Calls with the items whenever they, their order or something about them has changed. Answers what ends that.
        onChange(listener) { listeners.add(listener); return () => listeners.delete(listener); },
        /// Calls with the id of the item that somebody has chosen, or null, and with who told so.
        onChoose(listener) { choosers.add(listener); return () => choosers.delete(listener); },
        /// Says that somebody has chosen an item; `by` is "list", "map" and so on, so that nobody answers himself.
        choose(id, by) {
            this.chosen = id;
            for (const listener of choosers) listener(id, by);
        },
        set(items) {
            this.items = items;
            for (const listener of listeners) listener(items);
        },
    };
}
