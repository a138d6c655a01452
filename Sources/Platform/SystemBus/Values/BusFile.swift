internal import Glibc

/// An open file that came or goes with a message, closed with its last user; equal only to itself.
public final class BusFile: Sendable {
    /// The descriptor; valid as long as this object lives.
    public let descriptor: Int32

    /// Takes over an open descriptor, which this object closes from now on.
    public init(owning descriptor: Int32) { self.descriptor = descriptor }

    /// Opens the same file once more, for an owner of its own; the descriptor stays the caller's.
    ///
    /// - Throws: ``BusError/invalid(_:)`` when it is not open or the process has no descriptor left.
    public init(duplicating descriptor: Int32) throws(BusError) { self.descriptor = try Self.duplicate(descriptor) }

    deinit { close(descriptor) }

    /// Makes a descriptor of the same file that the caller owns and has to close.
    ///
    /// - Throws: ``BusError/invalid(_:)`` when the process has no descriptor left.
    public func duplicate() throws(BusError) -> Int32 { try Self.duplicate(descriptor) }

    private static func duplicate(_ descriptor: Int32) throws(BusError) -> Int32 {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw .invalid("descriptor \(descriptor) cannot be duplicated: \(reason(errno))") }
        return copy
    }
}

extension BusFile: Hashable {
    public static func == (left: BusFile, right: BusFile) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
