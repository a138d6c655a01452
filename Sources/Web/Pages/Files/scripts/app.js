// The frame of all pages: where one is, who one is, and whether what is shown is live.
import { api, replacements, setToken, stopAsking, whenLocked, whenRefused, whenRightsChange } from "./api.js";
import { h, icon, setAttribute, setText, show } from "./dom.js";
import { moment } from "./format.js";
import { inbox } from "./inbox.js";
import { items } from "./items.js";
import { keepFocus } from "./focus.js";
import { guards } from "./guards.js";
import { forget, isOver, keepFor, keepOn, oweLogOut, setOweLogOut, tellOthers, whenOthers, whenTold } from "./keep.js";
import { onLanguage } from "./language.js";
import { arrive, cameFrom, enter, followScroll, restoreScroll, settle, stopNoting, wayTo } from "./memory.js";
import { confirm, empty, languageOf, toast, trouble } from "./parts.js";
import { onPreference } from "./preferences.js";
import { mayHere } from "./rights.js";
import { strings } from "./strings.js";
import { setTitle, startBadge } from "./badge.js";
import { startNotifications } from "./notify.js";
import { whoIsIn } from "./who.js";
import { isOutdated, watchServices } from "./services.js";

const routes = [
    [/^\/$/, () => import("./views/list.js"), "things"],
    [/^\/items\/([A-Za-z0-9_-]+)\/([A-Za-z0-9_-]+)$/, () => import("./views/item.js"), "things"],
    [/^\/items\/([A-Za-z0-9_-]+)\/([A-Za-z0-9_-]+)\/edit$/, () => import("./views/edit.js"), "things"],
    [/^\/alerts$/, () => import("./views/alerts.js"), "alerts"],
    [/^\/unknown-tags$/, () => import("./views/unknown.js"), "unknown"],
    [/^\/add$/, () => import("./views/add.js"), "add"],
    [/^\/add\/mqtt$/, () => import("./views/addmqtt.js"), "add"],
    [/^\/add\/phone$/, () => import("./views/addphone.js"), "add"],
    [/^\/add\/simulated$/, () => import("./views/addsimulated.js"), "add"],
    [/^\/settings$/, () => import("./views/settings.js"), "settings"],
    [/^\/status$/, () => import("./views/status.js"), "settings"],
    [/^\/simulation$/, () => import("./views/simulation.js"), "settings"],
    [/^\/people$/, () => import("./views/people.js"), "people"],
    [/^\/people\/import$/, () => import("./views/addressbook.js"), "people"],
    [/^\/people\/([A-Za-z0-9_-]+)$/, () => import("./views/person.js"), "people"],
    [/^\/groups$/, () => import("./views/groups.js"), "people"],
    [/^\/groups\/([A-Za-z0-9_-]+)$/, () => import("./views/group.js"), "people"],
    [/^\/inbox$/, () => import("./views/inbox.js"), "people"],
    [/^\/profile$/, () => import("./views/profile.js"), "people"],
    [/^\/reminders$/, () => import("./views/reminders.js"), "reminders"],
    [/^\/reminders\/new$/, () => import("./views/reminder.js"), "reminders"],
    [/^\/reminders\/([A-Za-z0-9_-]+)\/([A-Za-z0-9_-]+)$/, () => import("./views/reminder.js"), "reminders"],
    [/^\/labels$/, () => import("./views/labels.js"), "things"],
    [/^\/login$/, () => import("./views/login.js"), null],
    [/^\/register$/, () => import("./views/register.js"), null],
    [/^\/verify$/, () => import("./views/verify.js"), null],
    [/^\/recover$/, () => import("./views/recover.js"), null],
    [/^\/reactivate$/, () => import("./views/reactivate.js"), null],
];

const tabs = [["things", "/", "things"], ["alerts", "/alerts", "bell"], ["reminders", "/reminders", "clock"], ["people", "/people", "people"], ["unknown", "/unknown-tags", "search"], ["add", "/add", "plus"], ["settings", "/settings", "gear"]];

