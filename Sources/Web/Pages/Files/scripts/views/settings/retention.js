// The part of the settings that says how long positions are kept.
import { api } from "../../api.js";
import { deviceField } from "../../devices.js";
import { h, setText, show as fill } from "../../dom.js";
import { moment } from "../../format.js";
import { button, busy, confirm, field, notice, toast } from "../../parts.js";
import { strings } from "../../strings.js";
import { panel } from "./panel.js";

const words = strings.retention;
const [mostDays, mostFixes] = [36_500, Number.MAX_SAFE_INTEGER];

/// The part; nothing where the viewer may change none.
export async function retentionPart() {
    const devices = (await api.devices().catch(() => [])).filter((each) => each.may.includes("change"));
    if (!devices.length) return null;
    const body = h("div", { class: "stack" });
    const device = deviceField(devices, { id: "keep-device", onchange: () => load() });

    async function load() {
        const id = device.input.value;
        if (!id) return fill(body);
        try {
            const retention = await api.retention(id);
            if (id === device.input.value) fill(body, retentionForm(id, retention, load));
        } catch (problem) {
            fill(body, notice(problem.message, { kind: "amber", symbol: "alert" }));
        }
        return undefined;
    }

    load();
    return panel("retention", words.title, h("p", { class: "muted" }, words.text), device.element, body);
}

function retentionForm(id, retention, reload) {
    const choices = Object.entries(words.choices).map(([value, text]) => {
        const input = h("input", { type: "radio", name: "keep", id: `keep-${value}`, value, checked: value === choiceOf(retention), onchange: () => showFields() });
        return { input, element: h("div", { class: "check" }, input, h("label", { for: `keep-${value}` }, text)) };
    });
    const number = (value) => h("input", { class: "input short", inputmode: "decimal", autocomplete: "off", value: value ?? "" });
    const days = field(words.days, number(retention.own ? retention.keep_days : null), { id: "keep-days", hint: words.daysHint });
    const fixes = field(words.fixes, number(retention.own ? retention.keep_fixes : null), { id: "keep-fixes", hint: words.fixesHint });
    const fields = h("div", { class: "stack" }, days.element, fixes.element);
    const save = button(strings.save, { kind: "primary", type: "submit" });
    const choice = () => choices.find((each) => each.input.checked).input.value;

    function showFields() { fields.hidden = choice() !== "limited"; }

    /// What is wanted: nothing for what holds for all; undefined where it is wrong.
    function wanted() {
        if (choice() === "usual") return null;
        if (choice() === "forever") return { keep_days: null, keep_fixes: null };
        const [dayCount, fixCount] = [days, fixes].map((each) => (each.input.value.trim() ? Number(each.input.value.trim().replace(",", ".")) : null));
        const isRight = [
            days.complain(dayCount === null || (dayCount > 0 && dayCount <= mostDays) ? "" : words.daysWrong),
            fixes.complain(fixCount === null || (Number.isInteger(fixCount) && fixCount >= 1 && fixCount <= mostFixes) ? "" : words.fixesWrong),
        ].every(Boolean);
        if (isRight && dayCount === null && fixCount === null) return void days.complain(words.limitMissing);
        return isRight ? { keep_days: dayCount, keep_fixes: fixCount } : undefined;
    }

    async function submit() {
        const change = wanted();
        if (change === undefined) return form.querySelector("[aria-invalid=true]").focus();
        const { removes } = await api.changeRetention(id, change, { "dry-run": true });
        if (removes.fixes && !(await confirm({ title: words.sure(removes.fixes), text: words.sureText({ ...removes, before: moment(removes.before) }), action: words.remove }))) return undefined;
        await api.changeRetention(id, change);
        toast(removes.fixes ? words.savedRemoving : words.saved);
        await reload();
        return document.getElementById("keep-device")?.focus();
    }

    const form = h("form", { class: "stack", novalidate: true, onsubmit: (event) => {
        event.preventDefault();
        busy(save, submit);
    } }, h("p", {}, words.now(limits(retention), retention.own)),
        h("fieldset", {}, h("legend", { class: "hidden-text" }, words.title), choices.map((each) => each.element)), fields,
        h("div", { class: "buttons" }, save));
    showFields();
    return form;
}

function choiceOf({ own, keep_days: days, keep_fixes: fixes }) {
    if (!own) return "usual";
    return days === null && fixes === null ? "forever" : "limited";
}

/// How long, in words.
function limits({ keep_days: days, keep_fixes: fixes }) {
    return [days === null ? "" : words.forDays(days), fixes === null ? "" : words.newest(fixes)].filter(Boolean).join(words.and) || words.ever;
}
