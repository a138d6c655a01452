// Notifications of this browser, while a page is open.
import { alertWords } from "./alertlist.js";
import { metres } from "./format.js";
import { items } from "./items.js";
import { toast } from "./parts.js";
import { strings } from "./strings.js";

const key = "tagalong.notify";

/// Whether this browser tells of alerts: `on`, `off`, `denied`, or `none` where it cannot.
export function notificationState() {
    if (!("Notification" in window)) return "none";
    if (Notification.permission === "denied") return "denied";
    return Notification.permission === "granted" && localStorage.getItem(key) === "on" ? "on" : "off";
}

export async function setNotifications(isOn) {
    if (isOn && (await Notification.requestPermission()) !== "granted") return notificationState();
    localStorage.setItem(key, isOn ? "on" : "off");
    return notificationState();
}

export function startNotifications(go) {
    const told = new Set();
    items.onAlert((alert, id) => {
        if (!alert || told.has(alert.id)) return;
        told.add(alert.id);
        const isNew = Date.now() - Date.parse(alert.time) < 15 * 60 * 1000;
        const text = alertWords(alert);
        if (!isNew) return;
        const isBad = alert.event === "raised" || alert.event === "escalated";
        toast(text, { red: isBad, about: id, link: location.pathname === `/items/${id}` ? null : `/items/${id}`, after: alert.level === "critical" ? 20000 : 8000 });
        if (alert.level === "critical" && isBad && notificationState() === "on") notify(alert, id, go);
    });
}

/// One for each item; a later one takes the place of the one before. It leads to the item.
async function notify(alert, id, go) {
    const title = strings.alerts.notify(alert.item);
    const options = { body: alert.distance_m === undefined ? strings.alerts.byArea : strings.alerts.notifyText(metres(alert.distance_m)), tag: id, icon: "/icon.svg", data: { link: `/items/${id}` } };
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker?.active) return worker.showNotification(title, options);
    const shown = new Notification(title, options);
    shown.onclick = () => {
        window.focus();
        go(`/items/${id}`);
        shown.close();
    };
}
