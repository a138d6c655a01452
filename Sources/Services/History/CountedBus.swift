public import Messages

/// A bus that counts what goes over it.
public protocol CountedBus: Bus {
    var counts: BusCounts { get }
}

/// What has gone over a session since it began.
public struct BusCounts: Hashable, Sendable {
    /// Messages handed to the handler.
    public var received = 0
    /// Messages taken over from publishers.
    public var published = 0
    /// Messages given up: quality 0 without a connection, or refused by the broker.
    public var dropped = 0
    /// Times the connection was made again.
    public var reconnects = 0

    public init(received: Int = 0, published: Int = 0, dropped: Int = 0, reconnects: Int = 0) {
        (self.received, self.published) = (received, published)
        (self.dropped, self.reconnects) = (dropped, reconnects)
    }

    public static func + (left: Self, right: Self) -> Self {
        BusCounts(
            received: left.received + right.received,
            published: left.published + right.published,
            dropped: left.dropped + right.dropped,
            reconnects: left.reconnects + right.reconnects
        )
    }
}
