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

    /// A gateway that begins when it is run; its bus must have the session of the core.
    public init(core: GatewayCore, radio: any TrackerRadio, bus: any Bus, clock: any UTCClock, logger: Logger) {
        self.core = core
        self.radio = radio
        self.bus = bus
        self.clock = clock
        self.logger = logger
    }

    /// Runs until it is shut down, and says goodbye.
    public func run() async throws {
        // Detached, so that the bus does not hear of the shutdown before the goodbye is on it.
        let session = Task.detached { [bus] in try await bus.run { event in await self.handle(event) } }
        defer { session.cancel() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await session.value }
            group.addTask {
                for await event in self.radio.events.cancelOnGracefulShutdown() { await self.notice(event) }
                await self.carryOut([.publish(self.core.status(.offline))])
                session.cancel()
            }
            try await group.next()
            group.cancelAll()
            do { try await group.waitForAll() } catch is CancellationError {}
        }
    }

    private func handle(_ event: BusEvent) async {
        switch event {
        case .connected:
            await carryOut([.publish(core.status(.online))])
        case .received(let messages):
            var actions: [GatewayCore.Action] = []
            for message in messages { core.received(message, at: clock.now, &actions) }
            await carryOut(actions)
        case .disconnected(let reason):
            logger.warning("\(reason); trying again until it works")
        }
    }

    private func notice(_ event: TrackerRadioEvent) async {
        var actions: [GatewayCore.Action] = []
        core.noticed(event, at: clock.now, &actions)
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
            }
        }
    }
}
