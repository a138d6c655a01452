import Alerts
public import Messages
import Ranging
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
    var phones: PhoneChoice
    var owners: [Name: OwnerState] = [:]
    /// In the order in which they were first heard of.
    var trackers: [TrackerState] = []
    var indices: [DeviceID: Int] = [:]
    var outbox: AlertOutbox
    /// In the order in which their first fix came.
    var streams: [DeviceStream] = []
    var streamIndices: [DeviceID: Int] = [:]
    /// The fixes that have come since the last other message, to be handed on together.
    var run: [Arrival] = []
    /// The streams in which fixes wait for ones before them.
    var holding: [Int] = []
    /// Since when the service has been listening; nil before the first connection.
    var listeningSince: Timestamp?
    /// The location requests of the running batch.
    var requests: [Message] = []
    /// Where the gateways say they are; their statuses are retained, so that a restart hears them again.
    var gateways: [Name: GatewayPlace] = [:]
    /// The phones that speak over HTTP, and when each was noted to.
    var httpPhones: [DeviceID: Timestamp] = [:]
    /// How many messages came over HTTP in this life.
    var posts = 0
    /// How long fixes are kept.
    var keeping = Keeping()
    /// The trackers that the running batch has changed something of.
    var touched: [Int] = []
    /// What there is to publish besides once the running batch is committed.
    var answers: [Message] = []
    /// The trackers whose items are deleted.
    var departures: [DeviceID: Departure] = [:]
    /// How many trackers have a name.
    var namesakes: [Name: Int] = [:]
    /// How many commands were set by a plain text in this life.
    var commandsSet = 0
    /// The fixes that have been stored since they were last told, for whoever watches them.
    var newFixes: [StoredFix] = []
    /// Whether anybody does.
    var keepsNewFixes = false
    /// The alerts that have been stored since they were last told, for whoever tells people.
    var newAlerts: [AlertRow] = []
    /// Whether anybody does.
    var keepsNewAlerts = false
    /// The states that batches have led to since they were last told, as they are or would be published.
    var newStates: [Message] = []
    /// Which of them are kept.
    var keptStates = KeptStates.none
    /// The store has failed, and could not be read since.
    var mustLoad = false

    /// Which states are kept for whoever watches them in this process.
    enum KeptStates: Sendable {
        case none
        /// Those that go to the bus.
        case published
        /// Those, too, that are held back from the bus because the last one is too young.
        case all
    }

    /// An owner's way, and what belongs to that owner.
    struct OwnerState: Sendable {
        /// In the time of that life.
        private(set) var track = PositionTrack()
        var trackers: [Int] = []
        /// How fast that life runs: a rehearsed one may be played faster.
        private(set) var scale = TimeScale.real

        /// Takes in a position of its phone.
        mutating func moved(to fix: Fix) { track.insert(scale.virtual(fix)) }

        /// Begins a life that runs at another speed.
        mutating func rescale(to scale: TimeScale) {
            (self.scale, track) = (scale, PositionTrack())
        }
    }

    /// Goes on where the store stands.
    ///
    /// - Throws: ``StoreError``.
    public init(store: Store, configuration: HistoryConfiguration = HistoryConfiguration()) throws {
        self.store = store
        self.configuration = configuration
        phones = configuration.phones
        outbox = AlertOutbox(fence: configuration.topics.fence)
        try load()
    }

    /// A session stands: what an earlier life of the service, or the broker, may have left unsaid is settled first.
    public mutating func connected(at now: Timestamp) -> [Message] {
        listeningSince = now
        return [outbox.raiseFence(by: configuration.clientID, at: now), status(.online)] + farewells() + announcements()
    }

    /// Stores a batch in one transaction and answers with what there is to publish about it.
    ///
    /// - Throws: ``StoreError``; then nothing of the batch is stored, and nothing of it is remembered.
    public mutating func ingest(_ batch: [Message], at now: Timestamp) throws -> [Message] {
        try commit(at: now) { core, transaction in
            for message in batch {
                if let id = core.outbox.cameBack(message) {
                    // What came over HTTP has gone out; it is stored long since.
                    try transaction.removeOutbox(id)
                } else {
                    try core.take(message, at: now, &transaction)
                }
            }
            try core.handOn(at: now, &transaction)
        }
    }

    /// Lets time pass: levels become unknown, and what was held back to be published together is published.
    ///
    /// - Throws: ``StoreError``.
    public mutating func tick(at now: Timestamp) throws -> [Message] {
        for index in trackers.indices where trackers[index].hasNews(at: now, configuration) { touch(index) }
        let due = trackers.indices.filter { trackers[$0].watch.owesReview(at: now) }
        let orders = ordersDue(at: now)
        let silent = silentTrackers(at: now)
        guard !touched.isEmpty || !due.isEmpty || !silent.isEmpty || owesRelease(at: now) else {
            return orders
        }
        return try orders
            + commit(at: now) { core, transaction in
                try core.handOn(at: now, &transaction)
                for index in due { try core.review(index, at: now, &transaction) }
                for index in silent { try core.ask(index, at: now, &transaction) }
            }
    }

    /// Writes in one transaction, and answers with what there is to publish.
    mutating func commit(
        at now: Timestamp,
        _ body: (inout HistoryCore, inout StoreTransaction) throws -> Void
    ) throws -> [Message] {
        // A memory that is not the store's would raise alerts a second time.
        if mustLoad { try reload() }
        let unsaid = outbox
        do {
            var core = take()
            defer { self = core }
            return try store.write { transaction in
                try body(&core, &transaction)
                return try core.conclude(at: now, &transaction)
            }
        } catch {
            // What the failed batch had changed in memory is forgotten too.
            outbox = unsaid
            answers = []
            (newFixes, newAlerts, newStates) = ([], [], [])
            mustLoad = true
            try? reload()
            throw error
        }
    }

    private mutating func reload() throws {
        try load()
        mustLoad = false
    }

    /// Moves the value out, so that it is changed in place and not copied.
    private mutating func take() -> HistoryCore {
        let core = self
        (owners, trackers, indices, touched, newFixes) = ([:], [], [:], [], [])
        (streams, streamIndices, run, holding, requests, newStates) = ([], [:], [], [], [], [])
        return core
    }

    mutating func touch(_ index: Int) {
        if trackers[index].isTouched { return }
        trackers[index].isTouched = true
        touched.append(index)
    }
}
