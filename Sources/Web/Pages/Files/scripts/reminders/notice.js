// A reminder as a notification of this browser, while a page is open.
import { answers } from "../answers.js";
import { activeWorker, showByPage } from "../notifier.js";
import { pushState } from "../push.js";
import { words } from "./strings.js";
import { findingWords } from "./words.js";

/// Tells it as a message to this browser does (PushText.swift), and closes with it; where messages come, it is left to them, which
/// keep the browser's quiet hours.
export async function showReminder(reminder, event, { mayAnswer, go }) {
    if ((await pushState().catch(() => "off")) === "on") return undefined;
    const [link, tag, alert] = [`/reminders/${reminder}`, `reminder/${reminder}`, `reminder-${event.id}`];
    const { lang, dir } = document.documentElement;
    const body = (event.why ?? []).map((each) => `${words.kinds[each.kind]}: ${findingWords(each)}`).join("\n");
    const options = { icon: "/icon.svg", lang, dir, body, tag, data: { link, alert, event: event.id } };
    const worker = await activeWorker();
    if (!worker) return showByPage(event.name, options, go);
    const shown = await worker.getNotifications({ tag });
    // Another page has told it.
    if (shown.some((each) => each.data?.alert === alert)) return undefined;
    if (mayAnswer) {
        options.actions = answers.map(({ action }) => ({ action, title: words.answers[action] }));
        // It waits for its answer.
        Object.assign(options, { requireInteraction: true, data: { ...options.data, reminder, actions: options.actions } });
    }
    // One that is told once more makes itself heard again.
    return worker.showNotification(event.name, { ...options, renotify: shown.length > 0 });
}
