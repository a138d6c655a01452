/// Closed until it is opened, once; whoever waits goes on then.
public final class Gate: Sendable {
    private let (stream, continuation) = AsyncStream.makeStream(of: Void.self)

    /// A closed gate.
    public init() {}

    /// Opens it, however often it is called.
    public func open() { continuation.finish() }

    /// Waits until it is open, or the task is cancelled.
    public func opened() async { for await _ in stream {} }
}
