// What the console tells of a run with many trackers: where all of them are said to be, and how far, at some moments.

export const levels = ["unknown", "near", "warning", "critical"];

export class FleetTrace {
    /// `owner/tracker`, in the order of the places.
    trackers;
    /// Each with `at`, `north` and `east` in millionths of a degree from the base, `codes`, `counts` of what is told and what
    /// is true, and how many alerts of each kind there were until then.
    frames = [];

    constructor({ trackers, fleet, end_s: end, lat, lon }) {
        Object.assign(this, { trackers, fleet, end, base: { lat, lon }, raised: {} });
    }

    get isEmpty() { return !this.frames.length; }

    take(line) {
        const { at_s: at, places, alerts = [] } = line;
        if (!places) return;
        const count = this.trackers.length;
        if (typeof at !== "number" || places.length !== 3 * count) throw new Error("no places");
        const [north, east, codes] = [new Int32Array(count), new Int32Array(count), new Uint8Array(count)];
        const counts = { unknown: 0, near: 0, warning: 0, critical: 0, beyond: 0, away: 0, early: 0, missed: 0 };
        for (let index = 0; index < count; index += 1) {
            [north[index], east[index], codes[index]] = [places[3 * index], places[3 * index + 1], places[3 * index + 2]];
            const [level, truth] = [codes[index] & 3, (codes[index] >> 2) & 3];
            counts[levels[level]] += 1;
            if (truth > 0) counts.beyond += 1;
            if (truth > 1) counts.away += 1;
            if (level > 1 && truth === 0) counts.early += 1;
            if (level === 1 && truth > 1) counts.missed += 1;
        }
        for (const [, event] of alerts) this.raised[event] = (this.raised[event] ?? 0) + 1;
        this.frames.push({ at, north, east, codes, counts, raised: { ...this.raised } });
    }

    /// Where a tracker is said to be in a frame; null before it was told.
    place(frame, index) {
        if (frame.codes[index] & 16) return null;
        return { lat: this.base.lat + frame.north[index] / 1e6, lon: this.base.lon + frame.east[index] / 1e6 };
    }

    /// A rectangle with nearly all places of the run in it: single ones may be told far from anything.
    get corners() {
        const [north, east] = [[], []];
        const step = Math.max(1, Math.floor(this.trackers.length * this.frames.length / 20_000));
        let turn = 0;
        for (const frame of this.frames) {
            for (let index = turn % step; index < this.trackers.length; index += step) {
                if (frame.codes[index] & 16) continue;
                north.push(frame.north[index]);
                east.push(frame.east[index]);
            }
            turn += 1;
        }
        if (!north.length) return [this.base];
        const within = (all) => {
            const sorted = Int32Array.from(all).sort();
            return [sorted[Math.floor(sorted.length * 0.005)], sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.995))]];
        };
        const [south, top] = within(north);
        const [west, right] = within(east);
        return [[south, west], [top, right]].map(([lat, lon]) => ({ lat: this.base.lat + lat / 1e6, lon: this.base.lon + lon / 1e6 }));
    }
}
