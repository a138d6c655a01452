public import Tracking

/// Which refused messages are asked for; what is nil does not matter.
public struct QuarantineFilter: Hashable, Sendable {
    /// The short word, such as `range`.
    public var reason: String?
    /// What the topic begins with.
    public var topic: String?
    /// Whose topic it came on, at whatever depth.
    public var device: DeviceID?
    /// From this arrival on.
    public var start: Timestamp?
    /// Up to this arrival.
    public var end: Timestamp?
    /// Only those that were put aside before the one with this number, to go on with a list.
    public var before: Int64?

    public init(
        reason: String? = nil,
        topic: String? = nil,
        device: DeviceID? = nil,
        start: Timestamp? = nil,
        end: Timestamp? = nil,
        before: Int64? = nil
    ) {
        self.reason = reason
        self.topic = topic
        self.device = device
        self.start = start
        self.end = end
        self.before = before
    }
}
