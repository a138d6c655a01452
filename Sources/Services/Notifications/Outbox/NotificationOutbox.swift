internal import Foundation
internal import Messages
public import Store
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

    /// Opens the outbox that workers share beside their history, as the one of them who tells: nothing is written any more
    /// once another one has taken that over.
    public init(besideHistory path: String, for claim: PartitionClaim) throws(NotificationError) {
        database = try OutboxDatabase(path: path, isReadOnly: false, for: claim)
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
                    "INSERT INTO channels (name, since_ms) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
                    [channel.name.text, now.milliseconds]
                )
            }
        }
    }

    /// Forgets a channel that is gone for good, and all that waits for it.
    func remove(_ name: Name) throws(NotificationError) {
        try database.write { try $0.execute("DELETE FROM channels WHERE name = ?", [name.text]) }
    }

    /// Takes in which channels there are: a new one hears only what comes from now on, and what waits for one that
    /// there is no more is given up.
    public func open(_ channels: [ChannelConfiguration], at now: Timestamp) throws(NotificationError) {
        try database.write { database in
            for channel in channels {
                // After a restart, which may have changed what was wrong, everything is tried at once.
                try database.execute(
                    """
                    INSERT INTO channels (name, since_ms) VALUES (?, ?)
                    ON CONFLICT (name) DO UPDATE SET failures = 0, paused_ms = 0
                    """,
                    [channel.name.text, now.milliseconds]
                )
            }
            let known = try database.rows("SELECT name FROM channels") { $0[0] as String }
            for name in known where !channels.contains(where: { $0.name.text == name }) {
                // A browser that went while nobody looked does not come back under this name.
                if name.hasPrefix(PushSender.prefix) {
                    try database.execute("DELETE FROM channels WHERE name = ?", [name])
                    continue
                }
                let failed = try database.change(
                    """
                    UPDATE deliveries SET state = 'failed', done_ms = ?, trouble = ?
                    WHERE channel = ? AND state = 'waiting'
                    """,
                    [now.milliseconds, Self.channelIsGone, name]
                )
                try Self.count("failed", failed, name, database)
            }
        }
    }

    /// Why what waits for a channel that is in the file no more is given up.
    static let channelIsGone = "the channel is gone"

    /// Writes down notices for the channels that hear them.
    ///
    /// A notice that is there already is left as it is, however often it comes.
    ///
    /// - Returns: The channels that have something to send now.
    /// - Throws: ``NotificationError``; then nothing is written.
    @discardableResult
    public func enqueue(
        _ notices: [Notice],
        for channels: [ChannelConfiguration],
        at now: Timestamp,
        given: ((Notice) -> Timestamp?)? = nil,
        mayHear: (ChannelConfiguration, Notice) throws -> Bool = { _, _ in true }
    ) throws(NotificationError) -> Set<Name> {
        try database.write { database in
            var telling: Set<Name> = []
            for notice in notices {
                // What was given long ago is too old to be told, whenever it is learnt.
                let known = given?(notice) ?? now
                guard let number = try Self.insert(notice, known: known, database) else { continue }
                // What is told now is newer than any repetition that still waits.
                try Self.supersedeRepetitions(of: notice, before: number, at: now, database)
                if notice.isAnswer {
                    let brief = Set(channels.lazy.filter(\.isBrief).map(\.name.text))
                    try Self.drop(whatWaitsBefore: number, notice, on: brief, at: now, database)
                }
                for channel in channels {
                    guard !notice.isAnswer || channel.hearsAnswers else { continue }
                    // Who is told of a beginning does not depend on it.
                    let knows = try !notice.isRise && Self.knows(channel.name, notice.alert.episode, database)
                    guard channel.audience.hears(notice, knowsEpisode: knows), try mayHear(channel, notice),
                        try given == nil || known >= Self.beginning(of: channel.name, database)
                    else { continue }
                    try Self.enqueue(number, on: channel.name, next: now, database)
                    telling.insert(channel.name)
                }
            }
            return telling
        }
    }

    /// Forgets everything of items that there are no more, and of the reminders of owners of whom nothing is kept, what
    /// waits too.
    ///
    /// - Throws: ``NotificationError``, or what `isKnown` or `hasReminders` throw.
    public func purge(
        unless isKnown: (DeviceID) throws -> Bool, orReminders hasReminders: (Name) throws -> Bool = { _ in true }
    ) throws {
        let devices = try database.read { database in
            try database.rows("SELECT DISTINCT owner, tracker FROM notices WHERE NOT \(Self.isOfReminder)") {
                DeviceID(owner: try Name($0[0] as String), device: try Name($0[1] as String))
            }
        }
        let owners = try database.read { database in
            try database.rows("SELECT DISTINCT owner FROM notices WHERE \(Self.isOfReminder)") {
                try Name($0[0] as String)
            }
        }
        let gone = try devices.filter { try !isKnown($0) }
        let erased = try owners.filter { try !hasReminders($0) }
        guard !gone.isEmpty || !erased.isEmpty else { return }
        try database.write { database in
            for device in gone { try Self.remove(device, database) }
            for owner in erased { try Self.removeReminders(of: owner, database) }
        }
        try database.checkpoint()
    }

    /// Forgets what was done before a time, but for what was told last of a reminder that is shown still: without it nobody
    /// would know whether that is to be taken back, nor what its buttons answer.
    public func prune(before time: Timestamp) throws(NotificationError) {
        try database.write { database in
            try database.execute(
                """
                DELETE FROM notices WHERE known_ms < ? AND NOT EXISTS
                    (SELECT 1 FROM deliveries WHERE notice = number AND state = 'waiting')
                AND NOT EXISTS
                    (SELECT 1 FROM shown JOIN deliveries ON deliveries.channel = shown.channel
                    WHERE device = episode AND notice = notices.number AND state = 'sent' AND NOT EXISTS
                        (SELECT 1 FROM notices AS newer JOIN deliveries AS later ON later.notice = newer.number
                        WHERE newer.episode = notices.episode AND newer.number > notices.number
                            AND later.channel = shown.channel AND later.state = 'sent'))
                """,
                [time.milliseconds]
            )
        }
    }
}

