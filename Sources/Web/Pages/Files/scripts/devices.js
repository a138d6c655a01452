// The items and phones whose positions are kept, to choose one of them.
import { h } from "./dom.js";
import { idOf } from "./items.js";
import { field } from "./parts.js";
import { strings } from "./strings.js";

const words = strings.devices;

export function nameOf(device) { return device.kind === "phone" ? words.phone(idOf(device)) : device.item ?? idOf(device); }

/// A field to choose one of them; one that the address names (`?item=owner/tracker`), or that is the only one, is chosen.
export function deviceField(devices, { id, onchange }) {
    const asked = new URLSearchParams(location.search).get("item");
    const named = devices.map((each) => ({ id: idOf(each), name: nameOf(each), owner: each.owner }));
    const isTwice = (one) => named.some((each) => each !== one && each.name === one.name);
    const options = named.map((each) => ({ id: each.id, text: isTwice(each) ? words.nameAndId(each.name, each.id) : each.name }))
        .sort((one, other) => one.text.localeCompare(other.text));
    const chosen = devices.length === 1 ? options[0].id : options.find((each) => each.id === asked)?.id ?? "";
    const select = h("select", { class: "input", onchange: () => { device.complain(""); onchange?.(); } },
        chosen ? null : h("option", { value: "" }, words.choose), options.map(({ id: value, text }) => h("option", { value, selected: value === chosen }, text)));
    const device = field(words.label, select, { id });
    return device;
}
