// Somebody new.
import { api } from "../api.js";
import { h, icon, show as fill } from "../dom.js";
import { button, busy, field, notice, toast, trouble } from "../parts.js";
import { form, mailField, newPasscode, panel, secretOfLink, toLogin, wordsOf } from "../signin/parts.js";
import { strings } from "../strings.js";

const words = strings.signin;

export function show({ session, go }) {
    const invitation = secretOfLink();
    const element = h("div", {});
    const mayRegister = session.registration === "open" || (session.registration === "invitation" && invitation);
    const said = notice(session.registration === "invitation" ? words.invitedOnly : words.closed);
    let isShown = true;

    async function draw() {
        const invited = invitation ? await api.invitationOf(invitation) : null;
        if (!isShown) return;
        if (session.account && invited) fill(element, using(invitation, invited, session, go));
        else fill(element, mayRegister ? registering(invitation, invited, element, session.providers ?? []) : panel(words.register, said, toLogin()));
    }

    draw().catch((problem) => {
        if (!isShown) return;
        const again = session.registration === "open" ? h("p", {}, h("a", { href: "/register" }, words.register)) : null;
        fill(element, panel(words.register, problem.isOffline ? trouble(problem) : notice(wordsOf(problem), { kind: "amber", symbol: "alert" }), again, toLogin()));
    });
    return { title: words.register, element, stays: true, dispose() { isShown = false; } };
}

/// Who invites, and what comes of it.
function inviting({ inviter, group }) {
    return inviter ? h("div", { class: "notice" }, icon("person"), h("div", {}, h("strong", { dir: "auto" }, words.invitedBy(inviter)), h("p", { dir: "auto" }, group ? words.invitedTo(group) : words.invitedText))) : null;
}

/// For who has an account and is logged in.
function using(invitation, invited, { account }, go) {
    if (!invited.inviter) return panel(words.register, notice(words.onlyToRegister), toLogin());
    const use = button(words.useOwn(account), { kind: "primary", onclick: () => busy(use, async () => {
        await api.useInvitation(invitation);
        toast(words.invitationUsed);
        await go("/people");
    }, { complain: (problem) => toast(wordsOf(problem), { red: true }) }) });
    return panel(words.invitedBy(invited.inviter), h("p", { dir: "auto" }, invited.group ? words.invitedTo(invited.group) : words.usedText), h("div", { class: "buttons" }, use));
}

function registering(invitation, invited, element, providers) {
    const name = field(words.name, h("input", { class: "input", autocomplete: "name", maxlength: "64", dir: "auto" }), { hint: words.nameHint, id: "register-name" });
    const mail = mailField("register-mail");
    if (invited?.mail) mail.input.value = invited.mail;
    const passcode = newPasscode();

    async function submit() {
        const isRight = [name.complain(name.input.value.trim() ? "" : words.nameMissing), mail.check(), passcode.check()];
        if (!isRight.every(Boolean)) return element.querySelector("[aria-invalid=true]")?.focus();
        await api.register({
            name: name.input.value.trim(), mail: mail.input.value.trim(), passcode: passcode.read(), again: passcode.again.input.value, language: document.documentElement.lang.startsWith("de") ? "de" : "en",
            ...(invitation ? { invitation } : {}),
        });
        // The same whether somebody has the address already: only whoever reads its mails is told.
        if (invited?.mail && invited.mail.toLowerCase() === mail.input.value.trim().toLowerCase()) fill(element, panel(words.invitedReady, h("p", {}, words.invitedReadyText), toLogin()));
        else fill(element, panel(words.mailSent, h("p", {}, words.registerSent(mail.input.value.trim())), h("p", { class: "muted" }, words.noMail), toLogin()));
        return element.querySelector("h1").focus();
    }

    function refused({ fields = {} }) {
        const said = [[name, "/name"], [mail, "/mail"], [passcode.next, "/passcode"], [passcode.again, "/again"]].filter(([, key]) => fields[key]);
        for (const [box, key] of said) box.complain(fields[key]);
        return said.length > 0;
    }

    return panel(words.register, h("p", { class: "muted" }, words.about), invited ? inviting(invited) : null, form("register", words.registerAction, submit, refused, name.element, mail.element, passcode.element), invitation ? sites(invitation, providers) : null, toLogin(words.haveAccount), invited?.inviter ? h("p", { class: "muted small" }, words.logInToUse) : null);
}

/// The other sites, for who is invited: the secret goes there in a body, and is in no address.
function sites(invitation, providers) {
    const language = document.documentElement.lang.startsWith("de") ? "de" : "en";
    return h("div", { class: "stack other-ways" }, providers.map(({ name, title }) => {
        const go = button(words.by(title), { symbol: "key", onclick: () => busy(go, async () => {
            const { address } = await api.startInvited(name, { invitation, language });
            location.assign(address);
        }, { complain: (problem) => toast(problem.status === 502 ? words.comeBack.away : wordsOf(problem), { red: true }) }) });
        return go;
    }));
}
