// What an account may see and do, as rows: of which items, and how much.
import { h, show as fill } from "../../dom.js";
import { button } from "../../parts.js";
import { strings } from "../../strings.js";

const words = strings.accounts;

/// All that a right can be about: everything of an owner, and each item; `named` are owners without an item yet.
export function targets(items, named) {
    const owners = [...new Set([...items.map((each) => each.owner), ...named])].sort();
    return Object.fromEntries(owners.flatMap((owner) => [
        [owner, words.allOf(owner)],
        ...items.filter((each) => each.owner === owner).map((each) => [`${owner}/${each.tracker}`, words.oneOf(each.item, owner)]),
    ]));
}

/// A right in words, such as "Keys (sam): the area of the latest position".
export function grantWords(grant, choices) {
    const [target, right] = grant.split("=");
    return words.grant(choices[target] ?? target, (words.rights[right] ?? right));
}

/// Edits rights; `read()` answers them as the interface takes them.
export function grantEditor(grants, choices) {
    let rows = grants.map(rowOf);
    const list = h("div", { class: "stack grants" });
    const none = h("p", { class: "muted" }, words.nothing);
    const add = button(words.addRight, { symbol: "plus", onclick: () => {
        const free = Object.keys(choices).find((each) => !rows.some(({ target }) => target.value === each)) ?? "";
        rows.push(rowOf(`${free}=last:area`));
        draw();
        rows.at(-1).target.focus();
    } });
    const element = h("fieldset", { class: "stack" }, h("legend", { class: "label" }, words.rightsTitle), none, list, h("div", { class: "buttons" }, add));

    function rowOf(grant) {
        const [of, right] = grant.split("=");
        // What it is about may be gone, and the right stays until somebody takes it away.
        const known = of in choices ? choices : { [of]: of, ...choices };
        const target = select(words.what, known, of);
        const much = select(words.howMuch, words.rights, right);
        const row = { target, much };
        const remove = button("", { kind: "square quiet", symbol: "bin", title: words.removeRight, onclick: () => {
            rows = rows.filter((each) => each !== row);
            draw();
            add.focus();
        } });
        row.element = h("div", { class: "grant" }, target, much, remove);
        return row;
    }

    function draw() {
        none.hidden = rows.length > 0;
        fill(list, rows.map((each) => each.element));
    }

    draw();
    return { element, read: () => rows.map(({ target, much }) => `${target.value}=${much.value}`) };
}

function select(label, options, value) {
    return h("select", { class: "input", "aria-label": label }, Object.entries(options).map(([key, text]) =>
        h("option", { value: key, selected: key === value }, text)));
}
