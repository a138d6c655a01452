// Changes an item: name, photo, distances, reports, places; and deletes it.
import { now } from "../clock.js";
import { api } from "../api.js";
import { h, icon, show as fill } from "../dom.js";
import { moment } from "../format.js";
import { items } from "../items.js";
import { button, busy, confirm, empty, field, gone, notice, toast } from "../parts.js";
import { photoPicker } from "../photopicker.js";
import { placeEditor } from "../places.js";
import { may, rightsKey } from "../rights.js";
import { strings } from "../strings.js";
import { nameProblem, number } from "../validate.js";

const words = strings.edit;

export function show({ parameters: [owner, tracker], setup, go, redo, retitle }) {
    const id = `${owner}/${tracker}`;
    const body = h("div", { class: "stack" }, h("p", { class: "muted" }, strings.loading));
    const title = h("h1", {}, "");
    const element = h("div", { class: "narrow wide" },
        h("a", { class: "back", href: `/items/${id}` }, icon("back"), items.all.get(id)?.item ?? tracker),
        h("div", { class: "page-head" }, title), body);
    const parts = [];
    let rights = null;
    let known = items.all.get(id)?.item;

    async function load() {
        const details = await items.ask(api.item(id));
        rights = rightsKey(details);
        if (!may(details, "change")) return fill(element, closed(id, details));
        const name = words.title(details.item);
        retitle(name);
        title.textContent = name;
        const rules = await api.rules(id);
        const places = placeEditor({ id, item: details, rules, setup });
        parts.push(places);
        return fill(body, nameForm(id, details), photoForm(id, details), distancesForm(id, details), reportsForm(id, details),
            quietForm(id, rules), places.element, may(details, "delete") ? removal(id, details, go) : null);
    }

    function leave(name) {
        retitle(strings.gone.title(name));
        fill(element, gone(name));
    }

    const stop = items.onChange((ids) => {
        const item = items.all.get(id);
        if (item && rights !== null && rightsKey(item) !== rights) redo();
        else if (!item && ids === null && rights !== null && items.isFresh) leave(known);
        known = item?.item ?? known;
    });
    load().catch((problem) => (problem.status === 404 ? leave() : fill(body, notice(problem.message, { kind: "amber", symbol: "alert" }))));
    return { title: words.title(items.all.get(id)?.item ?? tracker), element, dispose() {
        stop();
        for (const part of parts) part.dispose();
    } };
}

/// For who may only look.
function closed(id, item) {
    return empty({ heading: "h1", symbol: "pen", title: words.closed(item.item), text: words.closedText(item.owner),
        action: h("a", { class: "button", href: `/items/${id}` }, words.closedLink(item.item)) });
}

/// A form of its own for each matter, so that each is saved or refused by itself.
function form(name, title, hint, children, onsave, { complain } = {}) {
    const save = button(strings.save, { kind: "primary", type: "submit" });
    const element = h("form", { class: "panel stack", novalidate: true, "data-form": name, "aria-labelledby": title ? `${name}-title` : null, onsubmit: (event) => {
        event.preventDefault();
        busy(save, async () => {
            const text = await onsave();
            if (text) toast(text);
        }, { complain });
    } }, title ? h("div", {}, h("h2", { id: `${name}-title` }, title), hint ? h("p", { class: "muted small" }, hint) : null) : null,
        children, h("div", { class: "buttons" }, save));
    return element;
}

function nameForm(id, item) {
    const input = h("input", { class: "input", value: item.item, placeholder: words.namePlaceholder, autocomplete: "off", required: true });
    const name = field(words.name, input, { hint: words.nameHint, id: "name" });
    return form("name", null, null, [name.element], async () => {
        if (!name.complain(nameProblem(input.value))) return input.focus();
        input.value = input.value.trim();
        const saved = await items.ask(api.change(id, { item: input.value }));
        return saved.pending ? words.savedPending : words.saved;
    }, { complain: (problem) => {
        name.complain(problem.fields?.["/item"] ?? problem.message);
        input.focus();
    } });
}

function photoForm(id, item) {
    const picker = photoPicker(item, {
        canRemove: () => Boolean(items.all.get(id)?.photo),
        async onchoose(blob) {
            if (blob) {
                items.change(id, { photo: await api.putPhoto(id, blob) });
                return toast(words.photoSaved);
            }
            await api.deletePhoto(id);
            items.change(id, { photo: undefined });
            picker.clear();
            toast(words.photoRemoved);
        },
    });
    return h("section", { class: "panel", "data-form": "photo" }, picker.element);
}

