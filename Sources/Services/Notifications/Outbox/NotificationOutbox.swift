internal import Foundation
internal import GRDB
internal import Messages
public import Tracking

/// What is to be told on which channel, and what became of it, in a file.
///
/// A row for each channel and notice is written in one transaction with the notice, and marked after the receiver has
/// taken it. So what was learnt is told after any crash; and what was told is told again only when the process died
/// between the receiver's answer and the mark.
public struct NotificationOutbox: Sendable {
    let database: OutboxDatabase

    /// Opens the outbox, and makes it when it is missing.
    public init(path: String) throws(NotificationError) {
        database = try OutboxDatabase(path: path, isReadOnly: false)
    }

    /// Opens an outbox that is there, to look into it.
    public init(reading path: String) throws(NotificationError) {
        database = try OutboxDatabase(path: path, isReadOnly: true)
    }

    /// Takes in channels that come while others are served; what of them is known already stays.
    func admit(_ channels: [ChannelConfiguration], at now: Timestamp) throws(NotificationError) {
        guard !channels.isEmpty else { return }
        try database.write { database in
            for channel in channels {
                try database.execute(
                    sql: "INSERT INTO channels (name, since_ms) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
                    arguments: [channel.name.text, now.milliseconds]
                )
            }
        }
    }

    /// Forgets a channel that is gone for good, and all that waits for it.
    func remove(_ name: Name) throws(NotificationError) {
        try database.write { try $0.execute(sql: "DELETE FROM channels WHERE name = ?", arguments: [name.text]) }
    }

    /// Takes in which channels there are: a new one hears only what comes from now on, and what waits for one that
    /// there is no more is given up.
    public func open(_ channels: [ChannelConfiguration], at now: Timestamp) throws(NotificationError) {
        try database.write { database in
            for channel in channels {
                // After a restart, which may have changed what was wrong, everything is tried at once.
                try database.execute(
                    sql: """
                        INSERT INTO channels (name, since_ms) VALUES (?, ?)
                        ON CONFLICT (name) DO UPDATE SET failures = 0, paused_ms = 0
                        """,
                    arguments: [channel.name.text, now.milliseconds]
                )
            }
            let known = try String.fetchAll(database, sql: "SELECT name FROM channels")
            for name in known where !channels.contains(where: { $0.name.text == name }) {
                // A browser that went while nobody looked does not come back under this name.
                if name.hasPrefix(PushSender.prefix) {
                    try database.execute(sql: "DELETE FROM channels WHERE name = ?", arguments: [name])
                    continue
                }
                try database.execute(
                    sql: """
                        UPDATE deliveries SET state = 'failed', done_ms = ?, trouble = ?
                        WHERE channel = ? AND state = 'waiting'
                        """,
                    arguments: [now.milliseconds, Self.channelIsGone, name]
                )
                try Self.count("failed", database.changesCount, name, database)
            }
        }
    }

    /// Why what waits for a channel that is in the file no more is given up.
    static let channelIsGone = "the channel is gone"

    /// Writes down notices for the channels that hear them.
    ///
    /// A notice that is there already is left as it is, however often it comes.
    ///
    /// - Throws: ``NotificationError``; then nothing is written.
    public func enqueue(
        _ notices: [Notice],
        for channels: [ChannelConfiguration],
        at now: Timestamp,
        given: ((Notice) -> Timestamp?)? = nil,
        mayHear: (ChannelConfiguration, Notice) throws -> Bool = { _, _ in true }
    ) throws(NotificationError) {
        try database.write { database in
            for notice in notices {
                // What was given long ago is too old to be told, whenever it is learnt.
                let known = given?(notice) ?? now
                guard let number = try Self.insert(notice, known: known, database) else { continue }
                // What is told now is newer than any repetition that still waits.
                try Self.supersedeRepetitions(of: notice, before: number, at: now, database)
                for channel in channels {
                    if given != nil, try known < Self.beginning(of: channel.name, database) { continue }
                    let knows = try Self.knows(channel.name, notice.alert.episode, database)
                    guard channel.audience.hears(notice, knowsEpisode: knows), try mayHear(channel, notice) else {
                        continue
                    }
                    try Self.enqueue(number, on: channel.name, next: now, database)
                }
            }
        }
    }

