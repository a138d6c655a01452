// The forms of an item that are saved together: name, distances, reports, quiet hours.
import { api } from "./api.js";
import { inSeconds } from "./clock.js";
import { h } from "./dom.js";
import { metres, moment } from "./format.js";
import { items } from "./items.js";
import { button, busy, field, toast } from "./parts.js";
import { preference } from "./preferences.js";
import { quietHours } from "./quiethours.js";
import { isControllable } from "./rights.js";
import { isMuted } from "./status.js";
import { strings } from "./strings.js";
import { lengthOf, lengthText, nameProblem, number } from "./validate.js";

const words = strings.edit;

/// The sections for a `saveBar`.
export function editForms(id, item, rules) {
    // What is wanted of the item goes in one change, which the console takes as a whole or not at all.
    const saveItem = async (sections) => {
        const saved = await items.ask(api.change(id, Object.assign({}, ...sections.map((each) => each.value()))));
        return saved.pending && sections.some((each) => each.isForTracker) ? words.savedPending : words.saved;
    };
    const saveRules = async (sections) => {
        const saved = await api.changeRules(id, Object.assign({}, ...sections.map((each) => each.value())));
        items.change(id, { quiet: saved.quiet, snooze_until: saved.snooze_until });
        return words.saved;
    };
    return {
        name: section(nameForm(item), saveItem), distances: section(distancesForm(id, item), saveItem),
        // What only reports where it is does so as its own program has it.
        ...(isControllable(item) ? { reports: section(reportsForm(item), saveItem) } : {}), quiet: section(quietForm(rules), saveRules),
    };
}

function section({ name, title, hint, children, controls, fields, after, ...rest }, save) {
    const element = h("form", { class: "panel stack", novalidate: true, "data-form": name, "aria-labelledby": hint === undefined ? null : `${name}-title`, "aria-label": hint === undefined ? title : null },
        hint === undefined ? null : h("div", {}, h("h2", { id: `${name}-title` }, title), hint ? h("p", { class: "muted small" }, hint) : null), children);
    const told = (control) => (control.type === "checkbox" ? control.checked : control.value.trim());
    return {
        title, element, save,
        read: () => JSON.stringify(controls.map(told)),
        write(text) {
            JSON.parse(text).forEach((value, index) => { controls[index][controls[index].type === "checkbox" ? "checked" : "value"] = value; });
            after?.();
        },
        /// Says beside each field what the console refused of it.
        refuse(problem) {
            for (const [pointer, told] of Object.entries(problem.fields ?? {})) fields[pointer]?.complain(told);
        },
        ...rest,
    };
}

function nameForm(item) {
    const input = h("input", { class: "input", dir: "auto", value: item.item, placeholder: words.namePlaceholder, autocomplete: "off", required: true });
    const name = field(words.name, input, { hint: words.nameHint, id: "name" });
    return {
        name: "name", title: words.name, children: [name.element], controls: [input], fields: { "/item": name }, isForTracker: true,
        check: () => name.complain(nameProblem(input.value)),
        value() {
            input.value = input.value.trim();
            return { item: input.value };
        },
    };
}

function distancesForm(id, item) {
    const units = preference("units");
    const length = (value) => Object.assign(h("input", { class: "input short", inputmode: "decimal", value: lengthText(value, units) }), { unit: strings.units.only[units] });
    const [warningInput, criticalInput] = [length(item.thresholds.warning_m), length(item.thresholds.critical_m)];
    const warning = field(words.warning, warningInput, { id: "warning" });
    const critical = field(words.critical, criticalInput, { id: "critical" });
    const read = () => ({ warning_m: lengthOf(warningInput.value, units), critical_m: lengthOf(criticalInput.value, units) });
    const standard = button(words.standard, { kind: "quiet", onclick: () => busy(standard, async () => {
        const saved = await items.ask(api.change(id, { thresholds: null }));
        useStandard(JSON.stringify([saved.thresholds.warning_m, saved.thresholds.critical_m].map((each) => lengthText(each, units))));
        toast(words.saved);
    }) });
    let useStandard = () => {};
    return {
        name: "distances", title: words.distances, hint: words.distancesHint, controls: [warningInput, criticalInput],
        children: [h("div", { class: "row top" }, warning.element, critical.element), h("div", { class: "buttons" }, standard)],
        fields: { "/thresholds/warning_m": warning, "/thresholds/critical_m": critical, "/thresholds": critical },
        check() {
            const values = read();
            return [warning.complain(values.warning_m > 0 ? "" : words.metresWrong[units]),
                critical.complain(!(values.critical_m > 0) ? words.metresWrong[units] : values.critical_m <= values.warning_m ? words.orderWrong : "")].every(Boolean);
        },
        value: () => ({ thresholds: read() }),
        /// Calls when the standard distances have taken the place of these.
        onStandard: (action) => { useStandard = action; },
    };
}

function reportsForm(item) {
    const seconds = item.report_every_s.desired ?? item.report_every_s.reported ?? 600;
    const unit = [3600, 60].find((each) => seconds % each === 0) ?? 1;
    const input = h("input", { class: "input short", inputmode: "numeric", value: String(seconds / unit) });
    const units = h("select", { class: "input", "aria-label": words.unit }, Object.entries(words.units).map(([value, text]) => h("option", { value }, text)));
    units.value = String(unit);
    const every = field(words.interval, input, { id: "interval" });
    const modeSelect = h("select", { class: "input" }, ["auto", "bluetooth", "cellular"].map((mode) => h("option", { value: mode }, strings.mode[mode])));
    modeSelect.value = item.mode.desired ?? item.mode.reported ?? "auto";
    const mode = field(words.radio, modeSelect, { hint: words.radioHint(metres(30)), id: "radio" });
    const row = h("div", { class: "with-unit" });
    input.replaceWith(row);
    row.append(input, units);
    const wanted = () => Math.round(number(input.value) * Number(units.value));
    return {
        name: "reports", title: words.reports, hint: "", children: [every.element, mode.element], controls: [input, units, modeSelect],
        fields: { "/report_every_s": every, "/mode": mode }, isForTracker: true,
        check: () => every.complain(wanted() >= 1 && wanted() <= 86400 ? "" : words.intervalWrong),
        value: () => ({ report_every_s: wanted(), mode: modeSelect.value }),
    };
}

function quietForm(rules) {
    const hours = quietHours(rules.quiet);
    const snooze = h("select", { class: "input" }, Object.entries(words.snoozeFor).map(([value, text]) => h("option", { value }, text)));
    const isSnoozed = isMuted(rules);
    if (isSnoozed) snooze.prepend(h("option", { value: "keep" }, words.snoozedUntil(moment(rules.snooze_until))));
    snooze.value = isSnoozed ? "keep" : "0";
    const quiet = field(words.snooze, snooze);
    return {
        name: "quiet", title: words.quiet, hint: words.quietHint, controls: [...hours.controls, snooze], after: hours.after,
        children: [...hours.children, quiet.element],
        fields: { "/quiet": hours.field, "/snooze_until": quiet },
        check: hours.check,
        value() {
            const change = { quiet: hours.value() };
            if (snooze.value !== "keep") change.snooze_until = Number(snooze.value) ? inSeconds(Number(snooze.value)) : null;
            return change;
        },
    };
}
