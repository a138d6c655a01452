public import Logging
public import Messages
public import ServiceLifecycle
public import Store
public import Tracking

/// Tells of alerts and reminders on every channel, each by itself and one notice at a time.
public actor NotificationService: Service {
    /// The channels, first those of the configuration, then those that come and go.
    var lines: [Line]
    /// How many are of the configuration.
    let fixed: Int
    let coming: ComingChannels?
    /// What tells of inboxes in browsers; nil for nothing.
    private let inboxes: InboxTeller?
    let outbox: NotificationOutbox
    let sources: Sources
    private let schedule: RetrySchedule
    let clock: any UTCClock
    let logger: Logger
    private var generator: any RandomNumberGenerator & Sendable
    /// Something may have come or gone.
    let looks = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let incoming = AsyncStream.makeStream(of: [Notice].self)
    /// What was written down of reminders already when it was last looked for.
    var knownReminders: Set<String> = []
    /// The channels that are to look whether what they show of reminders is still wanted.
    var unlooked: Set<Name> = []
    /// What was said last of each channel, so that it is said once.
    private var troubles: [Name: String] = [:]
    /// What was said last of the outbox.
    private var complaint: String?

    /// Where it learns what to tell.
    public struct Sources: Sendable {
        /// The alerts of the history since a time.
        public var alerts: @Sendable (_ since: Timestamp) throws -> [AlertRow]
        /// Whether a critical alert is to be told once more.
        public var attention: @Sendable (Notice, _ now: Timestamp) throws -> Attention

        /// The items that somebody has marked as lost, at the moment.
        public var marked: @Sendable () throws -> [MarkedItem]
        /// Whether there is an item; what is known of others is forgotten.
        public var isKnown: @Sendable (DeviceID) throws -> Bool
        /// What was told of reminders.
        public var reminders: ReminderSource

        public init(
            alerts: @escaping @Sendable (Timestamp) throws -> [AlertRow],
            attention: @escaping @Sendable (Notice, Timestamp) throws -> Attention,
            marked: @escaping @Sendable () throws -> [MarkedItem] = { [] },
            isKnown: @escaping @Sendable (DeviceID) throws -> Bool = { _ in true },
            reminders: ReminderSource = .none
        ) {
            (self.alerts, self.attention, self.marked, self.isKnown) = (alerts, attention, marked, isKnown)
            self.reminders = reminders
        }
    }

    /// A service that goes on where its outbox stands, with channels that stay and channels that come and go.
    public init(
        channels: [(configuration: ChannelConfiguration, channel: any NotificationChannel)],
        coming: ComingChannels? = nil,
        inboxes: InboxTeller? = nil,
        outbox: NotificationOutbox,
        sources: Sources,
        schedule: RetrySchedule = RetrySchedule(),
        clock: any UTCClock,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        logger: Logger
    ) {
        lines = channels.map { Line($0.configuration, $0.channel) }
        (fixed, self.coming, self.inboxes) = (channels.count, coming, inboxes)
        (self.outbox, self.sources) = (outbox, sources)
        (self.schedule, self.clock, self.generator, self.logger) = (schedule, clock, generator, logger)
    }

    /// Takes alerts that have just been stored; returns at once.
    public nonisolated func receive(_ rows: [AlertRow]) {
        incoming.continuation.yield(rows.compactMap { Notice($0) })
    }

    /// Takes what a guard has published, as often as it comes: each stage of a tag is told once; returns at once.
    public nonisolated func receive(_ list: GuardMessage) {
        let notices = Notice.unknown(in: list, since: clock.now.advanced(by: .zero - Self.horizon))
        if !notices.isEmpty { incoming.continuation.yield(notices) }
    }

    /// Sends a test message over a channel of the configuration, once and beside what waits; nil where there is no such
    /// channel.
    public func test(_ name: Name) async -> TestOutcome? {
        guard let line = lines.prefix(fixed).first(where: { $0.configuration.name == name }) else { return nil }
        return await line.channel.test(at: clock.now)
    }

    /// Runs until it is shut down; what is under way then has some seconds to come through.
    public func run() async throws {
        await persist {
            _ = try updateLines()
            try outbox.open(configurations, at: clock.now)
        }
        await withTaskGroup(of: Void.self) { group in
            for line in lines.prefix(fixed) { group.addTask { await self.serve(line) } }
            group.addTask { await self.serveComing() }
            group.addTask { await self.listen() }
            group.addTask { await self.tidy() }
            if let inboxes { group.addTask { await inboxes.run() } }
            await group.waitForAll()
        }
        for line in lines { await line.channel.close() }
    }

    private var configurations: [ChannelConfiguration] { lines.map(\.configuration) }

    /// Longer than anything is tried.
    private static let horizon = Duration.seconds(8 * 86_400)
    /// How long a notice under way has to come through at a shutdown.
    private static let grace = Duration.seconds(3)
    private static let pauseAfterTrouble = Duration.seconds(5)
}

