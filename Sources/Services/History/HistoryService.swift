public import Logging
public import Messages
public import Reminders
public import ServiceLifecycle
public import Store
import Synchronization
import Threads
public import Tracking

/// The history service on a bus: stores what arrives, and publishes what follows from it.
///
/// It works on a thread of its own, from the moment on that the bus hands over a batch: however busy the rest of the
/// process keeps the threads that tasks share, what comes is stored.
public actor HistoryService: Service {
    private let thread: PollThread
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    private var core: HistoryCore
    private let connect: @Sendable (BusSession) throws -> any Bus
    private let clock: any UTCClock
    private let logger: Logger
    /// The session of this moment.
    private var bus: (any Bus)?
    private var isConnected = false
    /// What is to be published behind what is being published.
    private var unsaid: [Message] = []
    private var isPublishing = false
    private var listeners: [(wants: @Sendable () -> HistoryNews.Kinds, hear: @Sendable (HistoryNews) -> Void)] = []
    /// Hears what reminders need from elsewhere.
    private var needsListener: (@Sendable (_ all: Set<Need>, _ untaught: Set<Need>) -> Void)?
    /// Hears which calendars people have connected.
    private var calendarsListener: (@Sendable ([CalendarRow]) -> Void)?
    /// Seconds until the next attempt after the store has failed.
    private var pause = HistoryService.shortestPause

    private static let shortestPause = 1
    private static let longestPause = 10
    /// What is wrong with the store at this moment, as it was said once.
    private var trouble: String?
    /// How many ticks in a row have gone well since one of them ran into it; nil when it was a batch that did.
    private var calmTicks: Int?
    /// So many ticks, of a second each, that go well are the end of what a tick ran into.
    private static let calm = 10
    /// How often it has looked for what has been kept long enough.
    private var sweeps = 0
    private var settling = LogSettling()
    /// What went over the sessions before this one.
    private var pastCounts = BusCounts()
    /// Messages taken from the broker that are being stored.
    private let inHand = Mutex(0)
    private let pulse = Mutex(Pulse())

    /// A service that goes on where the store of its core stands; `unsaid` is what its core has to publish already.
    ///
    /// `connect` makes a client of ``HistoryConfiguration/session``, which runs once; it is called again after the
    /// store has failed.
    ///
    /// - Throws: `NoDescriptor` when the process has none left for the thread's bell.
    public init(
        core: HistoryCore,
        unsaid: [Message] = [],
        clock: any UTCClock,
        logger: Logger,
        connect: @escaping @Sendable () throws -> any Bus
    ) throws {
        try self.init(core: core, unsaid: unsaid, clock: clock, logger: logger) { _ in try connect() }
    }

    /// The same where the session is another one each time, as owners come and go.
    ///
    /// - Throws: `NoDescriptor` when the process has none left for the thread's bell.
    public init(
        core: HistoryCore,
        unsaid: [Message] = [],
        clock: any UTCClock,
        logger: Logger,
        sessions connect: @escaping @Sendable (BusSession) throws -> any Bus
    ) throws {
        thread = try PollThread(isPreferred: true)
        (self.core, self.unsaid) = (core, unsaid)
        self.clock = clock
        self.logger = logger
        self.connect = connect
        thread.start { PollThread.Wait(descriptors: [], timeout: -1) }
    }

    deinit { thread.start { nil } }

    /// Runs until it is shut down.
    ///
    /// When the store refuses a batch, nothing of it is acknowledged, and the broker sends it again later.
    public func run() async throws {
        // For those who copy the file while something else still reads it; the next start is as well off without. Also
        // where it is cancelled: whichever task hears of that first may end the group with an error.
        defer { _ = try? core.store.settle() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.tick() }
            group.addTask { try await self.listen() }
            group.addTask { try await self.sweep() }
            try await group.next()
            // A clean goodbye has the broker forget the will.
            if isConnected, core.configuration.tellsStatus { await publish([core.configuration.status(.offline)]) }
            group.cancelAll()
        }
    }

    private func listen() async throws {
        var hasFailed = false
        while !Task.isCancelled {
            do {
                // As after a restart: what the lost session had still to publish is in the store.
                if hasFailed { core = try HistoryCore(store: core.store, configuration: core.configuration) }
                let bus = try connect(core.session)
                self.bus = bus
                // Apart, so that a shutdown leaves it up for the last words.
                let session = Task.detached(executorPreference: thread) { try await self.hold(bus) }
                return try await withTaskCancellationHandler {
                    try await session.value
                } onCancel: {
                    session.cancel()
                }
            } catch let error as StoreError where error.reason != .fenced {
                (hasFailed, calmTicks) = (true, nil)
                pastCounts = counts
                (bus, isConnected, unsaid) = (nil, false, [])
                complain(of: error)
                try await rest(for: .seconds(pause))
                pause = min(Self.longestPause, pause * 2)
            }
        }
    }

    /// Runs a session here, by a task that does not leave the thread of the service: what it hands over makes no detour.
    private func hold(_ bus: any Bus) async throws { try await bus.run { event in try await self.handle(event) } }

    /// Says what is wrong with the store once, however often it is tried.
    private func complain(of error: any Error) {
        guard trouble != "\(error)" else { return }
        trouble = "\(error)"
        logger.error("\(error); nothing is lost, trying again until it works")
    }

    private func recover() {
        pause = Self.shortestPause
        calmTicks = nil
        guard trouble != nil else { return }
        trouble = nil
        logger.info("the database is written again")
    }

    private func handle(_ event: BusEvent) async throws {
        switch event {
        case .connected(let resumed):
            isConnected = true
            logger.info("connected to the broker")
            await publish(core.connected(at: clock.now, resumed: resumed))
        case .received(let batch):
            inHand.withLock { $0 = batch.count }
            defer { inHand.withLock { $0 = 0 } }
            let heardKept = core.hearsDiscovery
            let messages = try change { try $0.ingest(batch, at: clock.now) }
            // From here on that would be our own words, a page for each item.
            if heardKept, !core.hearsDiscovery {
                for filter in core.discoveryFilters { bus?.unsubscribe(filter) }
            }
            for filter in core.takeUnwanted() { bus?.unsubscribe(filter) }
            recover()
            for notice in core.takeNotices() { logger.warning("\(notice)") }
            await publish(messages)
        case .disconnected(let reason):
            isConnected = false
            logger.warning("\(reason); trying again until it works")
        }
    }

    /// Runs an errand on the core between two batches, at the time it is given, publishes its messages, and returns its
    /// value.
    ///
    /// This is the way in for whatever does not come over the bus: the core stays the only one that writes.
    ///
    /// - Throws: What the errand throws.
    public func perform<Value: Sendable>(
        _ errand: @Sendable (inout HistoryCore, _ now: Timestamp) throws -> (value: Value, messages: [Message])
    ) async throws -> Value {
        let outcome = try change { try errand(&$0, clock.now) }
        await publish(outcome.messages)
        return outcome.value
    }

    /// Stores what a phone posted over HTTP, and publishes it when the broker is there.
    ///
    /// Does not wait for the broker: when it returns, the messages are in the store, and in the outbox until the broker
    /// has given them back.
    ///
    /// The outcome has the commands that wait for the phone where it `takesCommands`.
    ///
    /// - Throws: ``StoreError``, or ``TooManyPhones``; then nothing of it is stored.
    public func post(
        _ payloads: [[UInt8]], from phone: DeviceID, takesCommands: Bool = true
    ) async throws -> PostOutcome {
        let (outcome, messages) = try change {
            try $0.post(payloads, from: phone, takesCommands: takesCommands, at: clock.now)
        }
        unsaid += messages
        Task { await publish([]) }
        return outcome
    }

    /// Goes on with owners who are new in its share, or of whom others have left something, and lets go of those who are
    /// subscribed elsewhere by now.
    ///
    /// - Throws: ``StoreError``; then the same is to be told again.
    public func adopt(_ owners: [Name], releasing others: [Name] = []) async throws {
        let (subscriptions, messages) = try change { try $0.adopt(owners, releasing: others, at: clock.now) }
        bus?.subscribe(subscriptions)
        await publish(messages)
    }

    /// Tells of what each batch has led to, once it is stored.
    ///
    /// Before each batch it asks what the listener wants to hear; it is told what others want, too. The listener is
    /// called on the service itself, so it must be quick.
    ///
    /// An alert that was stored when the process died is not told again: whoever must hear of each one looks into the
    /// store at the start.
    public func listen(
        for wants: @escaping @Sendable () -> HistoryNews.Kinds, _ listener: @escaping @Sendable (HistoryNews) -> Void
    ) {
        listeners.append((wants, listener))
    }

    /// Has somebody hear what reminders need from elsewhere, and of what of it nothing is known, now and whenever that
    /// becomes other.
    ///
    /// It is called on the service itself, so it must be quick. After the store has failed it is told again, as then
    /// everything that is known from elsewhere has to be told again, too.
    public func onNeeds(_ listener: @escaping @Sendable (_ all: Set<Need>, _ untaught: Set<Need>) -> Void) {
        needsListener = listener
        listener(Set(core.factsNeeded), core.factsUntaught)
    }

    /// Has somebody hear which calendars people have connected, now and whenever that becomes other.
    ///
    /// It is called on the service itself, so it must be quick.
    public func onCalendars(_ listener: @escaping @Sendable ([CalendarRow]) -> Void) {
        calendarsListener = listener
        core.calendarsHaveChanged = true
        tellCalendars()
    }

    private func tellCalendars() {
        // Where the store refuses they are told with the next change.
        guard let calendarsListener, let rows = try? core.takeCalendars() else { return }
        calendarsListener(rows)
    }

    /// Works on the core, and tells the listeners what that has led to.
    private func change<Value>(_ body: (inout HistoryCore) throws -> Value) rethrows -> Value {
        core.wanted = listeners.reduce(into: []) { $0.formUnion($1.wants()) }
        core.waiting = unsaid.count + (bus?.backlog ?? 0)
        let value = try body(&core)
        if let needsListener, let needs = core.takeNeeds() { needsListener(needs, core.factsUntaught) }
        tellCalendars()
        let news = core.news.drain()
        if !news.isEmpty { for listener in listeners { listener.hear(news) } }
        return value
    }

    private var counts: BusCounts { pastCounts + ((bus as? any CountedBus)?.counts ?? BusCounts()) }

    /// Messages taken from the broker that are being stored at this moment, told without waiting for that.
    public nonisolated var messagesInHand: Int { inHand.withLock { $0 } }

    /// How the service stood when it came round last, told without waiting for it.
    public nonisolated var lastPulse: Pulse { pulse.withLock { $0 } }

    /// Has an errand that takes long show that it goes on.
    public nonisolated func beat() { pulse.withLock { $0.beats += 1 } }

    /// How the service stands.
    public var standing: Standing {
        Standing(
            isConnected: isConnected,
            trouble: trouble,
            waiting: unsaid.count,
            backlog: bus?.backlog ?? 0,
            sweeps: sweeps,
            counts: counts
        )
    }

    /// Waits by the service's clock, but no longer than that by one that nobody sets.
    ///
    /// A time of day that is set back at this very moment would have it wait for hours.
    private func rest(for duration: Duration) async throws {
        let clock = clock
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil) }
            group.addTask { try await Task.sleep(for: duration) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Levels become unknown by time alone.
    private func tick() async throws {
        while !Task.isShuttingDownGracefully {
            // A shutdown cancels the sleep, and is no error.
            try? await cancelWhenGracefulShutdown {
                try await self.rest(for: .seconds(1))
            }
            try Task.checkCancellation()
            guard isConnected else { continue }
            do {
                await publish(try change { try $0.tick(at: clock.now) })
                try recoverFromTick()
            } catch {
                if (error as? StoreError)?.reason == .fenced { throw error }
                if trouble == nil || calmTicks != nil { calmTicks = 0 }
                complain(of: error)
            }
        }
    }

    /// What only a tick had run into is over when the next ones go well, whether or not anything comes.
    ///
    /// What a batch has run into is over when a batch is stored: a tick with nothing to write says nothing of it.
    private func recoverFromTick() throws {
        guard let ticks = calmTicks else { return }
        calmTicks = ticks + 1
        guard ticks + 1 == Self.calm else { return }
        calmTicks = 0
        try core.probe()
        recover()
    }

    /// Removes what has been kept long enough, in small steps between which batches are stored.
    private func sweep() async throws {
        var isBusy = false
        while !Task.isShuttingDownGracefully {
            let pause = isBusy ? Self.pauseBetweenSteps : .seconds(1)
            try? await cancelWhenGracefulShutdown {
                try await self.rest(for: pause)
            }
            try Task.checkCancellation()
            do { isBusy = try core.sweep(at: clock.now) } catch {
                isBusy = false
                logger.debug("old fixes are not removed now: \(error)")
            }
            if !isBusy { settle() }
            sweeps += 1
            let (received, lag) = (counts.received, core.parts.custody?.lag(at: clock.now))
            pulse.withLock {
                $0 = Pulse(
                    beats: $0.beats + 1, isConnected: isConnected, trouble: trouble, received: received, lag: lag
                )
            }
        }
    }

    /// Moves what was written into the database file when nothing comes, between two batches.
    private func settle() {
        let store = core.store
        guard settling.isDue(commits: store.commits, logBytes: store.logBytes) else { return }
        do { settling.end(isEmpty: try store.settle()) } catch {
            settling.end(isEmpty: false)
            logger.debug("the log is not emptied now: \(error)")
        }
    }

    /// Ten times as long as a step, so that ingest has the most of the time.
    private static let pauseBetweenSteps = Duration.milliseconds(50)

    /// Publishes in the order in which it was said, whoever says it: while one call waits for room on the bus, the next
    /// one only queues behind it, so that no older state overtakes a newer one.
    private func publish(_ messages: [Message]) async {
        unsaid += messages
        guard !isPublishing else { return }
        isPublishing = true
        defer { isPublishing = false }
        while let bus, !unsaid.isEmpty {
            let next = unsaid
            unsaid = []
            for message in next {
                // The bus is closed only when the service ends; what was not published is in the store.
                try? await bus.publish(message)
            }
        }
    }
}
