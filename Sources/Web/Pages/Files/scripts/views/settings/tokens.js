// The part of the settings about tokens, by which programs and phones log in.
import { api } from "../../api.js";
import { inSeconds, now } from "../../clock.js";
import { secretBox } from "../../copy.js";
import { h, icon, show as fill } from "../../dom.js";
import { ago, day } from "../../format.js";
import { button, busy, confirm, field, toast } from "../../parts.js";
import { strings } from "../../strings.js";
import { panel } from "./panel.js";

const words = strings.tokens;
/// In seconds.
const dayLong = 86_400;

export async function tokenPanel(session) {
    const box = h("div", { class: "stack" });
    const fresh = h("div", { role: "status", class: "fresh" });

    async function draw(created) {
        // First what is told once: the list may not come.
        fill(fresh, created ? secret(created) : []);
        fresh.querySelector("input")?.select();
        const [{ tokens }, { accounts }] = await Promise.all([api.tokens(), api.accounts()]);
        fill(box, tokens.length ? h("ul", { class: "places devices entries" }, tokens.map((each) => line(each, draw))) : h("p", {}, words.none),
            form(accounts, session, draw));
    }

    await draw();
    return panel("tokens", words.title, h("p", { class: "muted" }, words.text), fresh, box);
}

/// The secret of a token that was just made; it is told this once.
function secret({ token, label, account }) {
    const name = label || account;
    return secretBox(token, { made: words.made(name), once: words.once, label: words.secretOf(name), copy: words.copy });
}

function line(token, draw) {
    const name = token.label || token.id;
    const revoke = button("", { kind: "square quiet", symbol: "bin", title: words.revoke(name), onclick: () => busy(revoke, async () => {
        if (!(await confirm({ title: words.revokeTitle(name), text: words.revokeText, action: words.revokeAction }))) return;
        await api.revokeToken(token.id);
        toast(words.revoked(name));
        await draw();
    }) });
    const isOver = token.expires && Date.parse(token.expires) <= now();
    const facts = [
        words.createdOn(day(token.created)),
        token.used ? words.used(ago(token.used)) : words.unused,
        token.expires ? (isOver ? words.expired : words.expires)(day(token.expires)) : words.noExpiry,
    ];
    return h("li", { "data-token": token.id }, icon("key"), h("div", {},
        h("strong", {}, name),
        h("p", { class: "muted small" }, words.of(token.account, words.scopes[token.scope] ?? token.scope)),
        h("p", { class: "muted small" }, facts.join(" · "))), revoke);
}

function form(accounts, session, draw) {
    const options = (values, chosen) => Object.entries(values).map(([key, text]) => h("option", { value: key, selected: key === chosen }, text));
    const account = field(words.account, h("select", { class: "input" }, options(Object.fromEntries(accounts.map((each) => [each.name, each.name])), session.account)), { id: "token-account" });
    const label = field(words.label, h("input", { class: "input", maxlength: "64", autocomplete: "off" }), { hint: words.labelHint, id: "token-label" });
    const scope = field(words.scope, h("select", { class: "input" }, options(words.scopes, "read-last")), { hint: words.scopeHint, id: "token-scope" });
    const lifetime = field(words.lifetime, h("select", { class: "input" }, options(words.lifetimes, "365")), { id: "token-lifetime" });
    const make = button(words.make, { kind: "primary", type: "submit" });

    async function submit() {
        const days = Number(lifetime.input.value);
        await draw(await api.addToken({
            account: account.input.value, label: label.input.value, scope: scope.input.value,
            ...(days ? { expires: inSeconds(days * dayLong) } : {}),
        }));
    }

    return h("details", { "data-form": "token" }, h("summary", {}, icon("next"), words.add),
        h("form", { class: "stack guide", novalidate: true, onsubmit: (event) => {
            event.preventDefault();
            busy(make, submit, { complain: (problem) => label.complain(problem.fields["/label"] ?? problem.message) });
        } }, label.element, account.element, scope.element, lifetime.element, h("div", { class: "buttons" }, make)));
}
