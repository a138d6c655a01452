// The part of the settings about the channels that alerts are sent on beside browsers: how each gets through, a test, and the
// file that they are written in.
import { api } from "../../api.js";
import { copyButton } from "../../copy.js";
import { h, icon, setText, show as fill } from "../../dom.js";
import { ago, moment } from "../../format.js";
import { button, busy, notice } from "../../parts.js";
import { strings } from "../../strings.js";
import { panel } from "./panel.js";

const words = strings.channels;
/// The file of the channels, as one might write it.
const example = `channels:
  phone:
    kind: ntfy
    url: https://ntfy.example/a-long-random-topic
  home:
    kind: webhook
    url: https://automation.example/hooks/tagalong
    secret-file: hook.key
  mail:
    kind: email
    server: smtp://mail.example:587
    user: sam
    password-file: mail.password
    from: tagalong@example.org
    to: [sam@example.org]
  desk:
    kind: desktop
`;
/// After so many milliseconds without an outcome the page says that it is still being tried.
const slow = 4000;

export async function channelPanel() {
    const box = h("div", { class: "stack" });
    const draw = async () => fill(box, content(await api.channels(), draw));
    await draw();
    return panel("channels", words.title, h("p", { class: "muted" }, words.text), box);
}

function content({ channels, file }, draw) {
    if (!file) return [h("p", {}, words.off)];
    return [
        channels.length ? h("ul", { class: "places devices entries" }, channels.map((each) => line(each))) : h("p", {}, words.none),
        fileNotice(file, channels.length > 0, draw),
        guide(file),
    ];
}

function line(channel) {
    const said = h("p", { role: "status", class: "told-with small" });
    const test = button(words.test, { kind: "quiet", "aria-label": words.testOf(channel.channel), onclick: () => busy(test, async () => {
        setText(said, words.sending);
        const timer = setTimeout(() => setText(said, words.stillTrying), slow);
        try {
            const { outcome, reason } = await api.testChannel(channel.channel);
            say(said, words.outcome[outcome](reason), outcome === "delivered");
        } catch (problem) {
            say(said, problem.message, false);
        } finally {
            clearTimeout(timer);
        }
    }) });
    return h("li", { "data-channel": channel.channel }, icon("bell"), h("div", {},
        h("strong", {}, channel.channel),
        h("p", { class: "muted small" }, words.kinds[channel.kind]?.(channel.to) ?? channel.to),
        h("p", { class: "muted small" }, hears(channel)),
        state(channel), said), test);
}

function say(element, text, isGood) {
    fill(element, icon(isGood ? "check" : "alert"), h("span", {}, text));
}

/// What is sent there.
function hears({ levels, owners, items }) {
    return words.hears(levels.includes("warning") ? words.all : words.critical, items, owners);
}

function state({ last_sent: last, failing_since: since, why, next_try: next, waiting }) {
    if (since) {
        const retry = next ? words.nextTry(moment(next), waiting) : words.givenUp;
        return h("p", { class: "told-with trouble small" }, icon("alert"), h("span", {}, words.failing(moment(since), why, retry)));
    }
    const sent = last ? words.sent(ago(last)) : words.never;
    return h("p", { class: "muted small" }, waiting ? words.waiting(sent, waiting) : sent);
}

/// How the file stands beside what the service has read of it.
function fileNotice({ path, state: standing, problem }, hasChannels, draw) {
    if (standing === "missing" && !hasChannels) return null;
    if (standing === "used") return h("p", { class: "muted small" }, words.used(h("code", {}, path)));
    const again = button(words.look, { kind: "small", onclick: () => busy(again, draw) });
    const text = { changed: words.changed(path), wrong: words.wrong(problem), missing: words.gone(path) }[standing];
    return notice(text, { kind: "amber", symbol: "alert", action: again });
}

/// How channels are added and changed.
function guide({ path }) {
    return h("details", {}, h("summary", {}, icon("next"), words.guide),
        h("div", { class: "stack guide" },
            h("ol", { class: "howto" }, words.steps(h("code", {}, path)).map((each) => h("li", {}, each))),
            h("pre", { tabindex: "0", "aria-label": words.exampleOf }, h("code", {}, example)),
            h("div", { class: "buttons" }, copyButton(example, words.copyExample))));
}
