// What is found of each condition, with what to do where nothing is known.
import { h, icon } from "../dom.js";
import { kinds } from "./store.js";
import { words } from "./strings.js";
import { advice, findingWords, symbols } from "./words.js";

const marks = { holds: "check", fails: "close", unknown: "alert" };

/// Whether a condition holds, in a drawing for those who see it; null where nothing is known of that.
export function verdictMark(verdict) {
    return verdict ? h("span", { class: `verdict ${verdict}`, title: words.verdicts[verdict] }, icon(marks[verdict] ?? "info"), h("span", { class: "hidden-text" }, words.verdicts[verdict])) : null;
}

/// How it stands with one condition: whether it holds, what was found, what to do.
export function findingLine(finding, about) {
    const hint = finding.missing ? advice(finding, about) : null;
    return h("div", { class: `finding ${finding.verdict}`, "data-verdict": finding.verdict, "data-missing": finding.missing },
        h("p", { class: "small" }, icon(marks[finding.verdict] ?? "info"),
            h("span", {}, h("strong", {}, words.verdicts[finding.verdict]), " ", h("span", { class: "numbers", dir: "auto" }, findingWords(finding)))),
        hint ? h("p", { class: "muted small advice" }, hint.text, hint.link ? [" ", h("a", { href: hint.link.href }, hint.link.text)] : null) : null,
        finding.source ? h("p", { class: "muted small" }, words.source(finding.source)) : null);
}

/// All that was found, in the order of the kinds.
export function findingList(findings, about) {
    const known = kinds.map((kind) => findings.find((each) => each.kind === kind)).filter(Boolean);
    return h("ul", { class: "findings" }, known.map((each) => h("li", { "data-kind": each.kind }, icon(symbols[each.kind]),
        h("div", {}, h("p", { class: "label small" }, words.kinds[each.kind]), findingLine(each, about)))));
}
