/// What a client has done since it was made.
public struct MQTTCounters: Hashable, Sendable {
    /// Messages handed to the handler.
    public var received = 0
    /// Messages taken over from publishers.
    public var published = 0
    /// Messages of quality 1 that the broker has confirmed.
    public var acknowledged = 0
    /// Messages given up: quality 0 without a connection, or refused by the broker.
    public var dropped = 0
    /// Times the connection was made again after it broke.
    public var reconnects = 0
    /// Messages now waiting to be sent or confirmed.
    public var queued = 0

    public init() {}
}
