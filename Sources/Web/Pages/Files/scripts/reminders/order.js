// In which order reminders are listed, and which of them; the address holds what is chosen.
import { colours } from "./store.js";

export const sorts = ["name", "colour", "made", "fired"];

/// What the address says: `/reminders?sort=fired&owner=sam`, `/reminders?tab=history&reminder=sam/umbrella`.
export function choiceOf(search) {
    const told = new URLSearchParams(search);
    const sort = told.get("sort");
    return { tab: told.get("tab") === "history" ? "history" : "", sort: sorts.includes(sort) ? sort : "", owner: told.get("owner") ?? "", reminder: told.get("reminder") ?? "" };
}

/// The address of a choice, without what is as always.
export function addressOf(choice) {
    const told = new URLSearchParams(Object.entries(choice).filter(([, value]) => value)).toString();
    return told ? `/reminders?${told}` : "/reminders";
}

const byName = (one, other) => one.name.localeCompare(other.name) || one.owner.localeCompare(other.owner) || one.id.localeCompare(other.id);
const time = (text) => Date.parse(text) || 0;
const orders = {
    name: () => 0,
    colour: (one, other) => colours.indexOf(one.colour) - colours.indexOf(other.colour),
    // The newest on top; what was never told comes last.
    made: (one, other) => time(other.made) - time(one.made),
    fired: (one, other) => time(other.state?.last_fired) - time(one.state?.last_fired),
};

/// The reminders of a choice, in its order; equals by their names.
export function inChosenOrder(all, { sort, owner }) {
    const order = orders[sort] ?? orders.name;
    return all.filter((each) => !owner || each.owner === owner).sort((one, other) => order(one, other) || byName(one, other));
}