// MARK: Learning what to tell

extension NotificationService {
    /// First what an earlier life may not have written down, then what comes.
    private func listen() async {
        await persist { try catchUp() }
        await cancelWhenGracefulShutdown { await self.follow() }
    }

    private func follow() async {
        for await notices in incoming.stream {
            // What is told without a notice is that a mark was set, or taken back.
            await persist {
                if notices.isEmpty { try lookForMarks() } else { try enqueue(notices, given: nil) }
            }
        }
    }

    private func catchUp() throws {
        let rows = try sources.alerts(clock.now.advanced(by: .zero - Self.horizon))
        // What has no time in its id is too old to be told.
        try enqueue(
            rows.sorted { $0.id < $1.id }.compactMap { Notice($0) }, given: { $0.given ?? Timestamp(milliseconds: 0) })
        try lookForReminders(since: Self.reminderHorizon)
        try lookForMarks()
    }

    /// Looks which items are marked as lost: what is marked by now and was not told of, and what was told of and is not
    /// marked any more, is told.
    ///
    /// So nothing is missed by a service that did not run then, or did not store it. What was marked before a channel came
    /// is not told there.
    private func lookForMarks() throws {
        guard !lines.isEmpty else { return }
        let (now, marked) = (clock.now, try sources.marked())
        let notices = marked.map { Notice($0) }
        let current = Set(notices.map(\.id))
        let found = try outbox.openMarks().filter { !current.contains($0.id) }
            // A deleted item is not found.
            .filter { try sources.isKnown($0.device) }
            .map { $0.found(at: now) }
        let horizon = now.advanced(by: .zero - Self.horizon)
        try enqueue(found + notices.filter { $0.alert.time >= horizon }, given: { $0.alert.time })
    }

    /// Looks for marks because one was set or taken back; returns at once.
    public nonisolated func lookForMarkedItems() { incoming.continuation.yield([]) }

    func enqueue(_ notices: [Notice], given: ((Notice) -> Timestamp?)?) throws {
        // What nobody is told of needs no place on the disk.
        guard !lines.isEmpty else { return }
        let telling = try outbox.enqueue(
            notices, for: configurations, at: clock.now, given: given, mayHear: mayHear)
        // Others have nothing to look for, and there may be thousands of browsers.
        for line in lines where telling.contains(line.configuration.name) { line.bell.ring() }
    }

    /// Looks once more for alerts and reminders of the last while that others have stored; those that are known already are
    /// not told again.
    public func catchUp(since span: Duration) async {
        await persist {
            let rows = try sources.alerts(clock.now.advanced(by: .zero - span))
            try enqueue(
                rows.sorted { $0.id < $1.id }.compactMap { Notice($0) },
                given: { $0.given ?? Timestamp(milliseconds: 0) })
            try lookForReminders(since: span)
            try lookForMarks()
        }
    }

    /// Tries until it succeeds, or the service ends: what the history has is learnt at the next start then.
    func persist(_ body: () throws -> Void) async {
        while !Task.isCancelled, !Task.isShuttingDownGracefully {
            do { return try body() } catch { await complain(of: error) }
        }
    }

    private func complain(of error: any Error) async {
        // Once, however often it is tried.
        if complaint != "\(error)" { logger.error("\(error); nothing is lost, trying again until it works") }
        complaint = "\(error)"
        await pause(Self.pauseAfterTrouble)
    }

    private func pause(_ duration: Duration) async {
        await cancelWhenGracefulShutdown {
            try? await self.clock.sleep(until: self.clock.now.advanced(by: duration), tolerance: nil)
        }
    }

    /// Forgets now and then what was told long ago, and soon what is of deleted items; has taken back what is shown for nothing.
    private func tidy() async {
        while !Task.isCancelled, !Task.isShuttingDownGracefully {
            do {
                try outbox.purge(unless: sources.isKnown, orReminders: sources.reminders.areKept)
                try outbox.prune(before: clock.now.advanced(by: .seconds(-30 * 86_400)))
            } catch { logger.debug("\(error)") }
            lookThroughShown()
            // Accounts that have gone, by a command say, took their browsers with them.
            lookForChannels()
            await pause(.seconds(60))
        }
    }
}

