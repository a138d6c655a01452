internal import Messages
internal import Store
public import Tracking

extension NotificationOutbox {
    /// Notes that the receiver has it, and plans the repetition.
    public func sent(
        _ delivery: Delivery, on channel: ChannelConfiguration, at now: Timestamp
    ) throws(NotificationError) {
        try database.write { database in
            try Self.finish(delivery, .sent, trouble: nil, at: now, database)
            try database.execute(
                "UPDATE channels SET failures = 0, paused_ms = 0 WHERE name = ?", [channel.name.text]
            )
            try Self.planRepetition(of: delivery, on: channel, at: now, database)
        }
    }

    /// Notes why something did not go out, and when it, or everything on the channel, is tried again: returns how long
    /// until then, nil for never.
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
                try Self.record(delivery, sentence, refusals: 1, next: now.advanced(by: delay), database)
            }
            return delay
        case .unreachable(let sentence, let least):
            let failures = try failures(of: channel.name) + 1
            let delay = max(least ?? .zero, schedule.delay(after: failures, using: &generator))
            try database.write { database in
                try Self.record(delivery, sentence, refusals: 0, next: now, database)
                try database.execute(
                    "UPDATE channels SET failures = ?, paused_ms = ? WHERE name = ?",
                    [failures, now.advanced(by: delay).milliseconds, channel.name.text]
                )
            }
            return delay
        }
    }

    /// Puts a repetition off until another look, or drops it without one.
    public func postpone(
        _ delivery: Delivery, until time: Timestamp?, because reason: String, at now: Timestamp
    ) throws(NotificationError) {
        try database.write { database in
            guard try Self.isKept(delivery, database) else { return }
            guard let time else {
                return try Self.supersede(delivery.number, on: delivery.channel.text, by: reason, at: now, database)
            }
            try database.execute(
                "UPDATE deliveries SET next_ms = ?, trouble = ? WHERE channel = ? AND notice = ?",
                [time.milliseconds, reason, delivery.channel.text, delivery.number]
            )
        }
    }

    private func failures(of channel: Name) throws(NotificationError) -> Int {
        try database.read { database in
            let sql = "SELECT failures FROM channels WHERE name = ?"
            return try database.value(sql, [channel.text]) ?? 0
        }
    }

    /// Whether what was being sent is kept still: of an item that was deleted meanwhile it is not, and a later notice may have
    /// its number.
    private static func isKept(_ delivery: Delivery, _ database: SQLSession) throws -> Bool {
        try number(of: delivery.notice.id, database) == delivery.number
    }

    private static func finish(
        _ delivery: Delivery, _ state: Delivery.State, trouble: String?, at now: Timestamp, _ database: SQLSession
    ) throws {
        guard try isKept(delivery, database) else { return }
        let finished = try database.change(
            """
            UPDATE deliveries SET state = ?, attempts = attempts + ?, done_ms = ?, trouble = ?
            WHERE channel = ? AND notice = ?
            """,
            [
                state.rawValue, state == .sent ? 1 : 0, now.milliseconds, trouble, delivery.channel.text,
                delivery.number,
            ]
        )
        try count(state.rawValue, finished, delivery.channel.text, database)
    }

    private static func record(
        _ delivery: Delivery, _ trouble: String, refusals: Int, next: Timestamp, _ database: SQLSession
    ) throws {
        guard try isKept(delivery, database) else { return }
        try database.execute(
            """
            UPDATE deliveries SET attempts = attempts + 1, refusals = refusals + ?, next_ms = ?, trouble = ?
            WHERE channel = ? AND notice = ?
            """,
            [refusals, next.milliseconds, trouble, delivery.channel.text, delivery.number]
        )
    }

    /// For so long a critical alert is told again.
    static let repetitionsEnd = Duration.seconds(86_400)

    private static func planRepetition(
        of delivery: Delivery, on channel: ChannelConfiguration, at now: Timestamp, _ database: SQLSession
    ) throws {
        let notice = delivery.notice
        // Nobody can acknowledge an unknown tag, who has marked an item knows that, and a reminder is told anew by itself.
        guard let interval = channel.repeatEvery, notice.isRise, notice.alert.level == .critical, notice.isOfLevel
        else { return }
        let due = now.advanced(by: interval)
        guard notice.alert.time.duration(to: due) <= repetitionsEnd,
            try isKept(delivery, database), try isNewest(notice.alert.episode, delivery.number, database)
        else { return }
        let repeated = notice.repeated
        // Another channel may have planned it already.
        let new = try insert(repeated, known: due, database)
        let number = try new ?? number(of: repeated.id, database)
        if let number { try enqueue(number, on: channel.name, next: due, database) }
    }

    /// Whether nothing but repetitions came after a notice of an episode.
    private static func isNewest(_ episode: String, _ number: Int64, _ database: SQLSession) throws -> Bool {
        try database.value(
            "SELECT NOT EXISTS (SELECT 1 FROM notices WHERE episode = ? AND number > ? AND repetition = 0)",
            [episode, number]
        ) ?? true
    }

    private static func number(of id: String, _ database: SQLSession) throws -> Int64? {
        try database.value("SELECT number FROM notices WHERE id = ?", [id])
    }
}
