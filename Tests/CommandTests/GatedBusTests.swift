import Messages
import Supervision
import TestSupport
import Testing

@testable import tagalong

@Suite struct GatedBusTests {
    /// Tells of one event.
    private struct OneEvent: Bus {
        let event: BusEvent

        func run(_ handler: @escaping @Sendable (BusEvent) async throws -> Void) async throws {
            try await handler(event)
        }

        func publish(_ message: Message) async throws(BusClosed) {}
    }

    @Test(arguments: [BusEvent.connected(resumed: false), .disconnected(reason: "there is none")])
    func `the gate opens once it is connected, or there is no broker to wait for`(_ event: BusEvent) async throws {
        let gate = Gate()
        try await GatedBus(bus: OneEvent(event: event), gate: gate).run { _ in }
        await gate.opened()
    }

    @Test func `what waits for the broker is counted`() {
        #expect(GatedBus(bus: WaitingBus(), gate: Gate()).backlog == 7)
    }
}
