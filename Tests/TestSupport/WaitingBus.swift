public import Messages

/// A bus on which messages wait.
public struct WaitingBus: Bus {
    public let backlog = 7

    public init() {}

    public func run(_ handler: @escaping @Sendable (BusEvent) async throws -> Void) async throws {}

    public func publish(_ message: Message) async throws(BusClosed) {}
}