function distancesForm(id, item) {
    const metres = (value) => Object.assign(h("input", { class: "input short", inputmode: "decimal", value: String(value) }), { unit: strings.units.metresOnly });
    const [warningInput, criticalInput] = [metres(item.thresholds.warning_m), metres(item.thresholds.critical_m)];
    const warning = field(words.warning, warningInput, { id: "warning" });
    const critical = field(words.critical, criticalInput, { id: "critical" });
    const standard = button(words.standard, { kind: "quiet", onclick: () => busy(standard, async () => {
        const saved = await items.ask(api.change(id, { thresholds: null }));
        [warningInput.value, criticalInput.value] = [saved.thresholds.warning_m, saved.thresholds.critical_m].map(String);
        toast(words.saved);
    }) });
    const element = form("distances", words.distances, words.distancesHint, [h("div", { class: "row top" }, warning.element, critical.element)], async () => {
        const values = { warning_m: number(warningInput.value), critical_m: number(criticalInput.value) };
        const isRight = [warning.complain(values.warning_m > 0 ? "" : words.metresWrong),
            critical.complain(!(values.critical_m > 0) ? words.metresWrong : values.critical_m <= values.warning_m ? words.orderWrong : "")];
        if (!isRight.every(Boolean)) return null;
        await items.ask(api.change(id, { thresholds: values }));
        return words.saved;
    });
    element.lastChild.append(standard);
    return element;
}

function reportsForm(id, item) {
    const seconds = item.report_every_s.desired ?? item.report_every_s.reported ?? 600;
    const unit = [3600, 60].find((each) => seconds % each === 0) ?? 1;
    const input = h("input", { class: "input short", inputmode: "numeric", value: String(seconds / unit) });
    const units = h("select", { class: "input", "aria-label": words.unit }, Object.entries(words.units).map(([value, text]) => h("option", { value }, text)));
    units.value = String(unit);
    const every = field(words.interval, input, { id: "interval" });
    const modeSelect = h("select", { class: "input" }, ["auto", "bluetooth", "cellular"].map((mode) => h("option", { value: mode }, strings.mode[mode])));
    modeSelect.value = item.mode.desired ?? item.mode.reported ?? "auto";
    const mode = field(words.radio, modeSelect, { hint: words.radioHint, id: "radio" });
    input.after(units);
    const row = h("div", { class: "with-unit" });
    input.replaceWith(row);
    row.append(input, units);
    return form("reports", words.reports, null, [every.element, mode.element], async () => {
        const value = number(input.value) * Number(units.value);
        if (!every.complain(value >= 1 && value <= 86400 ? "" : words.intervalWrong)) return input.focus();
        const saved = await items.ask(api.change(id, { report_every_s: Math.round(value), mode: modeSelect.value }));
        return saved.pending ? words.savedPending : words.saved;
    });
}

function quietForm(id, rules) {
    const [from = "22:00", to = "07:00"] = rules.quiet?.split("-") ?? [];
    const on = h("input", { type: "checkbox", id: "quiet-on", checked: Boolean(rules.quiet), onchange: () => { hours.hidden = !on.checked; } });
    const [fromInput, toInput] = [from, to].map((value) => h("input", { class: "input short", type: "time", value }));
    const [first, second] = [field(words.from, fromInput), field(words.to, toInput)];
    const hours = h("div", { class: "row top", hidden: !rules.quiet }, first.element, second.element);
    const snooze = h("select", { class: "input" }, Object.entries(words.snoozeFor).map(([value, text]) => h("option", { value }, text)));
    const isSnoozed = rules.snooze_until && Date.parse(rules.snooze_until) > now();
    if (isSnoozed) snooze.prepend(h("option", { value: "keep" }, words.snoozedUntil(moment(rules.snooze_until))));
    snooze.value = isSnoozed ? "keep" : "0";
    const quiet = field(words.snooze, snooze);
    return form("quiet", words.quiet, words.quietHint, [
        h("div", { class: "check" }, on, h("label", { for: "quiet-on" }, words.quietOn)), hours, quiet.element,
    ], async () => {
        if (on.checked && !second.complain(fromInput.value && toInput.value && fromInput.value !== toInput.value ? "" : words.quietWrong)) return null;
        const change = { quiet: on.checked ? `${fromInput.value}-${toInput.value}` : null };
        if (snooze.value !== "keep") change.snooze_until = Number(snooze.value) ? new Date(now() + Number(snooze.value) * 1000).toISOString() : null;
        const saved = await api.changeRules(id, change);
        items.change(id, { quiet: saved.quiet, snooze_until: saved.snooze_until });
        return words.saved;
    });
}

function removal(id, item, go) {
    const remove = button(words.removeOf(item.item), { kind: "danger", symbol: "bin", onclick: async () => {
        const name = items.all.get(id)?.item ?? item.item;
        if (!(await confirm({ title: words.removeTitle(name), text: words.removeText, action: words.removeConfirm }))) return;
        await busy(remove, async () => {
            await api.remove(id);
            toast(words.removed(name));
            // The way back does not lead to what is no more.
            await go("/", { replace: true });
            items.drop(id);
        });
    } });
    return h("section", { class: "panel stack" }, h("div", {}, h("h2", {}, words.remove), h("p", { class: "muted small" }, words.removeHint)), h("div", { class: "buttons" }, remove));
}
