// What is known of the items, kept up to date by the console's events, and on this device for when it cannot be reached.
import { api, rightsChanged } from "./api.js";
import { now } from "./clock.js";
import { Heart } from "./heart.js";
import { inbox } from "./inbox.js";
import { keepItems, keptItems } from "./keep.js";
import { Stream } from "./stream.js";

/// The events of items, and of what is around them.
const kinds = ["state", "reported", "desired", "availability", "rules", "fix", "alert", "result", "gateway", "guard", "services", "ringing", "inbox",
    "reminder", "reminder-state", "reminder-event"];

class Items {
    /// By `owner/tracker`.
    all = new Map();
    /// Whether they came from the console and not from this device.
    isFresh = false;
    /// When they were right.
    asOf = null;
    /// How many there are besides, for which this device had no room.
    missing = 0;
    #listeners = new Set();
    #alertListeners = new Set();
    #eventListeners = new Set();
    #stream = null;
    #connection = "connecting";
    /// Names the last event; a stream that begins anew goes on behind it.
    #last = "";
    /// What is said of the connection.
    #shown = "connecting";
    #heart = new Heart(() => this.#judge());
    #loading = null;
    #saving = null;
    /// Counts how often all was forgotten.
    #era = 0;
    /// The items that are told of and not in the list.
    #unknown = new Set();
    /// What has changed since, for each answer that is waited for.
    #awaited = new Set();

