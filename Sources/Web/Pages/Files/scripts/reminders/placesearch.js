// Searches for an address or a place of one's own, with suggestions below the field.
import { api, newestOnly } from "../api.js";
import { h, icon, setAttribute, setText, show as fill } from "../dom.js";
import { button, busy, field } from "../parts.js";
import { words } from "./strings.js";

/// Milliseconds after the last letter, and letters from which it is asked elsewhere.
const [pause, fewest] = [500, 3];

/// `places()` are one's own; `suggests()` answers whether it may be asked elsewhere while somebody types. Calls `onfound` with what an
/// address leads to, and `onchoose` with the place that was chosen.
export function placeSearch({ id, places, suggests, onfound, onchoose }) {
    const list = h("ul", { class: "suggestions", role: "listbox", id: `${id}-list`, "aria-label": words.suggestions, hidden: true });
    const said = h("p", { class: "small", role: "status" });
    const source = h("p", { class: "muted small" });
    const input = h("input", { class: "input", type: "text", enterkeyhint: "search", role: "combobox", autocomplete: "off", maxlength: 200, dir: "auto", placeholder: words.searchPlaceholder,
        "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": `${id}-list`, oninput: () => typed(), onkeydown: (event) => key(event) });
    const part = field(words.search, input, { id });
    const go = button(words.searchGo, { symbol: "search", onclick: () => ask(false) });
    const newest = newestOnly();
    let options = [];
    let at = -1;
    let timer = null;

    function own() {
        const text = input.value.trim().toLocaleLowerCase();
        return text ? places().filter((each) => each.name.toLocaleLowerCase().includes(text)).slice(0, 5) : [];
    }

    function typed() {
        setText(said, "");
        offer(own());
        clearTimeout(timer);
        timer = setTimeout(() => { if (suggests() && input.value.trim().length >= fewest) ask(true); }, pause);
    }

    /// Asks what the text leads to; what is typed as a whole says what came of it.
    async function ask(isSuggestion) {
        clearTimeout(timer);
        const text = input.value.trim();
        if (!text) {
            part.complain(words.searchEmpty);
            return input.focus();
        }
        const search = async () => {
            const told = await newest(api.searchPlaces({ q: text, suggestions: isSuggestion || undefined }));
            if (!told) return;
            setText(source, told.places.length ? told.attribution : "");
            onfound(told.places);
            offer([...own(), ...told.places]);
            setText(said, told.places.length ? words.searchFound(told.places.length) : words.searchNone(text));
        };
        const complain = (problem) => {
            offer(own());
            setText(said, problem.status === 409 ? words.searchOff : problem.message);
        };
        return isSuggestion ? search().catch(complain) : busy(go, search, { complain });
    }

    function offer(next) {
        options = next;
        at = -1;
        fill(list, options.map((each, index) => h("li", { role: "option", id: `${id}-option-${index}`, "aria-selected": "false",
            // The field keeps the focus.
            onpointerdown: (event) => event.preventDefault(), onclick: () => choose(index) },
        icon(each.isOwn ? "pin" : "search"), h("span", {}, h("span", { dir: "auto" }, each.name ?? each.address),
            each.address && each.address !== each.name ? h("span", { class: "muted small", dir: "auto" }, each.address) : null))));
        list.hidden = !options.length;
        setAttribute(input, "aria-expanded", String(options.length > 0));
        mark();
    }

    function mark() {
        [...list.children].forEach((each, index) => setAttribute(each, "aria-selected", String(index === at)));
        setAttribute(input, "aria-activedescendant", at < 0 ? null : `${id}-option-${at}`);
        list.children[at]?.scrollIntoView({ block: "nearest" });
    }

    function choose(index) {
        const place = options[index];
        input.value = place.name ?? place.address;
        offer([]);
        setText(said, words.searchChosen(place.name ?? place.address));
        onchoose(place);
    }

    function key(event) {
        const count = options.length;
        if (event.key === "ArrowDown" && count) at = (at + 1) % count;
        else if (event.key === "ArrowUp" && count) at = (at + count - (at < 0 ? 0 : 1)) % count;
        else if (event.key === "Escape" && count) offer([]);
        else if (event.key === "Enter") {
            event.preventDefault();
            return at >= 0 ? choose(at) : ask(false);
        } else return undefined;
        event.preventDefault();
        return mark();
    }

    input.addEventListener("blur", () => { if (options.length) setTimeout(() => { if (document.activeElement !== input) offer([]); }, 200); });
    return {
        element: h("div", { class: "stack place-search" }, h("div", { class: "combo" }, part.element, list), h("div", { class: "buttons" }, go), said, source),
        dispose: () => clearTimeout(timer),
    };
}
