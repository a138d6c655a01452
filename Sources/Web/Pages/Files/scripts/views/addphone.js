// Sets up OwnTracks on a phone: its camera reads the settings, or the phone that shows the page opens them.
import { addClosed, addPage } from "../addkinds.js";
import { api } from "../api.js";
import { copyButton } from "../copy.js";
import { h, icon, show as fill } from "../dom.js";
import { items } from "../items.js";
import { keptOwner } from "../keep.js";
import { configurationLink, mode } from "../owntracks.js";
import { button, busy, field, notice } from "../parts.js";
import { qrPicture } from "../qr.js";
import { mayHere } from "../rights.js";
import { strings } from "../strings.js";

const words = strings.add.phone;
/// A phone never finds the machine of the page by these.
const hereOnly = /^(localhost|127\.|\[::1\])/;
const pause = 3000;

export function show({ session, refreshSession }) {
    if (!mayHere(session, "add")) return addClosed();
    const body = h("div", { class: "panel stack" });
    const state = { isGone: false, leave: () => {} };

    function move(step) {
        state.leave();
        state.leave = step.leave ?? (() => {});
        fill(body, step.children);
        step.start?.();
    }

    const begin = () => move(describeStep({ session, refreshSession }, (phone) => { if (!state.isGone) move(scanStep(phone, begin)); }));
    begin();
    return {
        title: strings.add.title, element: addPage("phone", body), stays: true,
        dispose() {
            state.isGone = true;
            state.leave();
        },
    };
}

// Whose phone is it, and how does it get here?

function describeStep({ session, refreshSession }, ondone) {
    const input = (more) => h("input", { class: "input", autocomplete: "off", autocapitalize: "off", spellcheck: "false", ...more });
    const owner = field(words.owner, input({ value: keptOwner() ?? [...items.all.values()][0]?.owner ?? session.account ?? "" }), { hint: words.nameHint, id: "phone-owner" });
    const device = field(words.device, input({ value: "phone" }), { hint: words.deviceHint, id: "phone-device" });
    const isReachable = !hereOnly.test(location.host);
    const address = field(words.address, input({ type: "url", inputmode: "url", value: isReachable ? location.origin : "", placeholder: "https://tagalong.example:8443" }),
        { hint: isReachable ? words.addressHint : words.addressHere, id: "phone-address" });
    const error = h("div", {});
    const way = h("div", {});
    const make = button(words.make, { kind: "primary", type: "submit" });

    function check() {
        const wrong = (each) => (/^[\w-]{1,64}$/.test(each.input.value.trim()) ? "" : words.nameWrong);
        const problems = [[owner, wrong(owner)], [device, wrong(device)], [address, hostOf(address.input.value) ? "" : words.addressWrong]];
        for (const [each, problem] of problems) each.complain(problem);
        const first = problems.find(([, problem]) => problem);
        first?.[0].input.focus();
        return !first;
    }

    async function submit() {
        fill(error);
        const phone = { owner: owner.input.value.trim(), device: device.input.value.trim(), base: hostOf(address.input.value) };
        // Nobody needs one as long as nobody has to log in; another page may have set the first passcode meanwhile.
        const { account } = await refreshSession();
        tell(account);
        const made = account ? await api.addToken({ account, label: words.label(`${phone.owner}/${phone.device}`).slice(0, 64), scope: "command" }) : null;
        phone.link = configurationLink({ mode: mode.http, url: `${phone.base}/pub`, username: phone.owner, deviceId: phone.device,
            ...(made ? { auth: true, password: made.token } : { auth: false }) });
        phone.picture = await qrPicture(phone.link, words.code(`${phone.owner}/${phone.device}`));
        ondone(phone);
    }

    function tell(account) {
        fill(way, account ? h("p", { class: "muted small" }, words.token(account)) : notice(words.open, { kind: "amber", symbol: "info" }));
    }

    tell(session.account);
    const form = h("form", { class: "stack", novalidate: true, onsubmit: (event) => {
        event.preventDefault();
        if (check()) busy(make, submit, { complain: (problem) => fill(error, notice(problem.message, { kind: "amber", symbol: "alert" })) });
    } }, h("div", {}, h("h2", {}, words.title), h("p", { class: "muted small" }, words.text)), owner.element, device.element, address.element,
        way, error,
        h("div", { class: "buttons" }, make));
    return { children: [form] };
}

/// An address without a path and what follows it; nothing for what is none, or has a name and a passcode that would be lost.
function hostOf(text) {
    const url = URL.parse?.(text.trim()) ?? (URL.canParse(text.trim()) ? new URL(text.trim()) : null);
    return url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hostname.includes("%") ? url.origin : null;
}

// Scanned, and heard?

function scanStep({ owner, device, link, picture }, again) {
    const id = `${owner}/${device}`;
    const status = h("p", { class: "awaited", role: "status" }, icon("clock"), h("span", {}, words.waiting(id)));
    let isHere = true;
    let timer = null;

    async function look() {
        const devices = await api.devices().catch(() => []);
        if (!isHere) return undefined;
        if (!devices.some((each) => each.owner === owner && each.tracker === device)) {
            timer = setTimeout(look, pause);
            return undefined;
        }
        fill(status, icon("check"), h("strong", {}, words.heard(id)));
        return undefined;
    }

    return {
        children: [h("h2", { tabindex: "-1" }, words.scan), h("p", { class: "muted small" }, words.scanHint), picture, status,
            h("p", { class: "muted small" }, words.once),
            h("div", { class: "buttons" }, h("a", { class: "button", href: link }, words.openHere), copyButton(link, words.copy),
                button(words.another, { onclick: again }))],
        start() {
            picture.parentNode.querySelector("h2").focus();
            look();
        },
        leave() {
            isHere = false;
            clearTimeout(timer);
        },
    };
}
