public import Alerts
internal import Messages
public import Store
public import Tracking

/// Whether somebody still has to be told of an episode.
public enum Attention: Hashable, Sendable {
    /// Nobody knows of it yet.
    case wanted
    /// Not now.
    case later(until: Timestamp, String)
    /// Never again, for the reason given.
    case over(String)

    /// What the rules of an item and its running episode say about telling a critical alert once more.
    public init(to notice: Notice, rules: ItemRules, engine: AlertEngine?, localTime: LocalTime, at now: Timestamp) {
        if let engine, engine.episode != notice.alert.episode || engine.told != .critical {
            self = .over("the episode is over")
        } else if rules.acknowledged == notice.alert.episode {
            self = .over("acknowledged")
        } else if let until = rules.snoozedUntil, now < until {
            self = .later(until: until, "snoozed")
        } else if let quiet = rules.quiet, quiet.contain(minuteOfDay: localTime.minuteOfDay(at: now)) {
            self = .later(until: now.advanced(by: .seconds(60)), "quiet hours")
        } else {
            self = .wanted
        }
    }

    /// The same, as the history has it.
    ///
    /// - Throws: ``StoreError``.
    public init(to notice: Notice, in store: Store, localTime: LocalTime, at now: Timestamp) throws {
        let document = try store.document(.rules, of: notice.device)
        let record = try store.alertState(of: notice.device)
        self.init(
            to: notice,
            rules: document.flatMap { try? ItemRules(decoding: $0.payload) } ?? ItemRules(),
            engine: record.flatMap { AlertEngine(record: String(decoding: $0, as: UTF8.self)) },
            localTime: localTime,
            at: now
        )
    }
}
