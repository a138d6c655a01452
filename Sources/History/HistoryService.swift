public import Logging
public import Messages
public import ServiceLifecycle
import Store
public import Tracking

/// The history service on a bus: stores what arrives, and publishes what follows from it.
public actor HistoryService: Service {
    private var core: HistoryCore
    private let bus: any Bus
    private let clock: any UTCClock
    private let logger: Logger
    private var isConnected = false

    /// A service that goes on where the store of its core stands.
    public init(core: HistoryCore, bus: any Bus, clock: any UTCClock, logger: Logger) {
        self.core = core
        self.bus = bus
        self.clock = clock
        self.logger = logger
    }

    /// Runs until it is shut down.
    ///
    /// When the store refuses a batch, nothing of it is acknowledged, and the broker sends it again later.
    public func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.tick() }
            group.addTask { try await self.listen() }
            try await group.next()
            group.cancelAll()
        }
    }

    private func listen() async throws {
        var pause = 1
        while !Task.isCancelled {
            do {
                return try await bus.run { event in try await self.handle(event) }
            } catch let error as StoreError {
                logger.error("\(error); nothing is lost, trying again in \(pause) s")
                try await clock.sleep(until: clock.now.advanced(by: .seconds(pause)), tolerance: nil)
                pause = min(60, pause * 2)
            }
        }
    }

    private func handle(_ event: BusEvent) async throws {
        switch event {
        case .connected:
            isConnected = true
            logger.info("connected to the broker")
            await publish(core.connected(at: clock.now))
        case .received(let batch):
            await publish(try core.ingest(batch, at: clock.now))
        case .disconnected(let reason):
            isConnected = false
            logger.warning("\(reason); trying again until it works")
        }
    }

    /// Levels become unknown by time alone.
    private func tick() async throws {
        while !Task.isShuttingDownGracefully {
            try await cancelWhenGracefulShutdown {
                try await self.clock.sleep(until: self.clock.now.advanced(by: .seconds(1)), tolerance: nil)
            }
            guard isConnected else { continue }
            do { await publish(try core.tick(at: clock.now)) } catch { logger.error("\(error)") }
        }
    }

    private func publish(_ messages: [Message]) async {
        for message in messages {
            // The bus is closed only when the service ends; what was not published is in the store.
            try? await bus.publish(message)
        }
    }
}
