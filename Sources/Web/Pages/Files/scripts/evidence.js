// What a level rested on, in sentences.
import { about, ago, metres, percent, range, span } from "./format.js";
import { strings } from "./strings.js";

const words = strings.evidence;

/// Sentences on evidence, told as of its own moment.
export function sentences(evidence) {
    if (!evidence) return [words.none];
    const now = Date.parse(evidence.time);
    const sure = ["warning", "critical"].map((name) => evidence[name]).filter(Boolean)
        .map((each) => words.beyond(metres(each.distance_m), percent(each.probability)));
    return [positions(evidence.positions), ...(evidence.gateways ?? []).map((each) => gateway(each, now)), ...sure].filter(Boolean);
}

function positions(positions) {
    if (!positions) return null;
    // 1.6 standard deviations to each side hold 90 %.
    const doubt = positions.sigma_m > 0 ? words.giveOrTake(metres(Math.max(1, positions.sigma_m * 1.645))) : words.exactly;
    return words.positions(metres(positions.distance_m), doubt) + (positions.gap_s >= 60 ? words.gap(span(positions.gap_s)) : "");
}

function gateway(gateway, now) {
    const start = words.gateway(gateway.gateway, { carried: words.carried, placed: words.placed }[gateway.standing] ?? "");
    const counted = gateway.counts === false ? ` ${words.discounted}` : "";
    return `${start} ${heard(gateway, now)}${counted}`;
}

function heard(gateway, now) {
    if (gateway.blind) return words.blind;
    if (gateway.silent_since) return words.silent(span((now - Date.parse(gateway.silent_since)) / 1000));
    if (gateway.heard && gateway.samples !== undefined) {
        const strength = gateway.rssi === undefined ? "" : words.strength(Math.round(gateway.rssi));
        const distance = gateway.distance_m === undefined ? ""
            : words.fromIt([about(gateway.distance_m), range(gateway.distance_low_m, gateway.distance_high_m)].filter(Boolean).join(", "));
        return `${words.heard(gateway.samples, gateway.expected, strength)}${distance}.`;
    }
    return gateway.linked ? words.linked(ago(gateway.linked, now)) : words.nothing;
}
