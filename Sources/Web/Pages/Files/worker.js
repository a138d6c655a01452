// Keeps the pages, and the last answers of a session, for when the console cannot be reached.
const pages = "tagalong-pages";
/// Behind it comes the session. The pages make the cache of theirs, and remove all others (scripts/keep.js).
const answers = "tagalong-answers";
/// Whoever logs out without a connection has seen all pages but the login.
const shell = ["/", "/console.json", "/scripts/views/login.js", "/scripts/passkeys.js"];
/// What never changes where it is: with the program's version in it, which page-writer puts there.
const settled = ["/scripts/", "/styles/"];
/// What is no page, or would fill the cache as the tiles of a map do.
const others = /^\/(api|metrics|health|ready|pub|ws|events|basemap|shared|s|found)\b/;

self.addEventListener("install", (event) => {
    event.waitUntil(caches.open(pages).then((cache) => cache.addAll(shell)).then(renewPages).then(() => self.skipWaiting()));
});

// Short: what pages ask for waits for the end of it.
self.addEventListener("activate", (event) => event.waitUntil(Promise.all([self.clients.claim(), forgetOtherVersions()])));

const isSettled = (path) => settled.some((folder) => path.startsWith(folder));

/// What was kept of the version before is wanted of this one, too: without a connection there would be less than was.
async function renewPages() {
    const cache = await caches.open(pages);
    const wanted = (await cache.keys()).flatMap((each) => {
        const [, folder, file] = /^\/(?:pages\/[^/]+\/)?(scripts|styles)\/(.+)$/.exec(new URL(each.url).pathname) ?? [];
        const ours = folder && settled.find((path) => path.endsWith(`/${folder}/`));
        return ours ? [ours + file] : [];
    });
    return Promise.allSettled([...new Set(wanted)].map((path) => once(path, cache)));
}

async function forgetOtherVersions() {
    const cache = await caches.open(pages);
    const paths = (await cache.keys()).map((each) => new URL(each.url).pathname);
    // Those without a version were kept by a console of before.
    return Promise.all(paths.filter((path) => /^\/(pages|scripts|styles)\//.test(path) && !isSettled(path)).map((path) => cache.delete(path)));
}

self.addEventListener("fetch", (event) => {
    const { request } = event;
    const address = new URL(request.url);
    if (request.method !== "GET" || address.origin !== location.origin) return;
    if (request.mode === "navigate") {
        // An answer that somebody opens in a tab is no page, and is one session's.
        if (!others.test(address.pathname)) event.respondWith(fresh(request, caches.open(pages), "/"));
        return;
    }
    if (address.pathname.startsWith("/api/")) {
        // What an item was like, and its photo; the list is kept by the page itself, and is newer there.
        if (/^\/api\/v1\/items\/[^/]+\/[^/]+(\/photo|\/fixes)?$/.test(address.pathname) && !address.searchParams.has("from")) event.respondWith(fresh(request, answersOfSession()));
        return;
    }
    if (others.test(address.pathname)) return;
    event.respondWith((isSettled(address.pathname) ? once : fresh)(request, caches.open(pages)));
});

/// What is kept, and only what is not is asked for. A console of another version has others' files there, which are not kept.
async function once(request, opened) {
    const cache = await opened;
    const found = await cache.match(request, { ignoreVary: true });
    if (found) return found;
    const response = await fetch(request);
    if (response.ok && response.headers.get("Cache-Control")?.includes("immutable")) await cache.put(request, response.clone());
    return response;
}

/// The one cache for answers; null when it is not known whose they are.
async function answersOfSession() {
    const names = (await caches.keys()).filter((name) => name.startsWith(answers));
    return names.length === 1 ? caches.open(names[0]) : null;
}

async function forgetAnswers() {
    const names = (await caches.keys()).filter((name) => name.startsWith(answers));
    return Promise.all(names.map((name) => caches.delete(name)));
}

/// What the console says now, and without it what it said last.
///
/// The cache is chosen before the console is asked: an answer to who has left meanwhile goes with the cache of that session.
async function fresh(request, opened, key = request) {
    const cache = await opened;
    try {
        const response = await fetch(request);
        if (response.status === 401) await forgetAnswers();
        // Who may not see it any more keeps nothing of it.
        else if ([403, 404].includes(response.status) && key === request) await cache?.delete(key, { ignoreVary: true });
        const isPage = response.headers.get("Content-Type")?.startsWith("text/html");
        if (response.ok && (key !== "/" || isPage)) await cache?.put(key, response.clone());
        return response;
    } catch (error) {
        const kept = await cache?.match(key, { ignoreVary: true });
        if (kept) return kept;
        throw error;
    }
}

// Web Push: an alert, also with no page open. What is sent must be shown, or browsers end the subscription.
self.addEventListener("push", (event) => event.waitUntil(tell(message(event.data))));

/// What the console says (PushText.swift); of what cannot be read only that there is something.
function message(data) {
    try {
        return { tag: "push", link: "/alerts", ...data.json() };
    } catch { return { title: "Tagalong", body: "", tag: "push", link: "/alerts" }; }
}

async function tell({ title, body, tag, link, alert, time, quiet, lost, reminder, event, actions }) {
    const shown = await self.registration.getNotifications({ tag });
    // One that is told twice, by an open page too, makes itself heard once.
    const isHeard = quiet || shown.some((each) => each.data?.alert === alert);
    await self.registration.showNotification(title, {
        // The service speaks English only.
        lang: "en", dir: "ltr", body, tag, timestamp: time, icon: "/icon-192.png", badge: "/icon-192.png",
        renotify: !isHeard, silent: quiet || undefined, data: { link, alert, reminder, event, actions },
        // A reminder waits for its answer; a browser shows as many buttons as it has room for.
        ...(actions ? { actions, requireInteraction: !quiet } : {}),
    });
    if (typeof lost === "number") await (lost ? self.navigator.setAppBadge?.(lost) : self.navigator.clearAppBadge?.())?.catch(() => {});
}

// The browser has made another subscription in place of the one that the console knows.
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

async function renew({ oldSubscription, newSubscription }) {
    const old = oldSubscription?.options;
    const held = newSubscription ?? (old && await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: old.applicationServerKey }));
    if (!held) return;
    const { csrf } = await (await fetch("/api/v1/session")).json();
    const { endpoint, keys } = held.toJSON();
    const headers = { "Content-Type": "application/json", ...(csrf ? { "X-Tagalong-CSRF": csrf } : {}) };
    await fetch("/api/v1/push/subscriptions", { method: "POST", headers, body: JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth }) });
}

