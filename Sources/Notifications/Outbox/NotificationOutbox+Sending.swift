internal import Foundation
internal import GRDB
internal import Messages
internal import Settings
public import Tracking

extension NotificationOutbox {
    /// What a channel does next.
    public enum Step: Hashable, Sendable {
        case send(Delivery)
        /// Nothing before that moment; nil for nothing at all.
        case wait(until: Timestamp?)
    }

    /// What a channel does next: the oldest that is due, those that were refused behind the others.
    ///
    /// Before, what has waited too long is given up, and on a brief channel all but the newest of each episode is
    /// superseded.
    ///
    /// - Parameters:
    ///   - channel: Which.
    ///   - now: The present moment.
    /// - Returns: The step.
    /// - Throws: ``NotificationError``.
    public func next(on channel: ChannelConfiguration, at now: Timestamp) throws(NotificationError) -> Step {
        try database.write { database in
            var waiting = try Self.waiting(on: channel.name, database)
            for delivery in waiting where Self.isTooOld(delivery, channel, now) {
                try Self.giveUp(delivery, after: channel.giveUpAfter, at: now, database)
            }
            waiting.removeAll { Self.isTooOld($0, channel, now) }
            if channel.isBrief {
                let old = Self.overtaken(waiting)
                for delivery in waiting where old.contains(delivery.number) {
                    let reason = "something newer of the same episode"
                    try Self.supersede(delivery.number, on: channel.name.text, by: reason, at: now, database)
                }
                waiting.removeAll { old.contains($0.number) }
            }
            let pause = try Self.pause(of: channel.name, database)
            if pause > now { return .wait(until: waiting.isEmpty ? nil : pause) }
            let due = waiting.filter { $0.next <= now }
            if let first = due.min(by: { ($0.refusals, $0.number) < ($1.refusals, $1.number) }) { return .send(first) }
            return .wait(until: waiting.map(\.next).min())
        }
    }

    /// Those of an episode of which something newer waits too; a repetition that is not due yet is no news.
    static func overtaken(_ waiting: [Delivery]) -> Set<Int64> {
        var newest: [String: Int64] = [:]
        for delivery in waiting where delivery.notice.repetition == 0 {
            let episode = delivery.notice.alert.episode
            newest[episode] = max(newest[episode] ?? 0, delivery.number)
        }
        let old = waiting.filter { delivery in
            newest[delivery.notice.alert.episode].map { delivery.number < $0 } ?? false
        }
        return Set(old.map(\.number))
    }

    private static func isTooOld(_ delivery: Delivery, _ channel: ChannelConfiguration, _ now: Timestamp) -> Bool {
        delivery.known.duration(to: now) >= channel.giveUpAfter
    }

    private static func giveUp(
        _ delivery: Delivery,
        after patience: Duration,
        at now: Timestamp,
        _ database: Database
    ) throws {
        let last = delivery.trouble.map { ": \($0)" } ?? ""
        let sentence = "given up after \(patience.compact)\(last)"
        try finish(delivery, .failed, trouble: sentence, at: now, database)
    }

    /// Notes that the receiver has it, and plans the repetition.
    ///
    /// - Parameters:
    ///   - delivery: What was sent.
    ///   - channel: On which channel.
    ///   - now: The present moment.
    /// - Throws: ``NotificationError``.
    public func sent(
        _ delivery: Delivery,
        on channel: ChannelConfiguration,
        at now: Timestamp
    ) throws(NotificationError) {
        try database.write { database in
            try Self.finish(delivery, .sent, trouble: nil, at: now, database)
            try database.execute(
                sql: "UPDATE channels SET failures = 0, paused_ms = 0 WHERE name = ?",
                arguments: [channel.name.text]
            )
            try Self.planRepetition(of: delivery, on: channel, at: now, database)
        }
    }

    /// Notes why something did not go out, and when it, or everything on the channel, is tried again.
    ///
    /// - Parameters:
    ///   - delivery: What was tried.
    ///   - failure: Why not.
    ///   - channel: On which channel.
    ///   - schedule: When to try again.
    ///   - now: The present moment.
    ///   - generator: Where the chance comes from.
    /// - Returns: How long until the next attempt; nil when there is none.
    /// - Throws: ``NotificationError``.
    public func failed(
        _ delivery: Delivery,
        _ failure: DeliveryFailure,
        on channel: ChannelConfiguration,
        schedule: RetrySchedule,
        at now: Timestamp,
        using generator: inout some RandomNumberGenerator
    ) throws(NotificationError) -> Duration? {
        switch failure {
        case .impossible(let sentence):
            try database.write { try Self.finish(delivery, .failed, trouble: sentence, at: now, $0) }
            return nil
        case .refused(let sentence):
            let delay = schedule.delay(after: delivery.refusals + 1, using: &generator)
            try database.write { database in
                try Self.note(delivery, sentence, refusals: 1, next: now.advanced(by: delay), database)
            }
            return delay
        case .unreachable(let sentence, let least):
            let failures = try failures(of: channel.name) + 1
            let delay = max(least ?? .zero, schedule.delay(after: failures, using: &generator))
            try database.write { database in
                try Self.note(delivery, sentence, refusals: 0, next: now, database)
                try database.execute(
                    sql: "UPDATE channels SET failures = ?, paused_ms = ? WHERE name = ?",
                    arguments: [failures, now.advanced(by: delay).milliseconds, channel.name.text]
                )
            }
            return delay
        }
    }

