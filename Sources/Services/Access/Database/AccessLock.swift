internal import Store

/// What one of all services that share accounts does at a time, for as long as it keeps this.
public struct AccessLock: Sendable {
    /// Nil where nobody shares them.
    private let lock: TableLock?

    init(_ lock: TableLock?) { self.lock = lock }

    /// Whether no other service can have it meanwhile; false once the connection is lost that it is of.
    public var holds: Bool { lock?.holds ?? true }

    /// Gives it to the next one.
    public func release() { lock?.release() }
}
