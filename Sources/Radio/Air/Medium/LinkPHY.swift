/// How fast bits go over a link: Core Specification 5.4, volume 6, part B, section 2.
public enum LinkPHY: UInt8, Hashable, Sendable {
    /// LE 1M: 8 µs a byte. Each connection begins with it.
    case basic = 1
    /// LE 2M: 4 µs a byte.
    case double = 2

    /// Microseconds that a byte takes.
    var byteMicroseconds: Int64 { self == .basic ? 8 : 4 }
    /// The bytes of the preamble.
    var preamble: Int { self == .basic ? 1 : 2 }
}

/// With which PHY each side of a link sends.
public struct LinkPHYs: Hashable, Sendable {
    public var toTag: LinkPHY = .basic
    public var toController: LinkPHY = .basic

    public init(toTag: LinkPHY = .basic, toController: LinkPHY = .basic) {
        (self.toTag, self.toController) = (toTag, toController)
    }

    /// How long a packet with such a payload and the answer's empty one take, in microseconds.
    ///
    /// Besides the payload a packet has an address of 4 bytes, a header of 2, a check of the integrity of 4 and of the
    /// sum of 3; 150 µs lie between two packets.
    func exchange(_ octets: Int) -> Int64 {
        Int64(octets + toTag.preamble + 13) * toTag.byteMicroseconds
            + Int64(toController.preamble + 9) * toController.byteMicroseconds + 300
    }
}

/// With which PHYs a controller would like to send and to hear: LE Set PHY, volume 4, part E, section 7.8.49.
public struct PHYWish: Hashable, Sendable {
    /// Nil: it does not matter.
    public var toTag: Set<LinkPHY>?, toController: Set<LinkPHY>?

    public init(toTag: Set<LinkPHY>?, toController: Set<LinkPHY>?) {
        (self.toTag, self.toController) = (toTag, toController)
    }

    /// What becomes of the PHYs of a link with a tag: the fastest of those that both sides have, else what was before.
    func result(from old: LinkPHYs, peerHas2M: Bool) -> LinkPHYs {
        func choose(_ wish: Set<LinkPHY>?, _ old: LinkPHY) -> LinkPHY {
            guard let wish else { return old }
            if peerHas2M, wish.contains(.double) { return .double }
            return wish.contains(.basic) ? .basic : old
        }
        return LinkPHYs(toTag: choose(toTag, old.toTag), toController: choose(toController, old.toController))
    }
}
