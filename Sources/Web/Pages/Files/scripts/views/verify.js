// Whether a mail address is somebody's: by the link that was sent there, or another one.
import { api } from "../api.js";
import { h, show as fill } from "../dom.js";
import { button, busy, notice, toast } from "../parts.js";
import { panel, secretOfLink, toLogin, wordsOf } from "../signin/parts.js";
import { strings } from "../strings.js";

const words = strings.signin;

export function show({ session, refreshSession, go }) {
    const secret = secretOfLink();
    const element = h("div", {});
    if (secret) confirm(); else fill(element, waiting());
    return { title: words.verify, element, stays: true, dispose() {} };

    async function confirm() {
        fill(element, panel(words.verify, h("p", { role: "status" }, strings.loading)));
        try {
            await api.verify(secret);
            const now = await refreshSession();
            if (now.authenticated) return go("/profile?welcome", { replace: true });
            return fill(element, panel(words.verified, h("p", {}, words.verifiedText), toLogin()));
        } catch (problem) {
            return fill(element, panel(words.verify, notice(wordsOf(problem), { kind: "red", symbol: "alert" }), ...again()));
        }
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