// MARK: Telling

extension NotificationService {
    /// Tells on one channel, one notice after another, and takes back what is shown there: one thing at a time.
    func serve(_ line: Line) async {
        let configuration = line.configuration
        while !Task.isCancelled, !Task.isShuttingDownGracefully, isServed(line) {
            if unlooked.remove(configuration.name) != nil {
                await withdrawReminders(on: line)
                // It may have been told to end meanwhile.
                continue
            }
            do {
                switch try outbox.next(on: configuration, at: clock.now) {
                case .send(let delivery): try await send(delivery, on: configuration, over: line.channel)
                case .wait(let time): await wait(line.bell, until: time)
                }
            } catch { await complain(of: error) }
        }
    }

    private func wait(_ bell: Doorbell, until time: Timestamp?) async {
        let clock = clock
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await bell.wait() }
                if let time { group.addTask { try? await clock.sleep(until: time, tolerance: nil) } }
                await group.next()
                group.cancelAll()
            }
        }
    }

    private func send(
        _ delivery: Delivery, on configuration: ChannelConfiguration, over channel: any NotificationChannel
    ) async throws {
        if delivery.notice.repetition > 0 {
            let now = clock.now
            switch try sources.attention(delivery.notice, now) {
            case .wanted: break
            case .later(let time, let reason):
                return try outbox.postpone(delivery, until: time, because: reason, at: now)
            case .over(let reason): return try outbox.postpone(delivery, until: nil, because: reason, at: now)
            }
        }
        if configuration.isBrief, delivery.notice.reminder != nil,
            case .over(let reason) = try sources.reminders.attention(delivery.notice, clock.now)
        {
            return try outbox.postpone(delivery, until: nil, because: reason, at: clock.now)
        }
        if delivery.attempts > 0, case .push = configuration.kind, delivery.notice.isRise, delivery.notice.isOfLevel,
            case .over(let reason) = try sources.attention(delivery.notice, clock.now)
        {
            // It took its time, and somebody knows of it by now.
            return try outbox.postpone(delivery, until: nil, because: reason, at: clock.now)
        }
        guard try outbox.isDue(delivery) else { return }
        switch await attempt(delivery, over: channel) {
        case .success: await markSent(delivery, on: configuration)
        case .failure(let failure):
            try record(failure, of: delivery, on: configuration)
            // A browser that takes no messages any more is gone.
            if case .impossible = failure { lookForChannels() }
        }
    }

    /// Sends; at a shutdown it has some seconds.
    private func attempt(
        _ delivery: Delivery, over channel: any NotificationChannel
    ) async -> Result<Void, DeliveryFailure> {
        let clock = clock
        return await withTaskGroup(of: Result<Void, DeliveryFailure>?.self) { group in
            group.addTask {
                do throws(DeliveryFailure) {
                    try await channel.deliver(delivery.notice, at: clock.now)
                    return .success(())
                } catch { return .failure(error) }
            }
            group.addTask {
                try? await gracefulShutdown()
                try? await Task.sleep(for: Self.grace)
                return nil
            }
            while let result = await group.next() {
                group.cancelAll()
                if let result { return result }
            }
            return .failure(.unreachable("stopped before the answer"))
        }
    }

    /// Marks what was sent; it must not be sent again because the disk is full, so this is tried until it succeeds.
    private func markSent(_ delivery: Delivery, on configuration: ChannelConfiguration) async {
        while true {
            do {
                try outbox.sent(delivery, on: configuration, at: clock.now)
                complaint = nil
                break
            } catch {
                if Task.isCancelled || Task.isShuttingDownGracefully { return logger.error("\(error)") }
                await complain(of: error)
            }
        }
        logger.debug("channel \(configuration.name): \(delivery.notice.id) is told")
        if troubles.removeValue(forKey: configuration.name) != nil {
            logger.info("channel \(configuration.name): it gets through again")
        }
    }

    private func record(
        _ failure: DeliveryFailure, of delivery: Delivery, on configuration: ChannelConfiguration
    ) throws {
        let delay = try outbox.failed(
            delivery, failure, on: configuration, schedule: schedule, at: clock.now, using: &generator
        )
        guard troubles.updateValue("\(failure)", forKey: configuration.name) != "\(failure)" else { return }
        let next = delay == nil ? "it is not tried again" : "trying again until it works"
        logger.warning("channel \(configuration.name): \(failure); \(next)")
    }
}
