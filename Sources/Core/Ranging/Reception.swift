public import Tracking

/// What a gateway received of a tag within an interval; nothing is news too, while the gateway can hear.
public struct Reception: Hashable, Sendable {
    /// The end of the interval.
    public var time: Timestamp
    /// The mean strength of the reports, in dBm; nil when there was none, or the adapter does not tell it.
    public var strength: Double?
    /// How many reports came.
    public var samples: Int
    /// How many reports a tag close by would have brought; 0 for not known.
    public var expected: Int

    /// Whether the reports came over a link between the two, which would have ended without them.
    public var isLink: Bool

    public init(time: Timestamp, strength: Double?, samples: Int, expected: Int = 0, isLink: Bool = false) {
        self.time = time
        self.strength = strength
        self.samples = samples
        self.expected = expected
        self.isLink = isLink
    }
}
