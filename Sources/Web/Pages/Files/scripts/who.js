// Who is logged in, and the way out, in the bar.
import { h, icon, setAttribute, setText } from "./dom.js";
import { button, busy } from "./parts.js";
import { strings } from "./strings.js";

const words = strings.who;

/// What the bar shows of a session; `onleave` logs out.
export function whoIsIn({ onleave }) {
    const name = h("span", { class: "who-name" });
    const role = h("span", { class: "badge who-role" });
    const open = h("button", { type: "button", class: "who-button", id: "who", popovertarget: "who-panel" }, icon("person"), name, role);
    const text = h("p", {});
    const explained = h("p", { class: "muted small" });
    const leave = button(words.logOut, { id: "log-out", onclick: () => busy(leave, onleave) });
    const panel = h("div", { class: "who-panel panel stack", id: "who-panel", popover: true }, h("div", {}, text, explained), leave);
    const element = h("div", { class: "who", hidden: true }, open, panel);

    function draw({ required, authenticated, account, role: kind }) {
        element.hidden = !required || !authenticated || !account;
        if (element.hidden) return;
        setText(leave.lastChild, words.logOut);
        setText(name, account);
        role.hidden = kind !== "guest";
        setText(role, words.roles.guest);
        const label = words.label(account, words.roles[kind]);
        setAttribute(open, "aria-label", label);
        setAttribute(open, "title", label);
        setText(text, label);
        setText(explained, words.explained[kind] ?? "");
    }

    return { element, draw };
}
