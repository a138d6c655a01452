// Who is it? A passcode, or a passkey in its place.
import { api } from "../api.js";
import { h, icon, show as fill } from "../dom.js";
import { span } from "../format.js";
import { oweLogOut, setOweLogOut, whenSomebody } from "../keep.js";
import { button, busy, field, notice } from "../parts.js";
import { hasPasskeys, logInByPasskey } from "../passkeys.js";
import { strings } from "../strings.js";

const words = strings.login;
/// After so many wrong tries the console takes none for so many seconds.
const mostTries = 5;
const lockFor = 600;

export function show({ session, refreshSession, go }) {
    const input = h("input", { class: "input code", type: "password", autocomplete: "current-password", required: true });
    const passcode = field(words.passcode, input, { id: "passcode" });
    const nameInput = h("input", { class: "input", autocomplete: "username", autocapitalize: "none", spellcheck: "false" });
    // Who has registered and is not verified yet is no account that is counted, and has a name all the same.
    const isNamed = session.accounts || (session.registration ?? "closed") !== "closed";
    const name = isNamed ? field(session.mail ? words.accountOrMail : words.account, nameInput, { id: "account" }) : null;
    const submit = button(words.logIn, { kind: "primary", type: "submit" });
    const byPasskey = button(words.passkey, { symbol: "key", hidden: !(hasPasskeys && session.passkeys), onclick: () => busy(byPasskey, async () => {
        try {
            await settle();
            await logInByPasskey();
        } catch {
            return setMessage(words.passkeyFailed);
        }
        return enter();
    }) });
    const message = h("p", { class: "notice red", role: "alert", hidden: true });
    const element = h("form", { class: "panel stack login", novalidate: true, onsubmit: (event) => {
        event.preventDefault();
        busy(submit, logIn, { complain: refused });
    } }, h("img", { src: "/icon.svg", alt: "", width: 56, height: 56 }), h("h1", {}, words.title), h("p", { class: "muted" }, strings.signin.about), oweLogOut() ? notice(words.untold) : null, message, name?.element, passcode.element,
        h("div", { class: "buttons" }, submit, byPasskey), otherWays(session));
    const word = new URLSearchParams(location.hash.slice(1)).get("openid");
    if (word) queueMicrotask(() => comeBack(word));
    let timer = null;
    let wrongTries = 0;
    let isShown = true;

    async function logIn() {
        if (!passcode.complain(input.value ? "" : words.missing)) return input.focus();
        if (name && !name.complain(nameInput.value.trim() ? "" : words.accountMissing)) return nameInput.focus();
        await settle();
        await api.logIn(input.value, name ? nameInput.value.trim() : undefined);
        return enter();
    }

    /// A log-out that the console could not be told of is not to end the session that comes after it.
    async function settle() { if (oweLogOut()) await refreshSession(); }

    function refused(problem) {
        input.value = "";
        if (strings.signin.troubles[problem.type]) return setMessage(strings.signin.troubles[problem.type]);
        if (problem.status === 429) return wait(problem.retryAfter ?? lockFor);
        if (problem.status === 401 && ++wrongTries >= mostTries) return wait(lockFor);
        if (name && problem.fields?.["/account"]) {
            name.complain(problem.fields["/account"]);
            return nameInput.focus();
        }
        passcode.complain(problem.status === 401 ? (name ? words.wrongOrNobody : words.wrong) : problem.message);
        return input.focus();
    }

    /// Says how long is left, and lets nobody try before.
    function wait(seconds) {
        const end = performance.now() + seconds * 1000;
        clearInterval(timer);
        const tick = () => {
            const left = Math.ceil((end - performance.now()) / 1000);
            submit.disabled = input.disabled = left > 0;
            if (left > 0) return setMessage(words.locked(left < 60 ? span(left) : clockOf(left)));
            clearInterval(timer);
            setMessage(words.unlocked);
            return input.focus();
        };
        passcode.complain("");
        timer = setInterval(tick, 1000);
        tick();
    }

    function setMessage(text) {
        message.hidden = !text;
        if (message.textContent !== text) fill(message, icon("alert"), h("span", {}, text));
    }

    async function enter() {
        setOweLogOut(false);
        const now = await refreshSession();
        // Logged in, and cut off before that was told: without a word the page would ask once more.
        if (now.required && !now.authenticated) throw new Error(strings.errors.offline);
        return goOn(now);
    }

    /// What another site has led back with: why nobody is logged in, or that an account has the same address.
    async function comeBack(told) {
        history.replaceState(history.state, "", location.pathname + location.search);
        if (told !== "confirm") return setMessage(strings.signin.comeBack[told] ?? strings.signin.comeBack.refused);
        const waiting = await api.pendingIdentity().catch(() => null);
        if (!isShown || !waiting?.passcode) return setMessage(strings.signin.comeBack.stale);
        const own = field(words.passcode, h("input", { class: "input code", type: "password", autocomplete: "current-password" }), { id: "identity-passcode" });
        const link = button(strings.signin.confirm, { kind: "primary", type: "submit" });
        element.replaceWith(h("form", { class: "panel stack login", novalidate: true, "data-form": "identity", onsubmit: (event) => {
            event.preventDefault();
            busy(link, async () => {
                if (!own.complain(own.input.value ? "" : words.missing)) return own.input.focus();
                await settle();
                await api.confirmIdentity(own.input.value);
                return enter();
            }, { complain: (problem) => own.complain(problem.status === 401 ? words.wrong : problem.message) });
        } }, h("h1", {}, strings.signin.confirmTitle(waiting.title)), h("p", {}, strings.signin.confirmText(waiting.mail ?? "", waiting.title)), own.element, h("div", { class: "buttons" }, link)));
        return own.input.focus();
    }

    /// To where one wanted to be.
    function goOn(now = session) {
        if (now.authenticated && now.verified === false) return go("/verify", { replace: true });
        const told = new URLSearchParams(location.search).get("to") ?? "/";
        const to = URL.canParse(told, location.href) ? new URL(told, location.href) : location;
        const isOurs = to.origin === location.origin && to.pathname !== "/login";
        return go(isOurs ? to.pathname + to.search : "/", { replace: true });
    }

    // Whoever logs in on another page of this browser is in on this one, too.
    const stop = whenSomebody(async () => {
        const now = await refreshSession();
        if (isShown && (!now.required || now.authenticated)) goOn(now);
    });

    if (!session.required || session.authenticated) queueMicrotask(goOn);
    else queueMicrotask(() => input.focus());
    return {
        title: words.title, element, stays: true,
        dispose() {
            isShown = false;
            clearInterval(timer);
            stop();
        },
    };
}

/// What there is beside the passcode: other sites, registering, and a forgotten passcode.
function otherWays({ providers = [], registration, mail, required }) {
    const language = document.documentElement.lang.startsWith("de") ? "de" : "en";
    return required ? h("div", { class: "stack other-ways" },
        providers.map(({ name, title }) => h("a", { class: "button", href: `/api/v1/openid/${encodeURIComponent(name)}?language=${language}` }, icon("key"), h("span", {}, strings.signin.by(title)))),
        h("p", { class: "ways" }, registration === "open" ? h("a", { href: "/register" }, strings.signin.register) : null, mail ? h("a", { href: "/recover" }, strings.signin.forgotten) : null)) : null;
}

/// `9:41`.
function clockOf(seconds) { return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} min`; }
