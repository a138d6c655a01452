// What somebody is adding: kept on this device until it is added, so that neither loading the page anew nor closing it loses it.
import { keepAdding, keepDraft, keptAdding, keptDraft } from "./keep.js";

/// A clean draft.
export const emptyDraft = () => ({ gateway: null, tag: null, name: "", owner: "", photo: null, operation: null });

const keys = Object.keys(emptyDraft());

/// Keeps a draft: while it is typed for this tab alone, and once the gateway pairs for all of this browser.
export async function keepDraftOf(state) {
    const value = Object.fromEntries(keys.map((key) => [key, state[key]]));
    if (state.photo) value.photo = await asText(state.photo);
    const keep = state.operation ? keepAdding : keepDraft;
    if (state.operation) keepDraft(null);
    // Where there is no room for the photo, it is to be chosen anew.
    if (!keep(value)) keep({ ...value, photo: null, lostPhoto: Boolean(value.photo) });
}

/// Forgets what was typed in this tab.
export function forgetDraft() { keepDraft(null); }

/// Forgets a pairing that has come to its end.
export function forgetPairing(operation) { if (keptAdding()?.operation === operation) keepAdding(null); }

/// What was typed in this tab before it was loaded anew; null for nothing.
export const draft = () => restored(keptDraft());

/// What this browser knows of a pairing; null for nothing.
export const pairing = () => restored(keptAdding());

function restored(value) {
    if (!value) return null;
    return { ...emptyDraft(), ...value, photo: value.photo ? asBlob(value.photo) : null };
}

/// What `asText` has made of a picture.
function asBlob(text) {
    const [head, body] = text.split(",");
    return new Blob([Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0))], { type: head.slice("data:".length).split(";")[0] });
}

function asText(blob) {
    return new Promise((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result);
        reader.onerror = () => resolve(null);
        reader.readAsDataURL(blob);
    });
}
