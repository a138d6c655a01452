// The part of the settings about how one gets into one's own account: mail address, other sites, and letting it rest.
import { api } from "../../api.js";
import { h, icon, show as fill } from "../../dom.js";
import { ago, day } from "../../format.js";
import { button, busy, notice, toast } from "../../parts.js";
import { mailField } from "../../signin/parts.js";
import { strings } from "../../strings.js";
import { asOwner } from "./owner.js";
import { panel } from "./panel.js";

const words = strings.ownAccount;

export async function signInPanel(session, { logOut }) {
    // The address that the account has; a link to come back by is sent nowhere else.
    let own = null;
    const [mails, sites] = [h("div", { class: "stack", "data-part": "mail" }), h("div", { class: "stack", "data-part": "identities" })];
    await Promise.all([drawMail(), drawSites()]);
    const rest = button(words.deactivate, { kind: "danger", onclick: async () => {
        const question = { title: words.deactivateTitle, text: session.mail && own ? words.deactivateText : words.deactivateTextNoMail, action: words.deactivate, danger: true };
        if (await asOwner(session, question, (passcode) => api.deactivate(passcode))) await logOut();
    } });
    queueMicrotask(comeBack);
    return panel("signin", words.title, session.passcode === false ? notice(words.noPasscode) : null,
        h("h3", {}, words.mail), mails, session.providers?.length || sites.childElementCount ? [h("h3", {}, words.sites), sites] : null,
        h("h3", {}, words.rest), h("p", { class: "muted" }, words.restText), h("div", { class: "buttons" }, rest));

    async function drawMail(sentTo) {
        const { mail } = await api.mail();
        own = mail;
        const buttons = [session.mail ? button(mail ? words.changeMail : words.addMail, { onclick: () => fill(mails, mailForm(mail)) }) : null];
        if (mail) buttons.push(button(words.removeMail, { onclick: async () => {
            if (!(await asOwner(session, { title: words.removeMailTitle(mail), text: words.removeMailText, action: words.removeMail, danger: true }, (passcode) => api.removeMail(passcode)))) return;
            toast(words.mailRemoved);
            await drawMail();
        } }));
        fill(mails, h("p", {}, mail ? [h("strong", {}, mail), " ", h("span", { class: "muted" }, words.confirmed)] : words.noMail),
            sentTo ? notice(words.sent(sentTo), { action: sendAgain(sentTo) }) : null,
            session.mail ? null : h("p", { class: "muted" }, words.noServer), h("div", { class: "buttons" }, buttons));
    }

    function mailForm(mail) {
        const box = mailField("own-mail");
        const save = button(words.sendLink, { kind: "primary", type: "submit" });
        const form = h("form", { class: "stack", novalidate: true, "data-form": "mail", onsubmit: (event) => {
            event.preventDefault();
            busy(save, async () => {
                if (!box.check()) return box.input.focus();
                const wanted = box.input.value.trim();
                if (await sendTo(wanted)) await drawMail(wanted);
                return undefined;
            });
        } }, h("p", { class: "muted" }, mail ? words.changeText(mail) : words.addText), box.element,
            h("div", { class: "buttons" }, save, button(strings.cancel, { onclick: () => drawMail() })));
        queueMicrotask(() => box.input.focus());
        return form;
    }

    function sendTo(wanted) {
        return asOwner(session, { title: words.sendTitle(wanted), text: words.sendText, action: words.sendLink }, (passcode) => api.changeMail(wanted, passcode));
    }

    function sendAgain(wanted) {
        return button(strings.signin.sendAgain, { kind: "small", onclick: async () => { if (await sendTo(wanted)) toast(strings.signin.sentAgain); } });
    }

    async function drawSites() {
        const { identities } = await api.identities();
        const linked = new Set(identities.map((each) => each.provider));
        const language = document.documentElement.lang.startsWith("de") ? "de" : "en";
        const others = (session.providers ?? []).filter(({ name }) => !linked.has(name));
        fill(sites, identities.length ? h("ul", { class: "places entries" }, identities.map(line)) : session.providers?.length ? h("p", {}, words.noSites) : null,
            others.length ? h("div", { class: "buttons" }, others.map(({ name, title }) => h("a", { class: "button", href: `/api/v1/openid/${encodeURIComponent(name)}?link=true&language=${language}` }, icon("key"), h("span", {}, words.link(title))))) : null);
    }

    function titleOf(identity) { return session.providers?.find(({ name }) => name === identity.provider)?.title ?? identity.issuer; }

    function line(identity) {
        const name = titleOf(identity);
        const remove = identity.provider ? button("", { kind: "square quiet", symbol: "bin", title: words.unlink(name), onclick: async () => {
            if (!(await asOwner(session, { title: words.unlinkTitle(name), text: words.unlinkText, action: words.unlinkAction, danger: true }, (passcode) => api.removeIdentity(identity.provider, passcode)))) return;
            toast(words.unlinked(name));
            await drawSites();
        } }) : null;
        const facts = [words.linkedOn(day(identity.created)), identity.used ? words.used(ago(identity.used)) : null].filter(Boolean);
        return h("li", { "data-identity": identity.provider ?? identity.issuer }, icon("key"), h("div", {}, h("strong", {}, name), h("p", { class: "muted small" }, facts.join(" · "))), remove);
    }

    /// What another site has led back with, where one has gone to take its identity.
    async function comeBack() {
        const told = new URLSearchParams(location.hash.slice(1)).get("openid");
        if (!told) return;
        history.replaceState(history.state, "", location.pathname + location.search);
        if (told !== "confirm") return toast(strings.signin.comeBack[told] ?? strings.signin.comeBack.refused, { red: true });
        const waiting = await api.pendingIdentity().catch(() => null);
        if (!waiting) return toast(strings.signin.comeBack.stale, { red: true });
        if (!(await asOwner(session, { title: strings.signin.confirmTitle(waiting.title), text: words.linkText(waiting.title), action: strings.signin.confirm }, (passcode) => api.linkIdentity(passcode)))) return undefined;
        toast(words.linked(waiting.title));
        return drawSites();
    }
}