/// Pages for who is not logged in.
const outside = new Set(["/login", "/register", "/verify", "/recover", "/reactivate"]);

const main = document.getElementById("main");
let session = { required: false, authenticated: true };
let setup = {};
let shown = { dispose() {} };
let turn = 0;

/// Goes to another page of the console.
export async function go(path, { replace = false } = {}) {
    if (!(await mayLeave())) return undefined;
    enter(path, { replace });
    return render({ isNew: true });
}

/// Shows the page anew where it is, as one may do other things in it now.
function redo() { return render(); }

let isAsking = false;

/// Whether something on the page would be lost with it.
function hasChanges() { return !isLeaving && Boolean(shown.hasChanges?.()); }

/// Whether the page may be left: after `before` that is asked of a person where something is not saved.
async function mayLeave(before = () => {}) {
    if (!hasChanges()) return true;
    if (!(await isGivenUp(before, shown.leaveWords ?? strings.edit))) return false;
    shown.hasChanges = null;
    return true;
}

/// Whether a person lets go of what is not saved, after `before`.
async function isGivenUp(before, { leaveTitle: title, leaveText: text, leaveDiscard: action, leaveStay: cancel }) {
    if (isAsking) return false;
    isAsking = true;
    try {
        await before();
        return await confirm({ title, text, action, cancel });
    } finally {
        isAsking = false;
    }
}

/// Goes from one part of the page to another in the browser's history, which loses nothing but what the part says.
async function turnWithin(state, way) {
    const { turn } = shown;
    if (turn.loses()) {
        // The address is that of the other part already, and this one is shown.
        const isLeft = await isGivenUp(() => step(-way), turn.words);
        settle();
        if (!isLeft) return undefined;
        turn.giveUp();
        return history.go(way);
    }
    arrive(state);
    settle();
    turn.show();
    return undefined;
}

/// Goes so many steps through the browser's history; ends also where it has not so many.
function step(way) {
    return new Promise((resolve) => {
        addEventListener("popstate", resolve, { once: true });
        setTimeout(resolve, 1000);
        history.go(way);
    });
}

/// Shows the page in other words, units and times. One on which something would be lost, as it is not saved or says that it
/// `stays`, is left as it is: the next one has them.
async function showAnew() {
    showConnection();
    if (hasChanges() || shown.stays) return undefined;
    shownTo = session;
    if (shown.renew) return shown.renew();
    const at = scrollY;
    await render();
    return scrollTo(0, at);
}

async function render({ isNew = false } = {}) {
    const mine = ++turn;
    const path = location.pathname;
    if (isOutdated() && path !== here) return location.reload();
    shownTo = session;
    // Who has not shown yet that the mail address is theirs sees one page only.
    if (isNewcomer() && path !== "/verify") return go("/verify", { replace: true });
    if (!isIn() && !outside.has(path)) {
        // What another site has led back with is for the log-in to say.
        const word = location.hash.startsWith("#openid=") ? location.hash : "";
        return go(loginTo(path + location.search) + word, { replace: true });
    }
    const route = routes.find(([pattern]) => pattern.test(path));
    mark(route?.[2]);
    try {
        const view = route ? await route[1]() : null;
        if (mine !== turn) return;
        shown.dispose();
        shown = view ? view.show(context(path.match(route[0]).slice(1).map(decodeURIComponent))) : missing();
        here = path;
        setTitle(strings.title(shown.title));
        show(main, shown.element);
        if (isNew) {
            scrollTo(0, 0);
            main.focus({ preventScroll: true });
        }
    } catch (problem) {
        if (mine !== turn) return;
        // A module that does not come says so in the words of the browser; without a connection none comes.
        const isOffline = problem instanceof TypeError && /import|module/i.test(problem.message);
        show(main, trouble(isOffline ? { message: strings.errors.offline, isOffline } : { message: problem.message ?? strings.errors.again }));
    }
}

