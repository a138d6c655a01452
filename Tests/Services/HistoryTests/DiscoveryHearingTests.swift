import History
import Messages
import Store
import StoreSupport
import TestSupport
import Testing

/// What the broker keeps for Home Assistant is heard once.
@Suite(.timeLimit(.minutes(5)))
struct DiscoveryHearingTests {
    @Test func `discovery is heard until all that the broker keeps has come`() async throws {
        let (bus, configuration) = (HandBus(), HistoryConfiguration(homeAssistant: true))
        let core = try HistoryCore(store: .forTest(), configuration: configuration)
        let history = try HistoryService(core: core, clock: FixedClock(), logger: .silent) { bus }
        let service = Task { try await history.run() }
        await bus.hasBegun()
        #expect(bus.unsubscribed.isEmpty)
        let fence = try #require(bus.published.first { $0.topic == configuration.topics.fence })
        bus.hand(over: [[fence]])
        while bus.unsubscribed.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        #expect(bus.unsubscribed == [configuration.topics.homeAssistantConfigs])
        service.cancel()
        _ = await service.result
    }

    @Test func `where Home Assistant is told nothing there is nothing to let go of`() async throws {
        let (bus, configuration) = (HandBus(), HistoryConfiguration(homeAssistant: false))
        let core = try HistoryCore(store: .forTest(), configuration: configuration)
        let history = try HistoryService(core: core, clock: FixedClock(), logger: .silent) { bus }
        let service = Task { try await history.run() }
        await bus.hasBegun()
        let fence = try #require(bus.published.first { $0.topic == configuration.topics.fence })
        bus.hand(over: [[fence], []])
        // The second batch is asked for when the first is handled.
        while !bus.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        #expect(bus.unsubscribed.isEmpty)
        service.cancel()
        _ = await service.result
    }
}
