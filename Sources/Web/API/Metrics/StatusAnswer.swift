import History
import Store
import Tracking
import Web

/// How the service is: what it stores, what it hears, what waits, and what was refused.
struct StatusAnswer: Encodable {
    /// One of the two connections to the broker.
    struct Session: Encodable {
        let connected: Bool
        let received: Int
        let published: Int
        let dropped: Int
        let reconnects: Int
        let waiting: Int

        init(_ isConnected: Bool, waiting: Int, _ counts: BusCounts) {
            (connected, self.waiting) = (isConnected, waiting)
            (received, published) = (counts.received, counts.published)
            (dropped, reconnects) = (counts.dropped, counts.reconnects)
        }
    }

    /// The connections to the broker, of what stores and of what shows.
    struct Broker: Encodable {
        let connected: Bool
        /// Since when that has been so.
        let since: String?
        let history: Session
        let console: Session
    }

    /// The database.
    struct Database: Encodable {
        /// Of the file, and of its write-ahead log; none where it is in memory.
        let bytes: Int?
        let walBytes: Int?
        /// Positions that it has taken in over its life.
        let stored: Int
        /// Messages from the broker that are being stored.
        let inHand: Int
        /// Why it refuses what is to be stored.
        let trouble: String?
    }

    /// What is to be published and is not known to be out.
    struct Outbox: Encodable {
        let waiting: Int
        let oldestS: Double?
    }

    /// The messages that were refused.
    struct Quarantine: Encodable {
        let total: Int
        let reasons: [String: Int]
    }

    let version: String
    let time: String
    let started: String
    let memoryBytes: Int?
    let streams: Int
    let broker: Broker
    let database: Database
    let outbox: Outbox
    let quarantine: Quarantine
    let notifications: [ChannelMetrics]

    /// How it is now.
    ///
    /// - Throws: ``StoreError``.
    init(_ parts: ConsoleParts) async throws {
        // Before anything waits for the batch that is being stored.
        let inHand = parts.history.messagesInHand
        let now = parts.clock.now
        (version, time, started) = (parts.configuration.version, now.description, parts.started.description)
        memoryBytes = ProcessMetrics.residentBytes
        streams = parts.feed.live.statistics.open
        let standing = await parts.history.standing
        let feed = await (parts.feed.isConnected, parts.feed.backlog, parts.feed.counts)
        let hearing = parts.feed.live.hearing
        broker = Broker(
            connected: standing.isConnected && feed.0,
            since: hearing?.isHeard == (standing.isConnected && feed.0) ? hearing?.since.description : nil,
            history: Session(standing.isConnected, waiting: standing.backlog + standing.waiting, standing.counts),
            console: Session(feed.0, waiting: feed.1, feed.2)
        )
        let metrics = StoreMetrics(store: parts.store)
        let counters = try metrics.counts()
        let size = try metrics.size()
        database = Database(
            bytes: size?.file, walBytes: size?.log, stored: counters.outcomes["stored"] ?? 0, inHand: inHand,
            trouble: standing.trouble
        )
        let waiting = try metrics.waiting(at: now)
        outbox = Outbox(waiting: waiting.count, oldestS: waiting.oldest?.inSeconds)
        quarantine = Quarantine(total: counters.refused.values.reduce(0, +), reasons: counters.refused)
        // A file that cannot be read takes nothing else away.
        notifications = (try? parts.notifications()) ?? []
    }
}
