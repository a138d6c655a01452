// Passkeys (WebAuthn): bytes as the console writes them, and the two ceremonies.
import { api } from "./api.js";

/// Whether this browser has passkeys here: only on https and localhost.
export const hasPasskeys = Boolean(window.PublicKeyCredential && window.isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname));

function bytes(text) {
    const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function text(buffer) {
    return btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function read(options) {
    const named = (list) => list?.map((each) => ({ type: "public-key", ...each, id: bytes(each.id) }));
    return {
        ...options, challenge: bytes(options.challenge),
        ...(options.user ? { user: { ...options.user, id: bytes(options.user.id) } } : {}),
        ...(options.excludeCredentials ? { excludeCredentials: named(options.excludeCredentials) } : {}),
        ...(options.allowCredentials ? { allowCredentials: named(options.allowCredentials) } : {}),
    };
}

/// Has this device make a passkey, and the console keep it.
export async function addPasskey(label) {
    const made = await navigator.credentials.create({ publicKey: read(await api.passkeyOptions()) });
    const { clientDataJSON, attestationObject } = made.response;
    return api.addPasskey({ id: made.id, clientDataJSON: text(clientDataJSON), attestationObject: text(attestationObject), label });
}

/// Logs in with a passkey of this device.
export async function logInByPasskey() {
    const found = await navigator.credentials.get({ publicKey: read(await api.passkeyLogInOptions()) });
    const { clientDataJSON, authenticatorData, signature } = found.response;
    return api.logInByPasskey({ id: found.id, clientDataJSON: text(clientDataJSON), authenticatorData: text(authenticatorData), signature: text(signature) });
}
