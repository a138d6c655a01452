// What one can say to a reminder that is told: on its page, in what a page says of it, and in its notification.
import { api } from "./api.js";

/// How long one is put off by a press, in seconds (ReminderButton.swift, worker.js).
const pause = 600;

/// In their order; `ask` is called with which reminder it is and, where that is known, with the event that is answered.
export const answers = [
    { action: "dismiss", ask: (id, event) => api.dismissReminder(id, { event }) },
    { action: "snooze", ask: (id, event) => api.snoozeReminder(id, { for_s: pause, event }) },
    { action: "later", ask: (id, event) => api.snoozeReminder(id, { event }) },
];
