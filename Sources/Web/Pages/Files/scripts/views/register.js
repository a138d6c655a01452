// Somebody new.
import { api } from "../api.js";
import { h, show as fill } from "../dom.js";
import { field, notice } from "../parts.js";
import { form, mailField, newPasscode, panel, secretOfLink, toLogin } from "../signin/parts.js";
import { strings } from "../strings.js";

const words = strings.signin;

export function show({ session }) {
    const invitation = secretOfLink();
    const element = h("div", {});
    const isPossible = session.registration === "open" || (session.registration === "invitation" && invitation);
    fill(element, isPossible ? registering(invitation, element) : panel(words.register, notice(session.registration === "invitation" ? words.invitedOnly : words.closed), toLogin()));
    return { title: words.register, element, stays: true, dispose() {} };
}

function registering(invitation, element) {
    const name = field(words.name, h("input", { class: "input", autocomplete: "name", maxlength: "64", dir: "auto" }), { hint: words.nameHint, id: "register-name" });
    const mail = mailField("register-mail");
    const passcode = newPasscode();

    async function submit() {
        const isRight = [name.complain(name.input.value.trim() ? "" : words.nameMissing), mail.check(), passcode.check()];
        if (!isRight.every(Boolean)) return element.querySelector("[aria-invalid=true]")?.focus();
        await api.register({
            name: name.input.value.trim(), mail: mail.input.value.trim(), passcode: passcode.read(), again: passcode.again.input.value, language: document.documentElement.lang.startsWith("de") ? "de" : "en",
            ...(invitation ? { invitation } : {}),
        });
        // The same whether somebody has the address already: only whoever reads its mails is told.
        fill(element, panel(words.mailSent, h("p", {}, words.registerSent(mail.input.value.trim())), h("p", { class: "muted" }, words.noMail), toLogin()));
        return element.querySelector("h1").focus();
    }

    function refused({ fields = {} }) {
        const said = [[name, "/name"], [mail, "/mail"], [passcode.next, "/passcode"], [passcode.again, "/again"]].filter(([, key]) => fields[key]);
        for (const [box, key] of said) box.complain(fields[key]);
        return said.length > 0;
    }

    return panel(words.register, h("p", { class: "muted" }, words.about), form("register", words.registerAction, submit, refused, name.element, mail.element, passcode.element), toLogin(words.haveAccount));
}
