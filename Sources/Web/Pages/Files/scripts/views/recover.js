// A forgotten passcode: a mail with a link, and behind that a new one.
import { api } from "../api.js";
import { h, show as fill } from "../dom.js";
import { notice } from "../parts.js";
import { form, mailField, newPasscode, panel, secretOfLink, toLogin } from "../signin/parts.js";
import { strings } from "../strings.js";

const words = strings.signin;

export function show({ session }) {
    const secret = secretOfLink();
    const element = h("div", {});
    fill(element, secret ? choosing(secret) : asking());
    return { title: words.recover, element, stays: true, dispose() {} };

    function asking() {
        if (!session.mail) return panel(words.recover, notice(words.askAdministrator), toLogin());
        const mail = mailField("recover-mail");
        const submit = async () => {
            if (!mail.check()) return mail.input.focus();
            await api.recover(mail.input.value.trim());
            // The same for every address.
            return fill(element, panel(words.mailSent, h("p", {}, words.recoverSent(mail.input.value.trim())), h("p", { class: "muted" }, words.noMail), toLogin()));
        };
        const refused = ({ fields = {} }) => {
            if (fields["/mail"]) mail.complain(fields["/mail"]);
            return Boolean(fields["/mail"]);
        };
        return panel(words.recover, h("p", { class: "muted" }, words.recoverText), form("recover", words.recoverAction, submit, refused, mail.element), toLogin());
    }

    function choosing(link) {
        const passcode = newPasscode();
        const submit = async () => {
            if (!passcode.check()) return element.querySelector("[aria-invalid=true]")?.focus();
            await api.setForgottenPasscode({ secret: link, new: passcode.read(), again: passcode.again.input.value });
            return fill(element, panel(words.recovered, h("p", {}, words.recoveredText), toLogin()));
        };
        const refused = ({ fields = {} }) => {
            if (fields["/new"]) passcode.next.complain(fields["/new"]);
            return Boolean(fields["/new"]);
        };
        return panel(words.recover, form("passcode", words.setPasscode, submit, refused, passcode.element), toLogin());
    }
}
