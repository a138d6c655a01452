internal import Settings
internal import Store
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
    public func next(on channel: ChannelConfiguration, at now: Timestamp) throws(NotificationError) -> Step {
        try database.write { database in
            try Self.giveUp(on: channel, at: now, database)
            if channel.isBrief { try Self.overtake(on: channel.name.text, at: now, database) }
            let (first, pause) = try Self.outlook(of: channel.name, database)
            guard let first else { return .wait(until: nil) }
            guard max(first, pause) <= now else { return .wait(until: max(first, pause)) }
            return try Self.waiting(on: channel.name, dueAt: now, database).map { .send($0) } ?? .wait(until: first)
        }
    }

    /// Whether a delivery is still to be sent as it was handed out, and by this one: asked immediately before, as whoever
    /// sends may have stood still since.
    ///
    /// - Throws: ``NotificationError``, also once another worker tells.
    func isDue(_ delivery: Delivery) throws(NotificationError) -> Bool {
        // A file has one user.
        guard database.isShared else { return true }
        return try database.write { database in
            try database.value(
                """
                SELECT EXISTS (
                    SELECT 1 FROM deliveries WHERE channel = ? AND notice = ? AND state = 'waiting' AND attempts = ?)
                """,
                [delivery.channel.text, delivery.number, delivery.attempts]
            ) ?? false
        }
    }

    /// When the first that waits is due, and until when nothing is tried.
    static func outlook(of channel: Name, _ database: SQLSession) throws -> (Timestamp?, Timestamp) {
        let row = try database.row(
            """
            SELECT (SELECT min(next_ms) FROM deliveries WHERE channel = name AND state = 'waiting'), paused_ms
            FROM channels WHERE name = ?
            """,
            [channel.text]
        ) { (first: $0[0] as Int64?, pause: $0[1] as Int64) }
        return (row?.first.map(Timestamp.init(milliseconds:)), Timestamp(milliseconds: row?.pause ?? 0))
    }

    private static func giveUp(on channel: ChannelConfiguration, at now: Timestamp, _ database: SQLSession) throws {
        let sentence = "given up after \(channel.giveUpAfter.compact)"
        let failed = try database.change(
            """
            UPDATE deliveries SET state = 'failed', done_ms = ?, trouble = ? || coalesce(': ' || trouble, '')
            WHERE channel = ? AND state = 'waiting' AND notice IN (SELECT number FROM notices WHERE known_ms <= ?)
            """,
            [
                now.milliseconds, sentence, channel.name.text,
                now.advanced(by: .zero - channel.giveUpAfter).milliseconds,
            ]
        )
        try count("failed", failed, channel.name.text, database)
    }

    /// Supersedes what something newer of the same episode waits behind; a repetition is nothing new.
    private static func overtake(on channel: String, at now: Timestamp, _ database: SQLSession) throws {
        let old = try database.rows(
            """
            SELECT number FROM deliveries JOIN notices AS old ON number = notice
            WHERE channel = ?1 AND state = 'waiting' AND EXISTS
                (SELECT 1 FROM notices AS new JOIN deliveries ON notice = new.number
                WHERE channel = ?1 AND state = 'waiting' AND new.episode = old.episode
                    AND new.number > old.number AND new.repetition = 0)
            """,
            [channel]
        ) { $0[0] as Int64 }
        for number in old {
            try supersede(number, on: channel, by: "something newer of the same episode", at: now, database)
        }
    }
}
