// What opens OwnTracks on a phone with its settings: https://owntracks.org/booklet/features/remoteconfig.

/// How the app sends: by HTTP or MQTT.
export const mode = { mqtt: 0, http: 3 };

/// A link with settings, beside the device's name and the two letters that stand for it on maps.
export function configurationLink({ deviceId, ...settings }) {
    const text = JSON.stringify({ _type: "configuration", ...settings, deviceId, tid: deviceId.slice(0, 2) });
    // Base64 is of bytes: other letters as JSON writes them in ASCII.
    const ascii = text.replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
    return `owntracks:///config?inline=${encodeURIComponent(btoa(ascii))}`;
}
