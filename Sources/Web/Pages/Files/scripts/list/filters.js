// The search field of the list, its filters and its order. The address holds what is chosen, so that it can be kept and survives the way back.
import { h, icon, setAttribute, setText, showFor } from "../dom.js";
import { readdress } from "../memory.js";
import { button, field } from "../parts.js";
import { strings } from "../strings.js";
import { addressOf, choiceOf, choices, countFilters } from "./order.js";

const words = strings.list;

/// The controls; `onchange` is called after each change, when the address has it already.
export function makeFilters(onchange) {
    let choice = choiceOf(location.search);
    const input = h("input", { class: "input", type: "search", id: "search", value: choice.q, placeholder: words.filter, "aria-label": words.filter, oninput: () => change({ q: input.value }) });
    const selects = {
        state: select("state", words.state, Object.fromEntries(choices.state.map((name) => [name, words.states[name]])), words.anyState),
        battery: select("battery", words.battery, { low: words.batteryLow }, words.anyBattery),
        owner: select("owner", words.owner, {}, words.anyOwner),
        place: select("place", words.place, {}, words.anyPlace),
        sort: select("sort", words.sort, Object.fromEntries(choices.sort.map((name) => [name, words.sorts[name]])), words.sortName),
    };
    const clear = button(words.clear, { kind: "quiet", symbol: "close", onclick: () => {
        reset();
        toggle.focus();
    } });
    const panel = h("div", { class: "panel filters", id: "filters", hidden: true }, Object.values(selects).map((each) => each.element), clear);
    const toggleText = h("span", {}, words.filters);
    const toggle = h("button", { type: "button", class: "button", "aria-controls": "filters", "aria-expanded": "false", onclick: () => open(panel.hidden) }, icon("filter"), toggleText);
    const bar = h("div", { class: "filter-bar", hidden: true }, h("div", { class: "filter" }, icon("search"), input), toggle);

    function select(name, label, options, none) {
        const control = h("select", { class: "input", onchange: () => change({ [name]: control.value }) });
        const part = field(label, control, { id: `filter-${name}` });
        const set = (more) => showFor(JSON.stringify(more), control, () => {
            // One that was chosen and is not there any more is still what the list shows.
            const all = choice[name] && !(choice[name] in more) ? { ...more, [choice[name]]: choice[name] } : more;
            return [h("option", { value: "" }, none), Object.entries(all).map(([value, text]) => h("option", { value }, text))];
        });
        set(options);
        control.value = choice[name];
        return { element: part.element, control, set };
    }

    function change(some) {
        // What was shown beyond the first page belongs to the choice before.
        choice = { ...choice, shown: 0, ...some };
        readdress(addressOf(choice));
        mark();
        onchange();
    }

    function reset() {
        input.value = "";
        for (const { control } of Object.values(selects)) control.value = "";
        change({ q: "", state: "", battery: "", owner: "", place: "", sort: "" });
    }

    function open(isOpen) {
        panel.hidden = !isOpen;
        setAttribute(toggle, "aria-expanded", String(isOpen));
    }

    function mark() {
        const count = countFilters(choice);
        setText(toggleText, count ? words.filtersOf(count) : words.filters);
        clear.hidden = !count && !choice.q && !choice.sort;
    }

    // On a phone it would take the whole first screen.
    open((countFilters(choice) > 0 || Boolean(choice.sort)) && !matchMedia("(max-width: 44rem)").matches);
    mark();
    return {
        bar, panel, input, reset,
        get choice() { return choice; },
        get isActive() { return countFilters(choice) > 0 || choice.q.trim() !== "" || choice.sort !== ""; },
        showMore(shown) { change({ shown }); },
        /// Offers the owners and places that there are.
        offer(all, isWanted) {
            bar.hidden = !isWanted;
            if (!isWanted) panel.hidden = true;
            for (const name of ["owner", "place"]) {
                const values = [...new Set(all.map((item) => item[name]).filter(Boolean))].sort((one, other) => one.localeCompare(other));
                const { element, control, set } = selects[name];
                if (document.activeElement !== control) {
                    set(Object.fromEntries(values.map((value) => [value, value])));
                    control.value = choice[name];
                }
                element.hidden = values.length < (name === "owner" ? 2 : 1) && !choice[name];
            }
        },
    };
}
