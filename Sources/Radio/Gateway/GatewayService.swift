import Bluetooth
public import Logging
public import Messages
public import ServiceLifecycle
public import Tracking

/// A gateway on a radio and a bus.
public actor GatewayService: Service {
    private var core: GatewayCore
    private let radio: any TrackerRadio
    private let bus: any Bus
    private let clock: any UTCClock
    private let logger: Logger
    private var requests: (any GatewayRequests)?
    /// Whether the broker is there.
    private(set) var isConnected = false
    /// When anything happened last; with a tick each second, not long ago.
    private var lastMoment: Timestamp?

    /// A pause in everything, in milliseconds, after which the machine has slept, or its clock was set.
    private static let sleep: Int64 = 10_000

    /// A gateway that begins when it is run; its bus must have the session of the core.
    public init(core: GatewayCore, radio: any TrackerRadio, bus: any Bus, clock: any UTCClock, logger: Logger) {
        self.core = core
        self.radio = radio
        self.bus = bus
        self.clock = clock
        self.logger = logger
    }

    /// Lets somebody carry out what the gateway is asked for on the bus.
    func answerRequests(by requests: any GatewayRequests) { self.requests = requests }

    /// What is wanted of a tracker, as far as the bus has told.
    func desired(of device: DeviceID) -> Kept<DesiredState>? { core.desired(of: device) }

    /// The time; if the machine has slept until now, the core learns of that first.
    private func moment() -> Timestamp {
        let now = clock.now
        let passed = lastMoment.map { now.milliseconds - $0.milliseconds } ?? 0
        if passed > Self.sleep || passed < 0 { core.woke(at: now) }
        lastMoment = now
        return now
    }

    /// Passes a command to a tracker, as if it had come over the bus.
    func command(_ command: Command, to device: DeviceID) async {
        var actions: [GatewayCore.Action] = []
        core.command(.command(command), to: device, at: clock.now, &actions)
        await carryOut(actions)
    }

    /// Runs until it is shut down, and says goodbye.
    public func run() async throws {
        // Detached, so that the bus does not hear of the shutdown before the goodbye is on it.
        let session = Task.detached { [bus] in try await bus.run { event in await self.handle(event) } }
        defer { session.cancel() }
        let usesRegistry = core.configuration.usesRegistry
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await session.value }
            group.addTask {
                if usesRegistry {
                    // The radio ends its links first, and tells of each.
                    for await event in self.radio.events { await self.notice(event) }
                } else {
                    for await event in self.radio.events.cancelOnGracefulShutdown() { await self.notice(event) }
                }
                await self.carryOut(self.core.announcements(.offline).map { .publish($0) })
                session.cancel()
            }
            group.addTask { try await self.tick() }
            // Whichever ends first when all are cancelled: that is no error.
            do { try await group.next() } catch is CancellationError {}
            group.cancelAll()
            do { try await group.waitForAll() } catch is CancellationError {}
        }
    }

    private func handle(_ event: BusEvent) async {
        switch event {
        case .connected:
            isConnected = true
            await carryOut(core.announcements(.online).map { .publish($0) })
        case .received(let messages):
            var actions: [GatewayCore.Action] = []
            for message in messages {
                guard var news = core.foreignNews(in: message) else {
                    core.received(message, at: moment(), &actions)
                    continue
                }
                // Of what was kept nobody knows when it was heard.
                if !message.retained, core.mayBeKeyed(news), let identity = await identity(of: news) {
                    news.name(identity)
                }
                core.took(news, from: message, at: moment(), &actions)
            }
            await carryOut(actions)
        case .disconnected(let reason):
            isConnected = false
            logger.warning("\(reason); trying again until it works")
        }
    }

    private func identity(of news: ForeignNews) async -> TagIdentity? {
        await radio.identity(behind: news.address, news.sealed)
    }

    /// Commands may wait in vain, and what is not heard has to be told.
    private func tick() async throws {
        while true {
            try await clock.sleep(until: clock.now.advanced(by: .seconds(1)), tolerance: nil)
            var actions: [GatewayCore.Action] = []
            core.tick(at: moment(), &actions)
            await carryOut(actions)
        }
    }

    private func notice(_ event: TrackerRadioEvent) async {
        var actions: [GatewayCore.Action] = []
        core.noticed(event, at: moment(), &actions)
        await carryOut(actions)
    }

    private func carryOut(_ actions: [GatewayCore.Action]) async {
        for action in actions {
            switch action {
            case .publish(let message):
                // The bus is closed only when the gateway ends.
                try? await bus.publish(message)
            case .send(let downlink, let tracker):
                do { try await radio.send(downlink, to: tracker) } catch { logger.debug("\(error)") }
            case .tend(let tracker, let adapter): await radio.tend(tracker, over: adapter)
            case .leave(let tracker): await radio.leave(tracker)
            case .call(let tracker): await radio.call(tracker)
            case .release(let tracker): await requests?.release(tracker)
            case .note(let sentence): logger.debug("\(sentence)")
            case .request(let verb, let payload): await requests?.receive(payload, verb: verb)
            }
        }
    }
}
