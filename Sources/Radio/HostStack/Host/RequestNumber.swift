/// Names a question to the application, so that its answer finds back.
public struct RequestNumber: Hashable, Sendable {
    public let value: UInt64

    public init(_ value: UInt64) { self.value = value }
}
