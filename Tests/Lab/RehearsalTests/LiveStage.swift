import History
import Logging
import MQTT
import Messages
import Rehearsal
import ServerSupport
import Simulation
import Store
import TestSupport
import Tracking

extension Scenario {
    /// Plays in front of a real broker and a history service, which are its own.
    ///
    /// - Parameters:
    ///   - speed: Virtual seconds in a second.
    ///   - store: Where the history service keeps what it is told.
    ///   - over: What each party of the run has in place of its bus.
    /// - Returns: What came of it.
    /// - Throws: What the broker, the service or the rehearsal throws.
    func played(
        speed: Double,
        into store: Store,
        over: @escaping @Sendable (any Bus, BusSession) -> any Bus = { bus, _ in bus }
    ) async throws -> RunReport {
        try await withTestBroker { broker in
            let (connection, clock) = (broker.configuration, WallClock(origin: Timestamp(seconds: 1_777_626_000)))
            let configuration = HistoryConfiguration(households: try households())
            let core = try HistoryCore(store: store, configuration: configuration)
            let history = try HistoryService(core: core, clock: clock, logger: .silent) {
                try MQTTClient(configuration: connection, session: core.configuration.session, logger: .silent)
            }
            let service = Task { try await history.run() }
            let live = try LiveRehearsal(
                LiveRehearsal.Configuration(scenario: self, speed: speed) { session in
                    over(try MQTTClient(configuration: connection, session: session, logger: .silent), session)
                },
                clock: clock,
                logger: .silent
            )
            return try await afterwards({
                service.cancel()
                _ = await service.result
            }) { try await live.run { _ in } }
        }
    }
}