    /// `connecting`, `live`, `broken`, or `deaf` where the service does not hear its broker.
    get connection() { return this.#shown; }
    /// Since when it is not live, by the service's time; null for not known.
    get since() { return this.#shown === "deaf" ? this.#heart.deafSince : this.#heart.last; }

    /// Calls with the set of changed ids, or null when any may have changed.
    onChange(listener) { this.#listeners.add(listener); return () => this.#listeners.delete(listener); }
    onAlert(listener) { this.#alertListeners.add(listener); return () => this.#alertListeners.delete(listener); }
    /// Calls with each event's kind, id and document, and whether it is told whoever sees it; with `reset` where some may have
    /// been missed.
    onEvent(listener) { this.#eventListeners.add(listener); return () => this.#eventListeners.delete(listener); }

    static id(item) { return `${item.owner}/${item.tracker}`; }

    /// Loads all; falls back to what this device kept.
    async load() {
        const era = this.#era;
        this.#loading ??= this.ask(api.items(), (list) => {
            // For who was here before.
            if (era !== this.#era) return;
            this.all = new Map(list.map((item) => [Items.id(item), item]));
            this.isFresh = true;
            this.missing = 0;
            this.asOf = now();
        }).then(() => { if (era === this.#era) this.#save(); }, (problem) => {
            if (era !== this.#era) return;
            if (problem.isOffline && !this.isFresh) this.#restore();
            if (!problem.isOffline) throw problem;
        }).finally(() => {
            if (era === this.#era) this.#loading = null;
            this.#tell(null);
        });
        return this.#loading;
    }

    /// Waits for what the console answers, and takes it in: an item, unless said otherwise.
    ///
    /// What has changed meanwhile is done once more on top, as the answer may be older than that.
    async ask(answer, take = (item) => this.put(item)) {
        const changes = [];
        this.#awaited.add(changes);
        try {
            const told = await answer;
            take(told);
            for (const change of changes) change();
            return told;
        } finally {
            this.#awaited.delete(changes);
        }
    }

    /// Puts in an item that was just told.
    put(item) { this.#merge(Items.id(item), item); }

    /// Changes some of what is known of an item, if it is.
    change(id, fields) { this.#do(() => this.all.has(id) && this.#merge(id, fields)); }

    #merge(id, fields) {
        this.all.set(id, { ...this.all.get(id), ...fields });
        this.#tell(new Set([id]));
    }

    #do(change) {
        for (const changes of this.#awaited) changes.push(change);
        change();
    }

    drop(id) {
        this.#do(() => {
            this.all.delete(id);
            this.#save();
            this.#tell(null);
        });
    }

    /// Forgets everything; what this device keeps is another matter.
    clear() {
        this.disconnect();
        clearTimeout(this.#saving);
        this.#saving = this.#loading = null;
        this.#era += 1;
        this.all = new Map();
        this.isFresh = false;
        this.missing = 0;
        this.asOf = null;
        this.#last = "";
    }

    /// Follows the events; `afresh` after a while without them.
    connect({ afresh = false } = {}) {
        if (this.#stream) return;
        if (afresh) this.load().catch(() => {});
        this.#heart.start();
        this.#stream = new Stream(["beat", "reset", "over", ...kinds], () => this.#last, {
            opened: () => {
                // What was missed while it was away is in the list.
                if (this.#connection === "broken" || !this.isFresh) this.load().catch(() => {});
                this.#connected("live");
            },
            failed: (isForGood) => {
                this.#connected("broken");
                // A browser gives up for good when the answer was an error.
                if (!isForGood) return;
                this.disconnect();
                this.#connected("broken");
                // An event source does not say which error it was; this does, and leads to the login where it is that.
                api.server().catch(() => {});
                setTimeout(() => this.connect(), 3000);
            },
            told: (kind, data, name) => this.#hear(kind, JSON.parse(data), name),
        });
    }

    #hear(kind, told, name) {
        if (kind === "beat") {
            this.#heart.take(told);
            if (this.#heart.isBeating && this.#heart.deafSince === null) this.asOf = now();
        } else if (kind === "reset") {
            this.load().catch(() => {});
            this.#pass(kind, null, null);
        } else if (kind === "over") {
            // The session was ended, or may see other things from now on.
            rightsChanged();
        } else if (kind === "inbox") {
            this.#last = name || this.#last;
            inbox.take(told.document);
        } else {
            this.#last = name || this.#last;
            this.#take(kind, told);
        }
    }

    disconnect() {
        this.#heart.stop();
        this.#stream?.close();
        this.#stream = null;
    }

    #connected(state) {
        this.#connection = state;
        this.#judge();
    }

    /// Says whether what is shown is live: the events come, and the service is heard and hears its broker.
    #judge() {
        const { isBeating, isStuck, deafSince, last } = this.#heart;
        // A connection can be dead without a word: another one may get through.
        if (this.#stream && isStuck) {
            this.disconnect();
            this.#connection = "broken";
            this.connect();
        }
        let state = this.#connection;
        if (state === "live" && !isBeating) state = last === null ? "connecting" : "broken";
        if (state === "live" && deafSince !== null) state = "deaf";
        if (state === this.#shown) return;
        this.#shown = state;
        this.#tell(new Set());
    }

    #take(kind, { owner, tracker, reminder, document, told }) {
        if (owner === undefined) return this.#pass(kind, null, document);
        if (reminder !== undefined) return this.#pass(kind, `${owner}/${reminder}`, document, told);
        if (tracker === undefined) return this.#pass(kind, owner, document);
        const id = `${owner}/${tracker}`;
        if (kind === "alert") {
            for (const listener of this.#alertListeners) listener(document, id);
        }
        this.#pass(kind, id, document);
        if (["result", "gateway"].includes(kind)) return;
        if (kind === "state" && document === null) return this.drop(id);
        this.#do(() => {
            const item = this.all.get(id);
            if (!item) return kind === "state" && this.#loadSoon(id);
            const fields = changes[kind](item, document);
            if (fields) this.#merge(id, fields);
        });
        this.asOf = now();
        this.#saveSoon();
    }

    #pass(kind, id, document, isTold = true) {
        for (const listener of this.#eventListeners) listener(kind, id, document, isTold);
    }

    #tell(ids) {
        for (const listener of this.#listeners) listener(ids);
    }

    #loadSoon(id) {
        this.#unknown.add(id);
        if (this.#unknown.size > 1) return;
        setTimeout(() => {
            const isMissing = [...this.#unknown].some((each) => !this.all.has(each));
            this.#unknown.clear();
            if (isMissing) this.load().catch(() => {});
        }, 300);
    }

    #saveSoon() {
        this.#saving ??= setTimeout(() => {
            this.#saving = null;
            this.#save();
        }, 5000);
    }

    #save() {
        keepItems([...this.all.values()], { asOf: this.asOf });
    }

    #restore() {
        const { asOf = null, items = [], total = items.length } = keptItems() ?? {};
        this.all = new Map(items.map((item) => [Items.id(item), item]));
        this.asOf = asOf;
        this.missing = total - items.length;
    }
}