    /// Puts a repetition off, or drops it.
    ///
    /// - Parameters:
    ///   - delivery: The repetition.
    ///   - time: When to look again; nil for never.
    ///   - reason: Why.
    ///   - now: The present moment.
    /// - Throws: ``NotificationError``.
    public func postpone(
        _ delivery: Delivery,
        until time: Timestamp?,
        because reason: String,
        at now: Timestamp
    ) throws(NotificationError) {
        try database.write { database in
            guard let time else {
                return try Self.supersede(
                    delivery.number,
                    on: delivery.channel.text,
                    by: reason,
                    at: now,
                    database
                )
            }
            try database.execute(
                sql: "UPDATE deliveries SET next_ms = ?, trouble = ? WHERE channel = ? AND notice = ?",
                arguments: [time.milliseconds, reason, delivery.channel.text, delivery.number]
            )
        }
    }

    private func failures(of channel: Name) throws(NotificationError) -> Int {
        try database.read { database in
            let sql = "SELECT failures FROM channels WHERE name = ?"
            return try Int.fetchOne(database, sql: sql, arguments: [channel.text]) ?? 0
        }
    }

    private static func pause(of channel: Name, _ database: Database) throws -> Timestamp {
        let sql = "SELECT paused_ms FROM channels WHERE name = ?"
        return Timestamp(milliseconds: try Int64.fetchOne(database, sql: sql, arguments: [channel.text]) ?? 0)
    }

    private static func finish(
        _ delivery: Delivery,
        _ state: Delivery.State,
        trouble: String?,
        at now: Timestamp,
        _ database: Database
    ) throws {
        try database.execute(
            sql: """
                UPDATE deliveries SET state = ?, attempts = attempts + ?, done_ms = ?, trouble = ?
                WHERE channel = ? AND notice = ?
                """,
            arguments: [
                state.rawValue, state == .sent ? 1 : 0, now.milliseconds, trouble, delivery.channel.text,
                delivery.number,
            ]
        )
        try count(state.rawValue, database.changesCount, delivery.channel.text, database)
    }

    private static func note(
        _ delivery: Delivery,
        _ trouble: String,
        refusals: Int,
        next: Timestamp,
        _ database: Database
    ) throws {
        try database.execute(
            sql: """
                UPDATE deliveries SET attempts = attempts + 1, refusals = refusals + ?, next_ms = ?, trouble = ?
                WHERE channel = ? AND notice = ?
                """,
            arguments: [refusals, next.milliseconds, trouble, delivery.channel.text, delivery.number]
        )
    }

    /// For so long a critical alert is told again.
    static let repetitionsEnd = Duration.seconds(86_400)

    private static func planRepetition(
        of delivery: Delivery,
        on channel: ChannelConfiguration,
        at now: Timestamp,
        _ database: Database
    ) throws {
        let notice = delivery.notice
        guard let interval = channel.repeatEvery, notice.isRise, notice.alert.level == .critical else { return }
        let due = now.advanced(by: interval)
        guard notice.alert.time.duration(to: due) <= repetitionsEnd,
            try isNewest(notice.alert.episode, delivery.number, database)
        else { return }
        let repeated = notice.repeated
        // Another channel may have planned it already.
        let new = try insert(repeated, known: due, database)
        let number = try new ?? number(of: repeated.id, database)
        if let number { try enqueue(number, on: channel.name, next: due, database) }
    }

    /// Whether nothing but repetitions came after a notice of an episode.
    private static func isNewest(_ episode: String, _ number: Int64, _ database: Database) throws -> Bool {
        try Bool.fetchOne(
            database,
            sql: "SELECT NOT EXISTS (SELECT 1 FROM notices WHERE episode = ? AND number > ? AND repetition = 0)",
            arguments: [episode, number]
        ) ?? true
    }

    private static func number(of id: String, _ database: Database) throws -> Int64? {
        try Int64.fetchOne(database, sql: "SELECT number FROM notices WHERE id = ?", arguments: [id])
    }
}
