// The part of the settings about who may log in, and what each may see and do.
import { api } from "../../api.js";
import { h, icon, show as fill } from "../../dom.js";
import { button, busy, confirm, field, toast } from "../../parts.js";
import { strings } from "../../strings.js";
import { grantEditor, grantWords, targets } from "./grants.js";
import { panel } from "./panel.js";
import { passcodeFields } from "./passcode.js";

const words = strings.accounts;

export async function accountPanel(session) {
    const box = h("div", { class: "stack" });

    /// Shows what there is now; the focus goes to an account, or to what adds one.
    async function draw(focus) {
        const [{ accounts }, items] = await Promise.all([api.accounts(), api.items()]);
        const choices = targets(items, accounts.map((each) => each.name));
        const context = { session, choices, draw };
        fill(box, accounts.length ? h("ul", { class: "places devices entries" }, accounts.map((each) => line(each, context))) : null,
            session.required ? adding(context) : h("p", {}, words.passcodeFirst));
        if (focus !== undefined) box.querySelector(focus ? `[data-account="${focus}"] button` : "[data-adds] button")?.focus();
    }

    await draw();
    return panel("accounts", words.title, h("p", { class: "muted" }, words.text), box);
}

function line(account, context) {
    const { name } = account;
    const isOwn = name === context.session.account;
    const place = h("div", { class: "editor" });
    const change = button(words.change, { kind: "quiet", "aria-label": words.changeOf(name), "aria-expanded": "false", onclick: () => {
        const isOpen = place.hasChildNodes();
        change.setAttribute("aria-expanded", String(!isOpen));
        fill(place, isOpen ? [] : editor(account, context));
    } });
    const remove = button("", { kind: "square quiet", symbol: "bin", title: words.remove(name), onclick: () => busy(remove, async () => {
        if (!(await confirm({ title: words.removeTitle(name), text: words.removeText(name), action: words.removeAction }))) return;
        await api.removeAccount(name);
        toast(words.removed(name));
        await context.draw("");
    }) });
    return h("li", { "data-account": name }, icon("person"), h("div", {},
        h("strong", {}, isOwn ? words.own(name) : name),
        may(account, context).map((each) => h("p", { class: "muted small" }, each)),
        account.passcode ? null : h("p", { class: "muted small" }, words.noPasscode)),
        context.session.required && !isOwn ? [change, remove] : null, place);
}

function may({ administrator, grants }, { choices }) {
    if (administrator) return [words.everything];
    return grants.length ? grants.map((each) => grantWords(each, choices)) : [words.nothing];
}

/// Rights and passcode of an account, each saved by itself.
function editor(account, context) {
    return [account.administrator ? null : rightsForm(account, context), passcodeForm(account, context)];
}

function rightsForm({ name, grants }, { choices, draw }) {
    const rights = grantEditor(grants, choices);
    const error = h("p", { class: "error", role: "alert" });
    const save = button(words.saveRights, { kind: "primary", type: "submit" });
    return h("form", { class: "stack", novalidate: true, "data-form": "rights", onsubmit: (event) => {
        event.preventDefault();
        busy(save, async () => {
            await api.setGrants(name, rights.read());
            toast(words.rightsSaved(name));
            await draw(name);
        }, { complain: (problem) => fill(error, problem.fields["/grants"] ?? problem.message) });
    } }, rights.element, error, h("div", { class: "buttons" }, save));
}

function passcodeForm({ name, passcode }, { draw }) {
    const fields = passcodeFields();
    const save = button(passcode ? words.resetPasscode : words.setPasscode, { type: "submit" });
    return h("form", { class: "stack", novalidate: true, "data-form": "passcode", onsubmit: (event) => {
        event.preventDefault();
        busy(save, async () => {
            if (!fields.check()) return;
            await api.resetPasscode(name, fields.read());
            toast(words.passcodeSet(name));
            await draw(name);
        }, { complain: (problem) => fields.refuse(problem) });
    } }, h("p", { class: "muted small" }, passcode ? words.resetText(name) : words.setText(name)), fields.element, h("div", { class: "buttons" }, save));
}

function adding({ choices, draw }) {
    const box = h("div", { "data-adds": "" });
    const open = button(words.add, { symbol: "plus", onclick: () => {
        const form = addForm(choices, draw, close);
        fill(box, form);
        form.querySelector("input").focus();
    } });
    function close() {
        fill(box, open);
        open.focus();
    }
    fill(box, open);
    return box;
}

function addForm(choices, draw, close) {
    const name = field(words.name, h("input", { class: "input", autocomplete: "off", autocapitalize: "none", spellcheck: "false" }), { hint: words.nameHint, id: "account-name" });
    const rights = grantEditor([], choices);
    const fields = passcodeFields("account-");
    const isAdministrator = h("input", { type: "checkbox", id: "account-administrator", onchange: () => { rights.element.hidden = isAdministrator.checked; } });
    const save = button(words.addAction, { kind: "primary", type: "submit" });

    async function submit() {
        const isRight = [name.complain(name.input.value ? "" : words.nameMissing), fields.check()];
        if (!isRight.every(Boolean)) return;
        const typed = name.input.value;
        await api.addAccount({
            name: typed, administrator: isAdministrator.checked, grants: isAdministrator.checked ? [] : rights.read(), passcode: fields.read(),
        });
        toast(words.added(typed));
        await draw("");
    }

    function refused(problem) {
        if (problem.status === 409) name.complain(words.exists(name.input.value));
        else if (problem.fields["/passcode"]) fields.refuse(problem);
        else name.complain(problem.fields["/name"] ?? problem.fields["/grants"] ?? problem.message);
    }

    return h("form", { class: "stack", novalidate: true, "data-form": "account", onsubmit: (event) => {
        event.preventDefault();
        busy(save, submit, { complain: refused });
    } }, name.element, h("div", { class: "check" }, isAdministrator, h("label", { for: "account-administrator" }, words.administrator)),
        rights.element, fields.element, h("div", { class: "buttons" }, save, button(strings.cancel, { onclick: close })));
}