function context(parameters) {
    return { parameters, go, redo, setup, session, refreshSession, leave, logOut, retitle: (title) => setTitle(strings.title(title)) };
}

function missing() {
    return {
        title: strings.notFound.title, dispose() {},
        element: empty({ heading: "h1", symbol: "search", title: strings.notFound.title, text: strings.notFound.text,
            action: h("a", { class: "button", href: "/" }, strings.notFound.link) }),
    };
}

// The bar

const dot = h("span", { class: "dot", "aria-hidden": "true" });
const words = h("span", {});
const connection = h("p", { class: "connection", role: "status" }, dot, words);
const links = new Map(tabs.map(([name, path, symbol]) => [name, h("a", { href: path }, icon(symbol), h("span", {}))]));
const unread = h("span", { class: "count", hidden: true });
links.get("people").append(unread);
inbox.watch(() => {
    unread.hidden = !inbox.unread;
    setText(unread, String(inbox.unread));
    setAttribute(unread, "aria-label", strings.people.unread(inbox.unread));
});
const navigation = h("nav", { class: "tabs" }, [...links.values()]);

/// Says in the language of the pages what the frame is made of.
function nameParts() {
    setText(document.querySelector(".skip"), strings.skip);
    setAttribute(navigation, "aria-label", strings.tabs.label);
    for (const [name, link] of links) setText(link.querySelector("span"), strings.tabs[name]);
    who.draw(session);
}

function mark(name) {
    for (const [each, link] of links) setAttribute(link, "aria-current", each === name ? "page" : null);
    // Of no use where no guard runs.
    links.get("add").hidden = name !== "add" && !mayHere(session, "add");
    // Where nobody logs in, nobody is anybody.
    links.get("people").hidden = name !== "people" && !(session.account && session.may?.includes("people"));
    links.get("unknown").hidden = name !== "unknown" && !guards.all?.length && !guards.unreadable.length;
    navigation.hidden = !isIn();
    connection.hidden = !isIn();
    who.draw(session);
}

/// Loads the page again that could not be loaded, with what it is made for.
async function tryAgain() {
    if (!session.known) await refreshSession();
    if (!setup.version) setup = await api.setup().catch(() => ({}));
    return render();
}

main.addEventListener("again", tryAgain);

let wasReached = false;

function showConnection() {
    const { connection: state, since } = items;
    const isReached = ["live", "deaf"].includes(state);
    if (isReached && !wasReached && main.querySelector("[data-unreached=yes]")) tryAgain();
    wasReached = isReached;
    connection.className = `connection ${state}`;
    setText(words, since && strings.connectionSince[state] ? strings.connectionSince[state](moment(since)) : strings.connection[state]);
}

const who = whoIsIn({ onleave: logOut });

show(document.getElementById("bar"), h("div", { class: "bar-inner" },
    h("a", { class: "brand", href: "/", "aria-label": strings.name }, h("img", { src: "/icon.svg", alt: "", width: 28, height: 28 }), h("span", {}, strings.name)),
    connection, navigation, who.element));

// Links within the console change the page without loading it anew.
document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const address = new URL(link.href);
    if (address.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (!routes.some(([pattern]) => pattern.test(address.pathname))) return;
    event.preventDefault();
    // Within the page nothing is left, so the history has nothing to note.
    if (address.pathname === location.pathname && address.hash) return document.getElementById(address.hash.slice(1))?.focus();
    // A way back leads to the page as it was left.
    if (link.classList.contains("back") && cameFrom(address.pathname)) return history.back();
    go(address.pathname + address.search);
});

let here = location.pathname;

