internal import GRDB
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

    /// When the first that waits is due, and until when nothing is tried.
    static func outlook(of channel: Name, _ database: Database) throws -> (Timestamp?, Timestamp) {
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT (SELECT min(next_ms) FROM deliveries WHERE channel = name AND state = 'waiting'), paused_ms
                FROM channels WHERE name = ?
                """,
            arguments: [channel.text]
        )
        let first: Int64? = row?[0]
        return (first.map(Timestamp.init(milliseconds:)), Timestamp(milliseconds: row?[1] ?? 0))
    }

    private static func giveUp(on channel: ChannelConfiguration, at now: Timestamp, _ database: Database) throws {
        let sentence = "given up after \(channel.giveUpAfter.compact)"
        try database.execute(
            sql: """
                UPDATE deliveries SET state = 'failed', done_ms = ?, trouble = ? || coalesce(': ' || trouble, '')
                WHERE channel = ? AND state = 'waiting' AND notice IN (SELECT number FROM notices WHERE known_ms <= ?)
                """,
            arguments: [
                now.milliseconds, sentence, channel.name.text,
                now.advanced(by: .zero - channel.giveUpAfter).milliseconds,
            ]
        )
        try count("failed", database.changesCount, channel.name.text, database)
    }

    /// Supersedes what something newer of the same episode waits behind; a repetition is nothing new.
    private static func overtake(on channel: String, at now: Timestamp, _ database: Database) throws {
        let old = try Int64.fetchAll(
            database,
            sql: """
                SELECT number FROM deliveries JOIN notices AS old ON number = notice
                WHERE channel = :channel AND state = 'waiting' AND EXISTS
                    (SELECT 1 FROM notices AS new JOIN deliveries ON notice = new.number
                    WHERE channel = :channel AND state = 'waiting' AND new.episode = old.episode
                        AND new.number > old.number AND new.repetition = 0)
                """,
            arguments: ["channel": channel]
        )
        for number in old {
            try supersede(number, on: channel, by: "something newer of the same episode", at: now, database)
        }
    }
}