/// What an event changes of an item.
const changes = {
    state: (item, state) => ({
        // One that was computed before a renaming has the old name.
        item: item.renamed ?? state.item, level: state.level, since: state.since, distance_m: state.distance_m,
        distance_low_m: state.distance_low_m, distance_high_m: state.distance_high_m,
        active_mode: state.active_mode ?? item.active_mode,
        // One that is not told is not known any more, as with another tag on the same thing.
        battery: state.battery,
        position: newer(item.position, state.position), place: state.place, ...episodeOf(item, state),
        acknowledged: isAcknowledged(state.episode, item.known_episode ?? (item.acknowledged ? item.episode : undefined)),
        waiting_for: state.waiting_for, waiting_since: state.waiting_since,
    }),
    // Of an episode before, it is no news.
    alert: (item, alert) => alert && alert.episode === item.episode && alert.level !== "none" && ({ episode_level: alert.level }),
    fix: (item, fix) => fix && ({
        position: newer(item.position, { lat: fix.lat, lon: fix.lon, acc: fix.acc, time: fix.time }),
        // One that was told before comes once more with each stream.
        last_seen: latest(item.last_seen, fix.received),
    }),
    reported: (item, reported) => reported && ({
        battery: reported.battery, active_mode: reported.active_mode,
        power: wanted(item.power.desired, reported.power),
        mode: wanted(item.mode.desired, reported.mode),
        report_every_s: wanted(item.report_every_s.desired, reported.report_every_s),
    }),
    desired: (item, desired) => desired && ({
        item: desired.item ?? item.item, renamed: desired.item,
        power: wanted(desired.power ?? "on", item.power.reported),
        mode: wanted(desired.mode ?? "auto", item.mode.reported),
        report_every_s: wanted(desired.report_every_s, item.report_every_s.reported),
    }),
    availability: (item, availability) => ({ availability: availability ?? undefined }),
    ringing: (item, ringing) => ({ ringing_until: ringing?.ringing_until }),
    rules: (item, rules) => ({
        snooze_until: rules?.snooze_until, known_episode: rules?.acknowledged ?? null, acknowledged: isAcknowledged(item.episode, rules?.acknowledged),
        marked_lost: rules?.marked_lost,
        thresholds: rules?.warning_m ? { warning_m: rules.warning_m, critical_m: rules.critical_m, own: true } : item.thresholds,
    }),
};

/// Whether somebody has said to know of an episode, as the item's document says it; undefined where there is none.
function isAcknowledged(episode, known) { return episode && episode === known; }

/// How far an episode has gone, which an item's state does not tell once nothing is known of it any more.
function episodeOf(item, { episode, level, since }) {
    const isKnown = level === "warning" || level === "critical";
    if (episode && episode === item.episode && item.episode_level) {
        return { episode, episode_level: level === "critical" ? level : item.episode_level, episode_since: item.episode_since };
    }
    return { episode, episode_level: episode && isKnown ? level : undefined, episode_since: episode && isKnown ? since : undefined };
}


function newer(old, other) {
    if (!other) return old;
    return old && Date.parse(old.time) > Date.parse(other.time) ? old : other;
}

function latest(old, other) {
    if (!old || !other) return old ?? other;
    return Date.parse(old) > Date.parse(other) ? old : other;
}

function wanted(desired, reported) {
    return { desired, reported, pending: desired !== undefined && desired !== reported };
}

export const items = new Items();
export const idOf = Items.id;