self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(clicked(event.action, event.notification));
});

/// A notification leads to its item; its buttons acknowledge and ring without a page, and say what came of it.
async function clicked(action, { title, tag, data }) {
    if (action && data?.reminder) return reply(action, title, tag, data);
    if (!action || !data?.id) return lead(data?.link ?? "/");
    let said = data.words.failed;
    try {
        if (await ask(action, data.id)) said = action === "ring" ? data.words.rings : data.words.acknowledged;
    } catch { /* Without a connection nothing came of it. */ }
    return self.registration.showNotification(title, { body: said, tag, icon: "/icon.svg", silent: true, data });
}

async function ask(action, id) {
    const item = `/api/v1/items/${id}`;
    const answer = action === "ring" ? await send("POST", `${item}/commands`, { do: "ring" }) : await send("PUT", `${item}/acknowledgement`);
    return answer.ok;
}

/// Asks something of the console, in the session that this browser has there.
async function send(method, path, body) {
    const session = await fetch("/api/v1/session", { headers: { Accept: "application/json" } });
    const { csrf } = session.ok ? await session.json() : {};
    const headers = { Accept: "application/json", "Content-Type": "application/json", ...(csrf ? { "X-Tagalong-CSRF": csrf } : {}) };
    return fetch(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
}

/// What each button below a reminder asks (ReminderButton.swift), and what is said where the reminder is over by then; of the
/// others nothing is to be said, as it is as they want it.
const replies = {
    dismiss: { path: "dismiss" },
    snooze: { path: "snooze", body: { for_s: 600 }, over: "It is over: there is nothing to put off." },
    later: { path: "snooze" },
};

/// Answers a reminder without a page. What is done is not seen any more; who is not logged in answers in the page, and what did
/// not get through is there again.
async function reply(action, title, tag, data) {
    const wanted = replies[action];
    if (!wanted) return lead(data.link);
    let status = 0;
    // It answers what it tells, and nothing that was told later.
    try { ({ status } = await send("POST", `/api/v1/reminders/${data.reminder}/${wanted.path}`, { ...wanted.body, event: data.event })); } catch { /* Without a connection nothing came of it. */ }
    if (status >= 200 && status < 300) return;
    const again = (body, more) => self.registration.showNotification(title, { lang: "en", dir: "ltr", body, tag, icon: "/icon-192.png", badge: "/icon-192.png", silent: true, data, ...more });
    // 409: it is told no more, or was answered; 404: it is deleted.
    if ([404, 409].includes(status)) return wanted.over && again(wanted.over);
    const asked = { actions: data.actions, requireInteraction: true };
    if (![401, 403].includes(status)) return again("That did not get through. Try again.", asked);
    // Browsers open a page for a click of this moment only.
    return lead(data.link).catch(() => again("Log in to answer it.", asked));
}

/// To its item: in a page that is open, or in a new one.
async function lead(link) {
    const windows = await self.clients.matchAll({ type: "window" });
    const open = windows.find((each) => new URL(each.url).origin === location.origin);
    if (!open) return self.clients.openWindow(link);
    await open.focus();
    return open.navigate(link);
}
