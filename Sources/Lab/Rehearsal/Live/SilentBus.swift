public import Messages

/// A bus on which nobody listens and nobody speaks: in place of a broker that there is not.
public struct SilentBus: Bus {
    public init() {}

    public func run(_ handler: @escaping @Sendable (BusEvent) async throws -> Void) async throws {
        try await handler(.connected(resumed: false))
        try await Task.sleep(for: .seconds(Int64(Int32.max)))
    }

    public func publish(_ message: Message) async throws(BusClosed) {}
}
