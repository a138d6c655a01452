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
    /// How many messages wait for the broker: what is long, and can wait, waits for these.
    var waiting: Int {
        get { parts.watches.pace.waiting }
        set { parts.watches.pace.waiting = newValue }
    }
    /// Since when the service has been listening; nil before the first connection.
    private var listeningSince: Timestamp?
    /// The store has failed, and could not be read since.
    var mustLoad = false
    /// Whether those whom it concerns do not know yet which calendars people have connected.
    var calendarsHaveChanged = true

    /// Goes on where the store stands.
    ///
    /// - Throws: ``StoreError``.
    public init(store: Store, configuration: HistoryConfiguration = HistoryConfiguration()) throws {
        self.store = store
        self.configuration = configuration
        parts = HistoryParts(configuration)
        outbox = AlertOutbox(fence: configuration.fence)
        try load()
    }

    /// A session stands: what an earlier life of the service, or the broker, may have left unsaid is settled first.
    ///
    /// One that is not `resumed` is all that the broker knows of the service: it may have forgotten what it kept, too.
    public mutating func connected(at now: Timestamp, resumed: Bool = true) -> [Message] {
        listeningSince = now
        if !resumed { parts.watches.tellStatesAnew() }
        let fence = outbox.raiseFence(by: configuration.clientID, at: now)
        parts.watches.announcer.hold()
        // Behind the fence, so that what was published before is not published again for what it brings.
        let marker = parts.custody?.begin(at: now)
        // What is kept of reminders comes behind the subscriptions, which is what of it the broker had before.
        let reminders = parts.reminding.connect(parts.watches, resumed: resumed, at: now)
        return [fence] + (marker.map { [$0] } ?? []) + parts.status.begin(at: now) + reminders
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

    /// What whoever runs the service should know, since it was asked last: one sentence each.
    public mutating func takeNotices() -> [String] { parts.watches.gateways.takeNotices() }

    /// Lets time pass: levels become unknown, and what was held back to be published together is published.
    ///
    /// - Throws: ``StoreError``.
    public mutating func tick(at now: Timestamp) throws -> [Message] {
        parts.watches.touchNews(at: now)
        let due = whole(parts.watches.due(at: now))
        let orders = parts.departures.ordersDue(at: now) + (parts.custody?.measure(at: now) ?? [])
        let silent = whole(parts.watches.silent(at: now, listeningSince: listeningSince))
        let isBusy =
            !parts.watches.touched.isEmpty || parts.positions.owesRelease(at: now) || parts.reminding.isDue(at: now)
        guard isBusy || !due.isEmpty || !silent.isEmpty else {
            return orders + parts.status.correction(at: now)
        }
        let messages = try commit(at: now) { parts, batch in
            try parts.positions.handOn(to: &parts.watches, &batch)
            for index in due { try parts.watches.review(index, &batch) }
            for index in silent { try parts.watches.ask(index, &batch) }
        }
        return orders + messages + parts.status.correction(at: now)
    }

    /// Lets go of the memory that only a batch needs, until there is one again; for who runs many of these.
    public mutating func rest() {
        parts.positions.rest()
        parts.watches.rest()
    }

    /// Those of some trackers of which nothing waits until what is older is there.
    private func whole(_ trackers: [Int]) -> [Int] {
        guard let custody = parts.custody, custody.awaitsOlder else { return trackers }
        return trackers.filter { !custody.isArriving(parts.watches.trackers[$0].watch.device.owner) }
    }

    /// Writes in one transaction, and answers with what there is to publish.
    mutating func commit(
        at now: Timestamp, _ body: (inout HistoryParts, inout Batch) throws -> Void
    ) throws -> [Message] {
        try reloadIfNeeded()
        let (announcer, reminders) = (parts.watches.announcer, parts.reminding.announcer)
        do {
            let (messages, left) = try store.write { transaction in
                var batch = Batch(
                    now: now, transaction: transaction, outbox: outbox, news: news.drain(), wanted: wanted
                )
                // The transaction goes back to the store, whatever becomes of it.
                let messages = Result {
                    try body(&parts, &batch)
                    try parts.remind(&batch)
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
            (parts.watches.announcer, parts.reminding.announcer) = (announcer, reminders)
            try? load()
            throw error
        }
    }

    /// Reads everything again after the store has failed: a memory that is not the store's would raise alerts a second
    /// time.
    mutating func reloadIfNeeded() throws {
        if mustLoad { try load() }
    }

    /// Reads from the store what there was before, unsaid alerts too.
    private mutating func load() throws {
        try parts.load(from: store)
        try store.write { try $0.removeSent() }
        // Of an owner who is arriving the former partition may know what has gone out.
        let pending = try store.pendingOutbox().filter { parts.custody?.isArriving($0.device.owner) != true }
        outbox.restore(
            pending.map { ($0.id, $0.message) },
            comeBackWhole: { $0.hasPrefix(configuration.topics.positions + "/") }
        )
        let unsent = try store.unsentReminderEvents().filter { parts.custody?.isArriving($0.owner) != true }
        outbox.resume(unsent, on: configuration.topics)
        mustLoad = false
    }
}

/// What waits in the history service at a moment.
public struct HistoryQueues: Hashable, Sendable {
    /// Fixes that wait for ones that their tracker sent before them.
    public var held = 0
    /// Trackers that were asked where they are, and have not answered.
    public var asked = 0
    /// Items that are deleted, and whose trackers have not been told.
    public var departures = 0
    /// Trackers of which something is wanted that they have not taken up.
    public var wishes = 0

    public init() {}
}

extension HistoryQueues {
    /// Adds what waits elsewhere.
    public static func += (all: inout Self, more: Self) {
        all.held += more.held
        all.asked += more.asked
        all.departures += more.departures
        all.wishes += more.wishes
    }
}

extension ItemCensus {
    /// Adds items of elsewhere.
    public static func += (all: inout Self, more: Self) {
        all.levels.merge(more.levels, uniquingKeysWith: +)
        all.ages.merge(more.ages) { zip($0, $1).map(+) }
    }
}

extension HistoryCore {
    /// Counts what waits.
    public var queues: HistoryQueues {
        var queues = HistoryQueues()
        queues.held = parts.positions.held
        for tracker in trackers {
            if tracker.requests.unanswered != nil { queues.asked += 1 }
            if let wanted = tracker.desired, wanted.version > tracker.reported?.version ?? 0 { queues.wishes += 1 }
        }
        queues.departures = parts.departures.count
        return queues
    }
}

/// How many items there are of each level, and since when they have been located.
public struct ItemCensus: Hashable, Sendable {
    public var levels: [Level: Int] = [:]
    /// By level, for each of ``ages`` how many items have a fix that is not older.
    public var ages: [Level: [Int]] = [:]

    public init() {}

    /// A minute, ten minutes, an hour, a day.
    public static let ages: [Duration] = [.seconds(60), .seconds(600), .seconds(3600), .seconds(86_400)]
}

extension HistoryCore {
    /// Counts the items as they are now.
    public func census(at now: Timestamp) -> ItemCensus {
        var census = ItemCensus()
        for tracker in trackers {
            let level = tracker.watch.level(at: now)
            census.levels[level, default: 0] += 1
            guard let age = tracker.watch.lastFix?.time.duration(to: now) else { continue }
            for (index, limit) in ItemCensus.ages.enumerated() where age <= limit {
                census.ages[level, default: Array(repeating: 0, count: ItemCensus.ages.count)][index] += 1
            }
        }
        return census
    }
}

extension HistoryCore {
    /// Stores fixes of a device that come out of files, and goes on as if they had always been there.
    ///
    /// No level changes by them and no alert is raised, as after a restart: a newer fix becomes the last one, and what
    /// follows from it is told by the next one that arrives.
    ///
    /// - Throws: What the body throws, or ``StoreError``; then nothing is stored.
    public mutating func takeRecorded<Value>(
        of device: DeviceID,
        at now: Timestamp,
        _ body: (inout StoreTransaction, _ keptSince: Timestamp?) throws -> Value
    ) throws -> (value: Value, messages: [Message]) {
        // Nothing in memory changes before the commit, so that a file that is refused leaves no trace.
        let start = parts.retention.start(of: device, at: now)
        let value = try store.write { try body(&$0, start) }
        do {
            let row = try store.device(device)
            if let row { try parts.positions.adoptRecorded(row, from: store, &parts.watches) }
            return (value, try commit(at: now) { _, _ in })
        } catch {
            // They are stored: whoever comes next reads everything again.
            mustLoad = true
            return (value, [])
        }
    }
}
