import Messages
import Synchronization

/// The bus of a party whose connection is slow to get the processor: each message leaves half a second later.
final class SlowBus: Bus {
    private let bus: any Bus
    private let last = Mutex<Task<Void, Never>?>(nil)

    init(_ bus: any Bus) { self.bus = bus }

    func run(_ handler: @escaping @Sendable (BusEvent) async throws -> Void) async throws { try await bus.run(handler) }

    func publish(_ message: Message) async throws(BusClosed) {
        last.withLock { last in
            last = Task { [before = last, bus] in
                await before?.value
                try? await Task.sleep(for: .milliseconds(500))
                try? await bus.publish(message)
            }
        }
    }

    func drained() async throws {
        await last.withLock(\.self)?.value
        try await bus.drained()
    }
}
