// What came of a scenario's assertions.
import { h, icon } from "../dom.js";
import { grouped } from "../format.js";
import { strings } from "../strings.js";

const words = strings.simulation;
/// So many that held are enough to read.
const most = 20;

/// `ongo` is called with the line of an assertion that is pressed; null where no text is shown.
export function checks({ passed, held, failed, expectations }, ongo) {
    if (!expectations.length) return h("p", { class: "panel muted" }, words.noChecks);
    const row = (each) => {
        const text = [icon(each.passed ? "check" : "close"), h("span", { lang: "en" }, each.text, h("span", { class: "muted" }, ` · ${each.observed}`))];
        const kind = each.passed ? "right" : "wrong";
        return h("li", { class: kind }, h("span", { class: "hidden-text" }, each.passed ? words.holds : words.fails),
            ongo ? h("button", { type: "button", class: "button quiet small", onclick: () => ongo(each.line) }, text) : h("span", { class: "check-text" }, text));
    };
    const shown = [...expectations.filter((each) => !each.passed), ...expectations.filter((each) => each.passed).slice(0, most)];
    const left = held + failed - shown.length;
    return h("details", { class: "panel checks", open: !passed }, h("summary", {}, icon("next"), h("strong", { class: passed ? "right" : "wrong" }, icon(passed ? "check" : "alert"), passed ? words.allHold(grouped(held)) : words.someFail(grouped(failed), grouped(held + failed)))),
        h("ul", {}, shown.map(row)), left > 0 ? h("p", { class: "muted small" }, words.more(grouped(left))) : null);
}
