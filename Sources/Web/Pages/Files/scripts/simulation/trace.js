// A trace of `tagalong simulate`: JSON lines with everybody's true place after each step, how likely each distance was held,
// and every message on the bus.

export class Trace {
    /// By name: `{ at, lat, lon }` for owners, with `distance`, `mode` and `battery` for trackers.
    owners = new Map();
    trackers = new Map();
    /// By tracker: what the system believed, what positions it stored, what gateways heard.
    states = new Map();
    fixes = new Map();
    heard = new Map();
    /// By tracker: how likely each range of distances was held, as `[from, to, share]`.
    beliefs = new Map();
    alerts = [];
    /// The reported position of each owner's phone.
    phones = new Map();
    /// Those that stay where they are: `{ name, lat, lon }`.
    gateways = [];
    end = 0;
    lines = 0;

    get isEmpty() { return !this.trackers.size; }

    take(line) {
        const at = line.at_s;
        if (typeof at !== "number") throw new Error("no at_s");
        this.lines += 1;
        this.end = Math.max(this.end, at);
        if (line.owner) return put(this.owners, line.owner, { at, lat: line.lat, lon: line.lon });
        if (line.tracker) {
            return put(this.trackers, line.tracker, { at, lat: line.lat, lon: line.lon, distance: line.distance_m, mode: line.mode, battery: line.battery });
        }
        if (line.belief) return put(this.beliefs, line.belief, { at, bins: line.bins });
        if (line.gateway) return void this.gateways.push({ name: line.gateway, lat: line.lat, lon: line.lon });
        return line.payload && typeof line.payload === "object" ? this.#message(at, line.topic.split("/"), line.payload) : undefined;
    }

    #message(at, topic, payload) {
        const id = topic.slice(1, 3).join("/");
        switch (payload._type) {
        case "location": return put(topic.length === 3 ? this.fixes : this.phones, id, { at, lat: payload.lat, lon: payload.lon, acc: payload.acc, time: payload.tst * 1000 });
        case "state": return put(this.states, id, { at, level: payload.level, distance: payload.distance_m, low: payload.distance_low_m, high: payload.distance_high_m });
        case "proximity": return payload.rssi === undefined ? undefined : put(this.heard, id, { at, gateway: payload.gateway, rssi: payload.rssi, distance: payload.distance_m });
        case "alert": return void this.alerts.push({ at, id: `${payload.owner}/${payload.tracker}`, event: payload.event, level: payload.level, threshold_m: payload.threshold_m, distance: payload.distance_m, item: payload.item });
        default: return undefined;
        }
    }
}

function put(map, key, value) {
    if (map.has(key)) map.get(key).push(value);
    else map.set(key, [value]);
}

/// The last entry at or before a moment; entries are in the order of time.
export function last(entries, at) {
    const index = indexAt(entries, at);
    return index < 0 ? null : entries[index];
}

/// How many entries there are up to a moment, less one.
export function indexAt(entries, at) {
    let [low, high] = [0, entries?.length ?? 0];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (entries[middle].at <= at) low = middle + 1;
        else high = middle;
    }
    return low - 1;
}
