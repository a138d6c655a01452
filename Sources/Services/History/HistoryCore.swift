public import Messages
public import Store
public import Tracking

/// The history service without its bus: batches of messages in, messages to publish out; in between everything is in
/// the store.
///
/// What it publishes follows from what has been committed. So a process killed at any moment goes on where the store
/// says, and whatever had not been committed has not been acknowledged either.
public struct HistoryCore: Sendable {
    public let configuration: HistoryConfiguration
    let store: Store
    /// Changed by batches, and by what needs no transaction.
    var parts: HistoryParts
    var outbox: AlertOutbox
    /// What there is to tell those who follow the service in this process, since they were last told.
    var news = HistoryNews()
    /// What of it somebody wants to hear.
    var wanted: HistoryNews.Kinds = []
    /// Since when the service has been listening; nil before the first connection.
    private var listeningSince: Timestamp?
    /// The store has failed, and could not be read since.
    var mustLoad = false

    /// Goes on where the store stands.
    ///
    /// - Throws: ``StoreError``.
    public init(store: Store, configuration: HistoryConfiguration = HistoryConfiguration()) throws {
        self.store = store
        self.configuration = configuration
        parts = HistoryParts(configuration)
        outbox = AlertOutbox(fence: configuration.topics.fence)
        try load()
    }

    /// A session stands: what an earlier life of the service, or the broker, may have left unsaid is settled first.
    public mutating func connected(at now: Timestamp) -> [Message] {
        listeningSince = now
        let fence = outbox.raiseFence(by: configuration.clientID, at: now)
        return [fence, configuration.status(.online)] + parts.departures.farewells(parts.watches)
            + parts.watches.announcements()
    }

    /// Stores a batch in one transaction and answers with what there is to publish about it.
    ///
    /// - Throws: ``StoreError``; then nothing of the batch is stored, and nothing of it is remembered.
    public mutating func ingest(_ messages: [Message], at now: Timestamp) throws -> [Message] {
        try commit(at: now) { parts, batch in
            for message in messages {
                // What came over HTTP and has gone out is stored long since.
                if try !batch.postCameBack(message) { try parts.receive(message, &batch) }
            }
            try parts.positions.handOn(to: &parts.watches, &batch)
        }
    }

    /// Lets time pass: levels become unknown, and what was held back to be published together is published.
    ///
    /// - Throws: ``StoreError``.
    public mutating func tick(at now: Timestamp) throws -> [Message] {
        parts.watches.touchNews(at: now)
        let due = trackers.indices.filter { trackers[$0].watch.owesReview(at: now) }
        let orders = parts.departures.ordersDue(at: now)
        let silent = parts.watches.silent(at: now, listeningSince: listeningSince)
        let isBusy = !parts.watches.touched.isEmpty || parts.positions.owesRelease(at: now)
        guard isBusy || !due.isEmpty || !silent.isEmpty else { return orders }
        return try orders
            + commit(at: now) { parts, batch in
                try parts.positions.handOn(to: &parts.watches, &batch)
                for index in due { try parts.watches.review(index, &batch) }
                for index in silent { try parts.watches.ask(index, &batch) }
            }
    }

    /// Writes in one transaction, and answers with what there is to publish.
    mutating func commit(
        at now: Timestamp,
        _ body: (inout HistoryParts, inout Batch) throws -> Void
    ) throws -> [Message] {
        // A memory that is not the store's would raise alerts a second time.
        if mustLoad { try load() }
        do {
            let (messages, left) = try store.write { transaction in
                var batch = Batch(now: now, transaction: transaction, outbox: outbox, news: news.take(), wanted: wanted)
                // The transaction goes back to the store, whatever becomes of it.
                let messages = Result {
                    try body(&parts, &batch)
                    return try parts.watches.conclude(&batch) + batch.takeMessages()
                }
                let left = (outbox: batch.outbox, news: batch.news)
                transaction = batch.transaction
                return (try messages.get(), left)
            }
            outbox = left.outbox
            news = left.news
            return messages
        } catch {
            // What the failed batch had changed in memory is forgotten too.
            mustLoad = true
            try? load()
            throw error
        }
    }

    /// Reads from the store what there was before, unsaid alerts too.
    private mutating func load() throws {
        try parts.load(from: store)
        try store.write { try $0.removeSent() }
        outbox.restore(
            try store.pendingOutbox().map {
                ($0.id, Message(topic: $0.topic, payload: $0.payload, retained: $0.retained))
            },
            comeBackWhole: { $0.hasPrefix(configuration.topics.positions + "/") }
        )
        mustLoad = false
    }
}
