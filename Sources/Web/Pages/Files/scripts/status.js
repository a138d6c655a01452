// How an item is, in words.
import { now } from "./clock.js";
import { about, ago, metres, moment, range } from "./format.js";
import { locale, onLanguage } from "./language.js";
import { isByArea } from "./rights.js";
import { strings } from "./strings.js";

const freshFor = 10 * 60 * 1000;
let collator = null;
onLanguage(() => { collator = null; });

/// The one word that decides how a card looks: what is left behind stays so when its tracker falls silent.
export function kindOf(item) {
    if (item.power?.reported === "off" || item.active_mode === "off") return "unknown";
    return item.level === "unknown" && item.episode ? item.episode_level ?? "unknown" : item.level;
}

/// What stands on the badge of an item.
export function labelOf(item) {
    if (item.power?.reported === "off" || item.active_mode === "off") return strings.level.off;
    switch (item.level) {
    case "near": return item.place ? strings.level.at(item.place) : strings.level.near;
    case "warning": return strings.level.warning(metres(item.thresholds.warning_m));
    case "critical": return strings.level.critical;
    default: {
        const when = item.episode_since && ago(item.episode_since);
        if (kindOf(item) === "critical" && when) return strings.level.lostSilent(when);
        if (kindOf(item) === "warning" && when) return strings.level.farSilent(metres(item.thresholds.warning_m), when);
        if (isFresh(item)) return strings.level.unsure;
        if (isAlone(item)) return strings.level.noPhone(item.owner);
        const time = item.last_seen ?? item.position?.time;
        return time ? strings.level.noData(moment(time)) : strings.level.never;
    }
    }
}

/// Whether something is known of its distance, though not enough to say a level.
function isFresh(item) {
    return item.distance_m !== undefined && item.last_seen && now() - Date.parse(item.last_seen) < freshFor;
}

/// Whether it reports as it should, and nobody knows how far that is from its owner, whose phone was never heard.
function isAlone(item) {
    if (!item.position || item.owner_position || !item.may?.includes("evidence") || !item.last_seen) return false;
    const every = item.report_every_s?.reported ?? item.report_every_s?.desired ?? 0;
    return now() - Date.parse(item.last_seen) < Math.max(freshFor, 2500 * every);
}

/// That somebody has marked an item as lost, in a line with the note; empty where nobody has.
export function markOf(item) {
    const mark = item.marked_lost;
    if (!mark) return "";
    return mark.note ? strings.lost.noted(strings.lost.since(moment(mark.since)), mark.note) : strings.lost.since(moment(mark.since));
}

/// Whether nothing is told of an item for now.
export function isMuted(item) { return Boolean(item.snooze_until) && Date.parse(item.snooze_until) > now(); }

export const badgeIcons = { near: "check", warning: "alert", critical: "alert", unknown: "clock" };

/// Its distance with its doubt: two texts, the second empty where there is none.
export function distanceOf(item) {
    if (isByArea(item)) return ["", strings.distance.byArea];
    if (item.distance_m === undefined || item.distance_m === null) return [strings.distance.unknown, ""];
    return [about(item.distance_m), range(item.distance_low_m, item.distance_high_m)];
}

/// What is left behind comes first, then what is marked as lost; everything else stays where its name puts it.
export function inOrder(items) {
    const rank = (item) => (kindOf(item) === "critical" ? 0 : item.marked_lost ? 1 : 2);
    collator ??= new Intl.Collator(locale(), { numeric: true });
    return [...items].sort((one, other) => {
        if (rank(one) !== rank(other)) return rank(one) - rank(other);
        return collator.compare(one.item, other.item) || one.owner.localeCompare(other.owner) || one.tracker.localeCompare(other.tracker);
    });
}
