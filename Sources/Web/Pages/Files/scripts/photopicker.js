// Chooses a photo from a file or the camera, with a look at it.
import { h, icon, show } from "./dom.js";
import { picture } from "./parts.js";
import { scaled } from "./photo.js";
import { strings } from "./strings.js";

const words = strings.edit;

/// Calls `onchoose` with the scaled picture, or with null when it is to be removed.
export function photoPicker(item, { initial = null, onchoose, canRemove = () => Boolean(item.photo) }) {
    const preview = h("div", { class: "photo-preview" });
    const error = h("p", { class: "error", hidden: true, role: "alert" });
    const remove = h("button", { type: "button", class: "button quiet", onclick: () => onchoose(null) }, icon("bin"), words.removePhoto);
    let address = null;

    function chooser(label, symbol, extra) {
        const input = h("input", { type: "file", accept: "image/jpeg,image/png,image/webp", class: "file-input", ...extra, onchange: () => take(input) });
        return h("label", { class: "button" }, input, icon(symbol), label);
    }

    async function take(input) {
        const [file] = input.files;
        if (!file) return;
        error.hidden = true;
        try {
            const blob = await scaled(file);
            showBlob(blob);
            await onchoose(blob);
        } catch (problem) {
            error.hidden = false;
            show(error, icon("alert"), h("span", {}, problem.status === undefined ? words.photoBad : problem.message));
        }
        // The same file may be chosen again.
        input.value = "";
    }

    function showBlob(blob) {
        if (address) URL.revokeObjectURL(address);
        address = blob ? URL.createObjectURL(blob) : null;
        draw(blob ? { ...item, photo: { url: address } } : { ...item, photo: null });
    }

    function draw(item) {
        show(preview, picture(item, { large: true }));
        remove.hidden = !(address || canRemove());
    }

    if (initial) showBlob(initial); else draw(item);
    return {
        element: h("div", { class: "field" }, h("p", { class: "label", id: "photo-label" }, words.photo),
            h("div", { class: "photo-row", role: "group", "aria-labelledby": "photo-label" }, preview,
                h("div", { class: "buttons" }, chooser(words.choosePhoto, "image"), chooser(words.takePhoto, "camera", { capture: "environment" }), remove)),
            h("p", { class: "hint" }, words.photoHint), error),
        clear: () => showBlob(null),
        redraw: (next) => { item = next; if (!address) draw(next); },
    };
}
