public import Guard
public import Logging
public import Messages
public import ServiceLifecycle
public import Tracking

/// Runs the guard on the bus: it hears, lets time pass, keeps what it knows and publishes what it finds.
public actor GuardService: Service {
    /// By what time passes.
    public enum Pace: Sendable {
        case clock(any UTCClock)
        /// By the times in the messages, as of recorded days that are played to the broker.
        case messages
    }

    private let bus: any Bus
    private var desk: GuardDesk
    private let file: GuardFile
    private let pace: Pace
    private let logger: Logger
    private let tell: @Sendable (GuardNotice, GuardMessage.Tag) -> Void
    private var published: GuardMessage?
    private var kept: GuardMemory?
    /// Why what it knows cannot be kept; nil while it can.
    public private(set) var trouble: String?
    /// Whether it is connected to the broker.
    public private(set) var isConnected = false
    private var settled: Timestamp?

    /// Seconds after which the list is published again when nothing has changed but when a tag was heard.
    private static let stale: Int64 = 900
    /// The same when nothing has changed at all, so that whoever reads it sees that the guard runs.
    private static let sign: Int64 = 600

    /// A guard that goes on with what its desk remembers; `tell` is called for each stage that a tag comes to.
    public init(
        bus: any Bus, desk: GuardDesk, file: GuardFile, pace: Pace, logger: Logger,
        tell: @escaping @Sendable (GuardNotice, GuardMessage.Tag) -> Void
    ) {
        (self.bus, self.desk, self.file) = (bus, desk, file)
        (self.pace, self.logger, self.tell) = (pace, logger, tell)
    }

    /// Runs until it is shut down, and keeps what it knows.
    public func run() async throws {
        // Also where the session ends with an error.
        defer { keep() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.bus.run { await self.handle($0) } }
            if case .clock(let clock) = pace { group.addTask { await self.passTime(by: clock) } }
            try await group.next()
            group.cancelAll()
        }
    }

    // MARK: What happens

    private func handle(_ event: BusEvent) async {
        switch event {
        case .connected:
            isConnected = true
            logger.info("connected to the broker, guards \(desk.owner)")
            published = nil
            if case .clock(let clock) = pace { desk.sessionBegan(at: clock.now) }
            // What its owner knows comes after the connection: what is new in the list waits a minute for it.
            if case .clock(let clock) = pace, !desk.tellsOfStages { await publish(at: clock.now) }
        case .disconnected(let reason):
            isConnected = false
            logger.warning("\(reason); trying again until it works")
            if case .clock(let clock) = pace { desk.sessionEnded(at: clock.now) }
            remark()
        case .received(let messages): await receive(messages)
        }
    }

    private func receive(_ messages: [Message]) async {
        switch pace {
        case .clock(let clock):
            let now = clock.now
            for message in messages { _ = desk.receive(message, at: now) }
            remark()
        case .messages:
            for message in messages { await settle(desk.receive(message, at: nil), at: desk.passed) }
        }
        // They are acknowledged now. What a gateway says of itself comes again only behind what waits in the session, too
        // late for what that gateway has heard.
        if desk.memory.gateways != kept?.gateways ?? [:] { keep() }
    }

    private func passTime(by clock: any UTCClock) async {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try? await clock.sleep(until: clock.now.advanced(by: .seconds(60)), tolerance: nil)
                if !Task.isCancelled { await self.minute(at: clock.now) }
            }
        }
    }

    private func minute(at now: Timestamp) async { await settle(desk.advance(to: now), at: now) }

    /// Says what was found, keeps it, and publishes it, in this order: a crash between them says it twice, never not at
    /// all.
    private func settle(_ notices: [GuardNotice], at now: Timestamp?) async {
        remark()
        for notice in notices {
            guard let tag = desk.tag(notice.report) else { continue }
            tell(notice, tag)
        }
        // Played days are kept and published by their minutes, too.
        guard let now, now != settled || !notices.isEmpty else { return }
        settled = now
        keep()
        await publish(at: now)
    }

    private func remark() { for sentence in desk.takeRemarks() { logger.warning("\(sentence)") } }

    // MARK: What is told and kept

    private func publish(at now: Timestamp) async {
        let list = desk.list(at: now)
        guard published.map({ isNews(list, after: $0) }) ?? true else { return }
        let message = Message(topic: desk.topic, payload: list.encoded(), retained: true)
        guard (try? await bus.publish(message)) != nil else { return }
        published = list
    }

    /// That a tag is heard each minute is no news, but now and then.
    private func isNews(_ list: GuardMessage, after old: GuardMessage) -> Bool {
        if abs(list.time.wholeSeconds - old.time.wholeSeconds) >= Self.sign { return true }
        guard list.tags.map(Self.news) == old.tags.map(Self.news) else { return true }
        return zip(list.tags, old.tags).contains { $0.last.wholeSeconds - $1.last.wholeSeconds >= Self.stale }
    }

    private static func news(_ tag: GuardMessage.Tag) -> GuardMessage.Tag {
        var tag = tag
        (tag.last, tag.rssi, tag.score) = (tag.first, nil, (tag.score * 10).rounded() / 10)
        return tag
    }

    private func keep() {
        let memory = desk.remembered
        guard memory != kept else { return }
        do {
            try file.write(memory)
            (kept, trouble) = (memory, nil)
        } catch {
            if trouble != "\(error)" { logger.error("\(error); what is known is kept when that is mended") }
            trouble = "\(error)"
        }
    }
}