addEventListener("popstate", async ({ state }) => {
    const way = wayTo(state);
    if (way === null) return undefined;
    stopNoting();
    // While that is asked, one stays.
    if (isAsking) return way ? history.go(-way) : undefined;
    if (way && shown.turn && location.pathname === here) return turnWithin(state, way);
    if (way && hasChanges()) {
        // The address is that of the other page already, and this one is shown.
        const isLeft = await mayLeave(() => step(-way));
        settle();
        return isLeft ? history.go(way) : undefined;
    }
    arrive(state);
    const left = here;
    await render();
    restoreScroll();
    main.querySelector(`a[href="${CSS.escape(left)}"]`)?.focus({ preventScroll: true });
    return undefined;
});

// A link of a mail, opened where its page is open already.
addEventListener("hashchange", () => { if (outside.has(location.pathname) && location.hash.length > 1) render(); });

addEventListener("beforeunload", (event) => { if (hasChanges()) event.preventDefault(); });

// A page that is left may be kept by the browser for the way back, with its connections: some of those, and there are none
// left for the next page. So they end with the page.
addEventListener("pagehide", () => {
    items.disconnect();
    stopAsking();
});
addEventListener("pageshow", async (event) => {
    if (!event.persisted) return;
    if (isOver()) return leave();
    // Another one may have logged in since.
    main.hidden = true;
    await refreshSession({ afresh: true });
    main.hidden = false;
    render();
});

// Who one is

/// Whom the page was drawn for.
let shownTo = null;

const isShownTo = (now) => shownTo?.required === now.required && shownTo.account === now.account;

function isIn() { return !session.required || (session.authenticated && !isNewcomer()); }

/// Whether somebody is logged in who has registered, and not shown yet that the mail address is theirs.
function isNewcomer() { return session.authenticated && session.verified === false; }

/// Which of the sessions of this page the stream is of (`replacements`).
let followed = 0;

async function refreshSession({ afresh = false, asked = askSession } = {}) {
    const before = session;
    const count = await replacements();
    const told = await asked();
    // Without a connection what this device kept is shown.
    if (!told) await keepOn();
    session = told ?? session;
    const isSame = told ? await keepFor(told) : true;
    setToken(session.csrf ?? null);
    const wasIn = before.known && before.required && before.authenticated;
    if (wasIn && (!isIn() || (session.required && session.account !== before.account))) await leave(wayIn());
    // What was told to another session, and its stream, end with that one.
    const isOther = before.known && !isSame;
    if (isOther) {
        items.clear();
        guards.clear();
    }
    // What this browser is told with no page open is of who is logged in.
    if (session.known && isIn() && !(before.known && isSame)) import("./push.js").then(({ renew }) => renew()).catch(() => {});
    if (session.known) inbox.take({ unread: session.inbox });
    if (isIn()) guards.load().catch(() => {});
    if (isIn()) items.connect({ afresh: afresh || isOther });
    followed = count;
    return session;
}

let questions = 0;
let newest = { question: 0, told: undefined };

/// How one stands; nothing where the console cannot be reached. What was asked before something that is answered already
/// may have been asked with a session of before: that is no news.
async function askSession() {
    // Who has logged out without a connection is out, and stays so until the console can be told.
    if (!await settleLogOut()) return standings[401];
    const question = ++questions;
    const told = await api.session().then((each) => ({ ...each, known: true }), (problem) => standings[problem.status]);
    if (question > newest.question) newest = { question, told };
    return newest.told;
}

/// Tells the console of a log-out that it could not be told of before; whether none is left to tell.
async function settleLogOut() {
    if (!oweLogOut()) return true;
    // What was asked while the page was loading was asked before.
    globalThis.early = {};
    const isTold = await api.logOut().then(() => true, (problem) => [401, 403, 404].includes(problem.status));
    if (isTold) setOweLogOut(false);
    return isTold;
}

let isLoggingOut = false;

async function logOut() {
    isLoggingOut = true;
    try {
        await api.logOut();
    } catch (problem) {
        if (!problem.isOffline) throw problem;
        setOweLogOut(true);
    } finally {
        isLoggingOut = false;
    }
    await leave();
}

