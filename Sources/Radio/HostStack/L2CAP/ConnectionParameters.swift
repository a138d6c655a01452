/// What a tag may ask of its central: how often they meet.
///
/// Core Specification 5.4, volume 3, part A, section 4.20.
public struct ConnectionParameters: Hashable, Sendable {
    /// The shortest and the longest interval, in steps of 1.25 ms: 6 to 3200.
    public let interval: ClosedRange<UInt16>
    /// How many events the tag may sleep through: 0 to 499.
    public let latency: UInt16
    /// After how long without a packet the link is lost, in steps of 10 ms: 10 to 3200.
    public let timeout: UInt16

    /// Nil for values that the specification does not allow.
    public init?(interval: ClosedRange<UInt16>, latency: UInt16, timeout: UInt16) {
        guard (6...3200).contains(interval.lowerBound), (6...3200).contains(interval.upperBound),
            latency <= 499, (10...3200).contains(timeout),
            // timeout × 10 ms > (1 + latency) × interval × 1.25 ms × 2
            UInt32(timeout) * 4 > (1 + UInt32(latency)) * UInt32(interval.upperBound)
        else { return nil }
        self.interval = interval
        self.latency = latency
        self.timeout = timeout
    }
}
