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
    const name = session.accounts ? field(words.account, nameInput, { id: "account" }) : null;
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
    } }, h("img", { src: "/icon.svg", alt: "", width: 56, height: 56 }), h("h1", {}, words.title), oweLogOut() ? notice(words.untold) : null, message, name?.element, passcode.element,
        h("div", { class: "buttons" }, submit, byPasskey));
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
        return goOn();
    }

    /// To where one wanted to be.
    function goOn() {
        const told = new URLSearchParams(location.search).get("to") ?? "/";
        const to = URL.canParse(told, location.href) ? new URL(told, location.href) : location;
        const isOurs = to.origin === location.origin && to.pathname !== "/login";
        return go(isOurs ? to.pathname + to.search : "/", { replace: true });
    }

    // Whoever logs in on another page of this browser is in on this one, too.
    const stop = whenSomebody(async () => {
        const { required, authenticated } = await refreshSession();
        if (isShown && (!required || authenticated)) goOn();
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

/// `9:41`.
function clockOf(seconds) { return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} min`; }
