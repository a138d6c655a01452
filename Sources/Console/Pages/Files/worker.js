// Keeps the pages, and the last answers, for when the console cannot be reached.
const pages = "tagalong-pages";
const answers = "tagalong-answers";
const shell = ["/", "/console.json"];

self.addEventListener("install", (event) => {
    event.waitUntil(caches.open(pages).then((cache) => cache.addAll(shell)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
    const { request } = event;
    const address = new URL(request.url);
    if (request.method !== "GET" || address.origin !== location.origin) return;
    if (request.mode === "navigate") return event.respondWith(fresh(request, pages, "/"));
    if (address.pathname.startsWith("/api/")) {
        // What an item was like, and its photo; the list is kept by the page itself, and is newer there.
        if (/^\/api\/v1\/items\/[^/]+\/[^/]+(\/photo|\/fixes)?$/.test(address.pathname) && !address.searchParams.has("from")) event.respondWith(fresh(request, answers));
        return;
    }
    if (/^\/(metrics|health|ready|pub|ws|events)\b/.test(address.pathname)) return;
    event.respondWith(fresh(request, pages));
});

/// What the console says now, and without it what it said last.
async function fresh(request, name, key = request) {
    const cache = await caches.open(name);
    try {
        const response = await fetch(request);
        if (response.ok) await cache.put(key, response.clone());
        return response;
    } catch (error) {
        const kept = await cache.match(key, { ignoreVary: true });
        if (kept) return kept;
        throw error;
    }
}

self.addEventListener("message", (event) => {
    if (event.data === "forget") event.waitUntil(caches.delete(answers));
});

// A notification leads to its item: in a page that is open, or in a new one.
self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const link = event.notification.data?.link ?? "/";
    event.waitUntil(self.clients.matchAll({ type: "window" }).then(async (windows) => {
        const open = windows.find((each) => new URL(each.url).origin === location.origin);
        if (!open) return self.clients.openWindow(link);
        await open.focus();
        return open.navigate(link);
    }));
});
