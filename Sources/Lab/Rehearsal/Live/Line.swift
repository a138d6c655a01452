import Messages

/// One party's connection to the broker while it lasts.
final class Line: Sendable {
    private let bus: any Bus
    private let task: Task<Void, any Error>
    private let states: AsyncStream<Result<Void, Unreachable>>

    /// The broker could not be reached.
    struct Unreachable: Error { let reason: String }

    /// Connects, and hands on what arrives.
    init(_ bus: any Bus, receive: @escaping @Sendable (Message) -> Void) {
        let (states, tell) = AsyncStream.makeStream(of: Result<Void, Unreachable>.self)
        self.bus = bus
        self.states = states
        task = Task {
            defer { tell.finish() }
            try await bus.run { event in
                switch event {
                case .connected: tell.yield(.success(()))
                case .disconnected(let reason): tell.yield(.failure(Unreachable(reason: reason)))
                case .received(let messages): messages.forEach(receive)
                }
            }
        }
    }

    /// Waits for the first word about the connection.
    func awaitConnection() async throws {
        for await state in states { return try state.get() }
        try await task.value
    }

    func publish(_ message: Message) async {
        // A line that was cut takes nothing more, as a modem without network.
        try? await bus.publish(message)
    }

    /// Waits until the broker has all that was published.
    func settle() async {
        // One that has left the broker will not have it.
        try? await bus.drained()
    }

    /// Sends what is queued and leaves the broker.
    func close() async {
        task.cancel()
        _ = await task.result
    }
}
