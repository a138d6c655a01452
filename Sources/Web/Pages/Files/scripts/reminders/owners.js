// For whom one may make reminders, as far as the pages can tell: the console has the last word.
import { items } from "../items.js";
import { may } from "../rights.js";

/// The owners, whom one is first.
export function ownersFor(session) {
    const all = [...items.all.values()];
    const isMine = (item) => session.role === "administrator" || !session.required || may(item, "change");
    const owners = [...new Set(all.filter(isMine).map((item) => item.owner))].sort((one, other) => one.localeCompare(other));
    const me = session.account;
    if (!me) return owners;
    // Who has no things may have things to think of.
    return owners.includes(me) || session.role !== "administrator" || !owners.length ? [me, ...owners.filter((each) => each !== me)] : [...owners, me];
}
