// Web Push: this browser is told of alerts with no page open, by its own push service.
import { api } from "./api.js";

/// Whether this browser can be told so: `on`, `off`, `denied`, or `none` where it cannot.
export async function pushState() {
    if (!("PushManager" in window) || !("Notification" in window) || !navigator.serviceWorker) return "none";
    if (Notification.permission === "denied") return "denied";
    return (await subscription()) ? "on" : "off";
}

async function worker() { return navigator.serviceWorker?.ready; }

async function subscription() {
    // Refused where the browser keeps nothing.
    const registration = await navigator.serviceWorker?.getRegistration().catch(() => null);
    return (await registration?.pushManager?.getSubscription()) ?? null;
}

/// Tells the console of the subscription; answers what it is called there.
async function tell(held) {
    const { endpoint, keys } = held.toJSON();
    return api.addPush({ endpoint, p256dh: keys.p256dh, auth: keys.auth });
}

/// Asks the person, subscribes with the browser's push service, and tells the console.
export async function turnOn(key) {
    if ((await Notification.requestPermission()) !== "granted") return null;
    const { pushManager } = await worker();
    const options = { userVisibleOnly: true, applicationServerKey: key };
    const held = await pushManager.subscribe(options).catch(async (problem) => {
        // One for another key of the console, of before its data were made anew, is of no use any more.
        const old = await pushManager.getSubscription();
        if (problem.name !== "InvalidStateError" || !old) throw problem;
        await old.unsubscribe();
        return pushManager.subscribe(options);
    });
    try {
        return await tell(held);
    } catch (problem) {
        // Where the console does not know it, the browser must not seem to be told.
        await held.unsubscribe().catch(() => {});
        throw problem;
    }
}

/// Ends it at the console and in this browser.
export async function turnOff(id) {
    if (id) await api.removePush(id);
    await (await subscription())?.unsubscribe();
}

/// Tells the console again of what this browser has: after another login, or where the console has forgotten it. Answers
/// what it is called there; null where this browser is not subscribed.
export async function renew() {
    const held = await subscription();
    return held && tell(held);
}
