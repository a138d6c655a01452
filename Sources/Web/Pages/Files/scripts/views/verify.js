// Whether a mail address is somebody's: by the link that was sent there, or another one.
//
// Whoever opens the link reads the mails of the address, and need not be who registered with it: so nothing happens before
// the passcode of that account is typed, unless this browser is logged in to it.
import { api } from "../api.js";
import { h, show as fill } from "../dom.js";
import { button, busy, field, notice, toast } from "../parts.js";
import { form, panel, secretOfLink, toLogin, wordsOf } from "../signin/parts.js";
import { strings } from "../strings.js";

const words = strings.signin;

export function show({ session, refreshSession, go }) {
    const secret = secretOfLink();
    const element = h("div", {});
    if (secret && session.authenticated) confirm();
    else if (secret) ask();
    else fill(element, waiting());
    return { title: words.verify, element, stays: true, dispose() {} };

    async function confirm() {
        fill(element, panel(words.verify, h("p", { role: "status" }, strings.loading)));
        try {
            await api.verify(secret);
            return confirmed();
        } catch (problem) {
            // Logged in to another account.
            if (problem.type === "urn:tagalong:passcode-needed") return ask();
            return fail(problem);
        }
    }

    function fail(problem) { fill(element, panel(words.verify, notice(wordsOf(problem), { kind: "red", symbol: "alert" }), ...again())); }

    async function confirmed() {
        const wasWaiting = session.authenticated && session.verified === false;
        const now = await refreshSession();
        if (now.authenticated) return go(wasWaiting ? "/profile?welcome" : "/", { replace: true });
        return fill(element, panel(words.verified, h("p", {}, words.verifiedText), toLogin()));
    }

    function ask() {
        const passcode = field(words.passcode, h("input", { class: "input code", type: "password", autocomplete: "current-password", maxlength: "128" }), { id: "verify-passcode" });
        const submit = async () => {
            if (!passcode.complain(passcode.input.value ? "" : strings.login.missing)) return passcode.input.focus();
            await api.verify(secret, passcode.input.value);
            return confirmed();
        };
        const refused = (problem) => {
            passcode.input.value = "";
            if (words.troubles[problem.type]) fail(problem);
            // The account has none.
            else if (problem.type === "urn:tagalong:passcode-needed") passcode.complain(words.verifyLogIn);
            else if (problem.status === 403) passcode.complain(strings.login.wrong);
            else return false;
            return true;
        };
        fill(element, panel(words.verify, h("p", {}, words.verifyPasscode), form("verify", words.confirm, submit, refused, passcode.element), h("p", { class: "muted" }, words.notRegistered), toLogin()));
    }

    /// What one sees who is logged in and has not used the link.
    function waiting() {
        if (session.authenticated && session.verified !== false) return panel(words.verified, h("p", {}, h("a", { href: "/" }, words.goOn)));
        return panel(words.verify, h("p", {}, words.verifyText), ...again());
    }

    function again() {
        if (session.authenticated && session.verified !== false) return [h("p", {}, h("a", { href: "/" }, words.goOn))];
        if (!session.authenticated) return [h("p", { class: "muted" }, words.logInForLink), toLogin()];
        const send = button(words.sendAgain, { kind: "primary", onclick: () => busy(send, async () => {
            await api.sendVerification();
            toast(words.sentAgain);
        }, { complain: (problem) => toast(wordsOf(problem), { red: true }) }) });
        return [h("div", { class: "buttons" }, send)];
    }
}
