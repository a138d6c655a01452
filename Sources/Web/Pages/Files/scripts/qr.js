// A text as a picture for the camera of a phone.
import { api } from "./api.js";
import { h } from "./dom.js";

/// The code of a text, drawn by the console; `label` says what it is of.
export async function qrPicture(text, label) {
    const image = new DOMParser().parseFromString(await api.qrCode(text), "image/svg+xml").documentElement;
    return h("div", { class: "qr", role: "img", "aria-label": label }, document.importNode(image, true));
}