/// How one stands where the console has no answer to that: without accounts there is nothing to log in to.
const standings = {
    401: { required: true, authenticated: false, known: true },
    404: { required: false, authenticated: true, known: false },
};

let isLeaving = false;

/// Leads to the login with nothing left of who was here: neither on this device nor, as it is loaded anew, in the page.
async function leave(to = "/login") {
    if (!isLeaving) {
        isLeaving = true;
        turn += 1;
        shown.dispose();
        stopAsking();
        items.clear();
        guards.clear();
        show(main);
        setTitle(strings.title(strings.login.title));
        tellOthers();
        await forget();
        location.replace(to);
    }
    // Whoever waits for it has nothing left to show.
    return new Promise(() => {});
}

let looking = null;

/// Leaves where the session is over: what was refused may have been asked with one that this page has just replaced.
async function lookAgain() {
    await replacements();
    const told = await askSession();
    if (!told) await leave(wayIn());
    await stayIn({ asked: () => told });
    await showToWhoIsIn();
}

/// The login; from a page that was drawn where nobody had to log in, and is not logged out of, the way goes on to there.
function wayIn() { return shownTo?.required || isLoggingOut ? "/login" : loginTo(location.pathname + location.search); }

const loginTo = (path) => `/login?to=${encodeURIComponent(path)}`;

/// Asks who one is, and leaves where one is nobody any more.
async function stayIn(how) {
    await refreshSession(how);
    if (!isIn()) await leave(wayIn());
}

/// Goes on with the session that another tab of this browser has come to.
async function followOthers() {
    await stayIn();
    await showToWhoIsIn();
}

/// Shows the page anew where it was drawn for another.
async function showToWhoIsIn() { if (!isShownTo(session)) await showAnew(); }

/// Begins anew with nothing of before, as one may see and do other things from now on.
async function startAnew() {
    if (isLeaving) return;
    const isReplaced = await replacements() !== followed;
    const before = session;
    await stayIn();
    // Another tab may have said meanwhile that the session is over: to load this page anew would take it back from the login.
    if (isReplaced || isLeaving) return;
    // Somebody has set the first passcode, in another tab of this browser: what one may do is the same.
    if (!before.required && String(session.may) === String(before.may)) {
        await showAnew();
        return;
    }
    turn += 1;
    shown.dispose();
    shown = { dispose() {} };
    items.clear();
    guards.clear();
    show(main);
    await forget();
    if (!isLeaving) location.reload();
}

whenLocked(() => { if (isIn()) looking ??= lookAgain().finally(() => { looking = null; }); });
whenTold(() => leave());
whenOthers(followOthers);
whenRightsChange(startAnew);
whenRefused(() => items.load().catch(() => {}));
document.addEventListener("visibilitychange", () => {
    if (document.hidden || !isOver()) return;
    // Where somebody had to log in, nothing of theirs is to be seen meanwhile.
    if (session.required) leave(); else followOthers();
});

async function start() {
    watchServices();
    // A theme shows by itself.
    onPreference((changed) => { if (["units", "zone", "clock"].some((each) => changed.has(each))) showAnew(); });
    onLanguage(() => {
        nameParts();
        showAnew();
    });
    nameParts();
    items.onChange(showConnection);
    guards.onChange(() => mark(routes.find(([pattern]) => pattern.test(location.pathname))?.[2]));
    showConnection();
    [setup] = await Promise.all([api.setup().catch(() => ({})), refreshSession()]);
    startNotifications(go);
    followScroll();
    keepFocus();
    startBadge();
    await render();
    restoreScroll();
    navigator.serviceWorker?.register("/worker.js").catch(() => {});
    setInterval(() => { if (isOver()) leave(); }, 60_000);
}

addEventListener("unhandledrejection", (event) => {
    if (event.reason?.message) toast(event.reason.message, { red: true, lang: languageOf(event.reason) });
});

start();
