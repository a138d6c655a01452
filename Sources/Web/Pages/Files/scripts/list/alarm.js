// What one can do about an item that is left behind, on its card: acknowledge, and mute for a while.
import { inSeconds } from "../clock.js";
import { api } from "../api.js";
import { h, showFor } from "../dom.js";
import { idOf, items } from "../items.js";
import { button, busy, toast } from "../parts.js";
import { may, rightsKey } from "../rights.js";
import { isMuted } from "../status.js";
import { strings } from "../strings.js";

const words = strings.list;

/// A row for a card; `draw` shows in it what can be done now, and nothing for an item that is near.
export function alarmRow() {
    const element = h("div", { class: "card-alarm", hidden: true });

    function draw(item) {
        const [muted, running] = [isMuted(item), Boolean(item.episode)];
        showFor(`${idOf(item)} ${item.item} ${item.episode} ${item.acknowledged} ${muted} ${rightsKey(item)}`, element, () => [
            running ? (item.acknowledged ? h("span", { class: "muted small known", tabindex: "-1" }, words.known) : may(item, "acknowledge") ? knowButton(item, element) : null) : null,
            !may(item, "change") ? null : muted ? unmuteButton(item) : running ? muteChoice(item) : null,
        ]);
        element.hidden = !element.childElementCount;
    }

    return { element, draw };
}

function knowButton(item, row) {
    const know = button(strings.item.acknowledge, { kind: "small", symbol: "check", title: words.know(item.item), onclick: () => busy(know, async () => {
        const hadFocus = document.activeElement === know;
        await api.acknowledge(idOf(item));
        items.change(idOf(item), { acknowledged: true });
        if (hadFocus) requestAnimationFrame(() => row.querySelector(".known")?.focus());
    }) });
    return know;
}

function muteChoice(item) {
    const { 0: none, ...spans } = strings.edit.snoozeFor;
    // Who goes through the spans with the keyboard passes others on the way: what counts is Enter, or going on.
    let isPassing = false;
    const take = () => choice.value && busy(choice, () => mute(item, Number(choice.value)), { complain: (problem) => {
        choice.value = "";
        toast(strings.actions.failed(item.item, problem.message), { red: true });
    } });
    const choice = h("select", { class: "input small", "aria-label": words.mute(item.item), onchange: () => { if (!isPassing) take(); },
        onpointerdown: () => { isPassing = false; },
        onkeydown: ({ key, altKey }) => {
            // These open the list of spans, or take one.
            isPassing = !(altKey || ["Enter", " ", "Tab", "Shift"].includes(key));
            if (key === "Enter") take();
        },
        onblur: () => take() }, h("option", { value: "" }, words.muteFor), Object.entries(spans).map(([value, text]) => h("option", { value }, text)));
    return choice;
}

function unmuteButton(item) {
    const unmute = button(words.unmute, { kind: "small", symbol: "bell", title: words.unmuteOf(item.item), onclick: () => busy(unmute, () => mute(item, 0)) });
    return unmute;
}

async function mute(item, seconds) {
    const until = seconds ? inSeconds(seconds) : null;
    const saved = await api.changeRules(idOf(item), { snooze_until: until });
    items.change(idOf(item), { snooze_until: saved.snooze_until });
}