    /// Forgets everything of items that there are no more, what waits too.
    ///
    /// - Throws: ``NotificationError``, or what `isKnown` throws.
    public func purge(unless isKnown: (DeviceID) throws -> Bool) throws {
        let devices = try database.read { database in
            try Row.fetchAll(database, sql: "SELECT DISTINCT owner, tracker FROM notices").map {
                DeviceID(owner: try Name($0[0] as String), device: try Name($0[1] as String))
            }
        }
        let gone = try devices.filter { try !isKnown($0) }
        guard !gone.isEmpty else { return }
        try database.write { database in
            for device in gone {
                try database.execute(
                    sql: "DELETE FROM notices WHERE owner = ? AND tracker = ?",
                    arguments: [device.owner.text, device.device.text]
                )
                try database.execute(sql: "DELETE FROM shown WHERE device = ?", arguments: ["\(device)"])
            }
        }
        try database.checkpoint()
    }

    /// Forgets what was done before a time.
    public func prune(before time: Timestamp) throws(NotificationError) {
        try database.write { database in
            try database.execute(
                sql: """
                    DELETE FROM notices WHERE known_ms < ? AND NOT EXISTS
                        (SELECT 1 FROM deliveries WHERE notice = number AND state = 'waiting')
                    """,
                arguments: [time.milliseconds]
            )
        }
    }
}

extension NotificationOutbox {
    /// The number of a notice that is new; nil for one that is there.
    static func insert(_ notice: Notice, known: Timestamp, _ database: Database) throws -> Int64? {
        try database.execute(
            sql: """
                INSERT INTO notices (id, owner, tracker, episode, repetition, payload, low_m, high_m, known_ms)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
                """,
            arguments: [
                notice.id, notice.alert.owner.text, notice.alert.tracker.text, notice.alert.episode, notice.repetition,
                Data(notice.payload),
                notice.interval?.lowerBound, notice.interval?.upperBound, known.milliseconds,
            ]
        )
        return database.changesCount > 0 ? database.lastInsertedRowID : nil
    }

    static func enqueue(_ number: Int64, on channel: Name, next: Timestamp, _ database: Database) throws {
        try database.execute(
            sql: "INSERT INTO deliveries (channel, notice, next_ms) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            arguments: [channel.text, number, next.milliseconds]
        )
    }

    private static func supersedeRepetitions(
        of notice: Notice, before number: Int64, at now: Timestamp, _ database: Database
    ) throws {
        let repetitions = try Row.fetchAll(
            database,
            sql: """
                SELECT channel, notice FROM deliveries JOIN notices ON number = notice
                WHERE episode = ? AND number < ? AND repetition > 0 AND state = 'waiting'
                """,
            arguments: [notice.alert.episode, number]
        )
        for row in repetitions { try supersede(row[1], on: row[0], by: "something newer", at: now, database) }
    }

    static func supersede(
        _ number: Int64, on channel: String, by reason: String, at now: Timestamp, _ database: Database
    ) throws {
        try database.execute(
            sql: """
                UPDATE deliveries SET state = 'superseded', done_ms = ?, trouble = ?
                WHERE channel = ? AND notice = ? AND state = 'waiting'
                """,
            arguments: [now.milliseconds, reason, channel, number]
        )
        try count("superseded", database.changesCount, channel, database)
    }

    static func count(_ column: String, _ number: Int, _ channel: String, _ database: Database) throws {
        guard number > 0 else { return }
        try database.execute(
            sql: "UPDATE channels SET \(column) = \(column) + ? WHERE name = ?", arguments: [number, channel]
        )
    }

    private static func beginning(of channel: Name, _ database: Database) throws -> Timestamp {
        let since = try Int64.fetchOne(
            database, sql: "SELECT since_ms FROM channels WHERE name = ?", arguments: [channel.text]
        )
        return Timestamp(milliseconds: since ?? 0)
    }

    private static func knows(_ channel: Name, _ episode: String, _ database: Database) throws -> Bool {
        try Bool.fetchOne(
            database,
            sql: """
                SELECT EXISTS (SELECT 1 FROM notices JOIN deliveries ON notice = number
                    WHERE episode = ? AND channel = ?)
                """,
            arguments: [episode, channel.text]
        ) ?? false
    }
}
