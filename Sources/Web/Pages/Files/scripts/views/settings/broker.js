// The part of the settings about the private broker: who may connect to it, each by a credential of its own.
import { api } from "../../api.js";
import { copyButton, secretBox } from "../../copy.js";
import { h, icon, show as fill } from "../../dom.js";
import { configurationLink, mode } from "../../owntracks.js";
import { button, busy, confirm, field, toast } from "../../parts.js";
import { qrPicture } from "../../qr.js";
import { strings } from "../../strings.js";
import { panel } from "./panel.js";

const words = strings.broker;

/// Nothing where this console has no private broker.
export async function brokerPanel(session) {
    const first = await api.broker();
    if (!first.url) return null;
    const box = h("div", { class: "stack" });
    const fresh = h("div", { role: "status", class: "fresh" });

    async function draw(made, known) {
        // First what is told once: the list may not come.
        fill(fresh, made ? await credential(made) : []);
        fresh.querySelector("input")?.select();
        const { url, authority, clients } = known ?? await api.broker();
        fill(box, about(url, authority), clients.length ? h("ul", { class: "places devices entries" }, clients.map((each) => line(each, session, draw))) : h("p", {}, words.none),
            session.required ? form(draw) : h("p", { class: "muted small" }, words.passcodeFirst));
    }

    await draw(null, first);
    return panel("broker", words.title, h("p", { class: "muted" }, words.text), fresh, box);
}

/// Where it is found, and what vouches for it.
function about(url, authority) {
    const address = h("p", {}, words.address, " ", h("code", {}, url));
    if (!authority) return h("div", {}, address, h("p", { class: "muted small" }, words.hereOnly));
    const file = URL.createObjectURL(new Blob([authority], { type: "application/x-pem-file" }));
    return h("div", {}, address, h("p", { class: "muted small" }, words.authority, " ", h("a", { href: file, download: "tagalong-authority.pem" }, words.authorityFile)));
}

/// A credential that was just made; it is told this once.
async function credential({ client, url, client_id: id }) {
    const name = words.client(client.kind, client.for);
    const box = secretBox(url, { made: words.made(name), once: words.once, label: words.urlOf(name), copy: words.copy });
    box.append(h("p", { class: "muted small" }, id ? [words.clientID, " ", h("code", {}, id)] : words.anyID));
    if (client.kind !== "phone") return box;
    const link = phoneLink(client.for, new URL(url), id);
    box.append(h("p", { class: "small" }, words.scan), await qrPicture(link, words.code(name)), h("div", { class: "buttons" }, copyButton(link, words.copyLink)));
    return box;
}

/// Sets OwnTracks up to send by MQTT.
function phoneLink(phone, url, clientId) {
    const [user, deviceId] = phone.split("/");
    return configurationLink({
        mode: mode.mqtt, host: url.hostname.replace(/^\[|\]$/g, ""), port: Number(url.port), tls: url.protocol === "mqtts:",
        auth: true, username: decodeURIComponent(url.username), password: decodeURIComponent(url.password), clientId, deviceId,
        pubTopicBase: `owntracks/${user}/${deviceId}`, cleanSession: false,
    });
}

function line(client, session, draw) {
    const name = words.client(client.kind, client.for);
    const rotate = button(words.rotate, { kind: "small", "aria-label": words.rotateOf(name), onclick: () => busy(rotate, async () => {
        if (!(await confirm({ title: words.rotateTitle(name), text: words.rotateText, action: words.rotate }))) return;
        await draw({ client, ...await api.rotateBrokerPassword(client.user) });
    }) });
    const revoke = button("", { kind: "square quiet", symbol: "bin", title: words.revoke(name), onclick: () => busy(revoke, async () => {
        if (!(await confirm({ title: words.revokeTitle(name), text: words.revokeText, action: words.revokeAction }))) return;
        await api.revokeBrokerClient(client.user);
        toast(words.revoked(name));
        await draw();
    }) });
    const may = client.trackers?.length ? words.speaksFor(client.trackers) : words.may[client.kind] ?? "";
    return h("li", { "data-client": client.user }, icon("key"), h("div", {},
        h("strong", {}, name),
        h("p", { class: "muted small" }, [may, words.user(client.user)].filter(Boolean).join(" · "))),
    // Who may not change it, as nobody has logged in, is not offered to.
    session.required ? [client.kind === "leaving" ? null : rotate, revoke] : null);
}

function form(draw) {
    const kinds = h("select", { class: "input" }, words.kinds.map(([key, text]) => h("option", { value: key }, text)));
    const kind = field(words.kind, kinds, { id: "client-kind" });
    const input = h("input", { class: "input", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
    const name = field(words.name, input, { hint: words.nameHint, id: "client-name" });
    const make = button(words.make, { kind: "primary", type: "submit" });

    async function submit() {
        const client = { kind: kinds.value, for: input.value.trim() };
        if (!name.complain(client.for ? "" : words.nameMissing)) return input.focus();
        return draw({ client, ...await api.addBrokerClient(client) });
    }

    return h("details", { "data-form": "broker" }, h("summary", {}, icon("next"), words.add),
        h("form", { class: "stack guide", novalidate: true, onsubmit: (event) => {
            event.preventDefault();
            busy(make, submit, { complain: (problem) => name.complain(problem.status === 409 ? words.taken : problem.status === 422 ? words.nameWrong[kinds.value] : problem.message) });
        } }, kind.element, name.element, h("div", { class: "buttons" }, make)));
}