extension NotificationOutbox {
    /// The number of a notice that is new; nil for one that is there.
    static func insert(_ notice: Notice, known: Timestamp, _ database: SQLSession) throws -> Int64? {
        try database.row(
            """
            INSERT INTO notices (id, owner, tracker, episode, repetition, payload, low_m, high_m, known_ms)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING number
            """,
            [
                notice.id, notice.alert.owner.text, notice.alert.tracker.text, notice.alert.episode, notice.repetition,
                notice.payload,
                notice.interval?.lowerBound, notice.interval?.upperBound, known.milliseconds,
            ]
        ) { $0[0] as Int64 }
    }

    static func enqueue(_ number: Int64, on channel: Name, next: Timestamp, _ database: SQLSession) throws {
        try database.execute(
            "INSERT INTO deliveries (channel, notice, next_ms) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            [channel.text, number, next.milliseconds]
        )
    }

    private static func supersedeRepetitions(
        of notice: Notice, before number: Int64, at now: Timestamp, _ database: SQLSession
    ) throws {
        let repetitions = try database.rows(
            """
            SELECT channel, notice FROM deliveries JOIN notices ON number = notice
            WHERE episode = ? AND number < ? AND repetition > 0 AND state = 'waiting'
            """,
            [notice.alert.episode, number]
        ) { (channel: $0[0] as String, number: $0[1] as Int64) }
        for one in repetitions {
            try supersede(one.number, on: one.channel, by: "something newer", at: now, database)
        }
    }

    /// Drops what waits on some channels of a reminder that somebody has answered meanwhile.
    private static func drop(
        whatWaitsBefore number: Int64, _ answer: Notice, on channels: Set<String>, at now: Timestamp,
        _ database: SQLSession
    ) throws {
        let waiting = try database.rows(
            """
            SELECT channel, notice FROM deliveries JOIN notices ON number = notice
            WHERE episode = ? AND number < ? AND state = 'waiting'
            """,
            [answer.alert.episode, number]
        ) { (channel: $0[0] as String, number: $0[1] as Int64) }
        let reason = answer.reminder?.event.rawValue ?? "answered"
        for one in waiting where channels.contains(one.channel) {
            try supersede(one.number, on: one.channel, by: reason, at: now, database)
        }
    }

    static func supersede(
        _ number: Int64, on channel: String, by reason: String, at now: Timestamp, _ database: SQLSession
    ) throws {
        let superseded = try database.change(
            """
            UPDATE deliveries SET state = 'superseded', done_ms = ?, trouble = ?
            WHERE channel = ? AND notice = ? AND state = 'waiting'
            """,
            [now.milliseconds, reason, channel, number]
        )
        try count("superseded", superseded, channel, database)
    }

    static func count(_ column: String, _ number: Int, _ channel: String, _ database: SQLSession) throws {
        guard number > 0 else { return }
        try database.execute(
            "UPDATE channels SET \(column) = \(column) + ? WHERE name = ?", [number, channel]
        )
    }

    private static func beginning(of channel: Name, _ database: SQLSession) throws -> Timestamp {
        let since: Int64? = try database.value(
            "SELECT since_ms FROM channels WHERE name = ?", [channel.text]
        )
        return Timestamp(milliseconds: since ?? 0)
    }

    private static func knows(_ channel: Name, _ episode: String, _ database: SQLSession) throws -> Bool {
        try database.value(
            """
            SELECT EXISTS (SELECT 1 FROM notices JOIN deliveries ON notice = number
                WHERE episode = ? AND channel = ?)
            """,
            [episode, channel.text]
        ) ?? false
    }
}
