/// A piece of an L2CAP frame, as one link layer packet carries it.
public struct ACLFragment: Hashable, Sendable {
    public var bytes: [UInt8]
    /// Whether a frame begins here: packet boundary flag 00 or 10, LLID 10; otherwise it goes on.
    public var isStart: Bool

    public init(_ bytes: [UInt8], isStart: Bool) {
        self.bytes = bytes
        self.isStart = isStart
    }
}
