import Messages
import Synchronization

/// One party's connection to the broker while it lasts.
final class Line: Sendable {
    private let bus: any Bus
    private let task: Task<Void, any Error>
    private let states: AsyncStream<Result<Void, LiveRehearsal.Unreachable>>

    init(_ bus: any Bus, receive: @escaping @Sendable (Message) -> Void) {
        let (states, tell) = AsyncStream.makeStream(of: Result<Void, LiveRehearsal.Unreachable>.self)
        self.bus = bus
        self.states = states
        task = Task {
            defer { tell.finish() }
            try await bus.run { event in
                switch event {
                case .connected: tell.yield(.success(()))
                case .disconnected(let reason): tell.yield(.failure(.init(description: reason)))
                case .received(let messages): messages.forEach(receive)
                }
            }
        }
    }

    func awaitConnection() async throws {
        for await state in states { return try state.get() }
        try await task.value
    }

    func publish(_ message: Message) async {
        // A line that was cut takes nothing more, as a modem without network.
        try? await bus.publish(message)
    }

    func drain() async {
        // One that has left the broker will not have it.
        try? await bus.drained()
    }

    func close() async {
        task.cancel()
        _ = await task.result
    }
}
