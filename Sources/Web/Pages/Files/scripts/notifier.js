// The notifications that a page shows: by its worker, or else by itself and without buttons.

/// Those of this page itself, by their tags.
const own = new Map();

/// The worker that can show them; null for none.
export async function activeWorker() {
    const worker = await navigator.serviceWorker?.getRegistration().catch(() => null);
    return worker?.active ? worker : null;
}

/// Without a worker, and so without buttons.
export function showByPage(title, options, go) {
    const shown = new Notification(title, options);
    own.set(options.tag, shown);
    shown.onclose = () => { if (own.get(options.tag) === shown) own.delete(options.tag); };
    shown.onclick = () => {
        window.focus();
        go(options.data.link);
        shown.close();
    };
}

/// Closes those that are over, whoever has shown them: this page, another one, or a message to this browser.
export async function closeShown(isOver) {
    const worker = await activeWorker();
    for (const each of [...own.values(), ...(worker ? await worker.getNotifications() : [])]) if (isOver(each)) each.close();
}
