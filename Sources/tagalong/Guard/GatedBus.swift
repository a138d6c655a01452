import Messages
import Supervision

/// A bus that opens a gate once its first attempt to connect is over, and whoever uses it has heard how it went.
struct GatedBus: Bus {
    let bus: any Bus
    let gate: Gate

    var backlog: Int { bus.backlog }

    func run(_ handler: @escaping @Sendable (BusEvent) async throws -> Void) async throws {
        try await bus.run { event in
            try await handler(event)
            gate.open()
        }
    }

    func publish(_ message: Message) async throws(BusClosed) { try await bus.publish(message) }
    func drained() async throws { try await bus.drained() }
}
