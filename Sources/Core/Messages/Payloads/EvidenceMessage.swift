public import Tracking

/// What a level rests on, as the history service stores it beside the state and beside each alert.
public struct EvidenceMessage: Hashable, Sendable {
    /// The moment that it is for.
    public var time: Timestamp
    /// Metres; written, like the interval, in whole millimetres.
    public var distance: Double?
    /// The lower end of the 90 % interval of the distance, in metres.
    public var low: Double?
    /// The upper end of the 90 % interval of the distance, in metres.
    public var high: Double?
    public var warning: Threshold
    public var critical: Threshold
    public var positions: Positions?
    public var gateways: [Gateway]
    /// Whose next word the judgement waits for; nil for nobody's.
    public var waiting: Waiting?
    /// The member of its owner's household who has the item, so that it counts as near; nil for nobody else.
    public var with: Name?

    /// Whose word is waited for, since the other side has moved.
    public struct Waiting: Hashable, Sendable {
        public var awaited: Awaited
        /// When that one told where it is last.
        public var since: Timestamp
        /// Seconds that usually pass between two of its words; nil for not known.
        public var usual: Double?

        public init(awaited: Awaited, since: Timestamp, usual: Double?) {
            (self.awaited, self.since, self.usual) = (awaited, since, usual)
        }
    }

    /// How far beyond doubt the item is beyond a threshold.
    public struct Threshold: Hashable, Sendable {
        /// The threshold in metres.
        public var distance: Double
        /// That it is beyond, 0 to 1.
        public var probability: Double
        /// The odds for beyond against within half of it; nil where exact positions settle it.
        public var odds: Double?
        /// The odds that a rise takes.
        public var needed: Double

        public init(distance: Double, probability: Double, odds: Double?, needed: Double) {
            (self.distance, self.probability, self.odds, self.needed) = (distance, probability, odds, needed)
        }
    }

    /// What the positions of tracker and owner say.
    public struct Positions: Hashable, Sendable {
        public var time: Timestamp
        /// Metres between the two, as measured.
        public var distance: Double
        /// The standard deviation of that, in metres; 0 for exact.
        public var sigma: Double
        /// Seconds from then to the nearest position of the owner.
        public var gap: Double

        public init(time: Timestamp, distance: Double, sigma: Double, gap: Double) {
            (self.time, self.distance, self.sigma, self.gap) = (time, distance, sigma, gap)
        }
    }

    /// What one gateway says.
    public struct Gateway: Hashable, Sendable {
        /// Where a gateway is, as far as that is known.
        public enum Standing: String, Hashable, Sendable, CaseIterable {
            case carried, placed, unknown
        }

        public var name: Name
        public var standing: Standing
        /// Whether it hears nothing at all any more.
        public var isBlind: Bool
        /// Whether it counted.
        public var counts: Bool
        /// The end of the interval last heard of.
        public var time: Timestamp?
        /// dBm.
        public var strength: Double?
        public var samples: Int?
        public var expected: Int?
        public var heard: Timestamp?
        public var silentSince: Timestamp?
        /// When the item's link to it last carried something.
        public var linked: Timestamp?
        /// The distance from the gateway and its 90 % interval, in metres.
        public var distance: Double?
        public var low: Double?
        public var high: Double?

        public init(name: Name, standing: Standing, isBlind: Bool, counts: Bool) {
            (self.name, self.standing, self.isBlind, self.counts) = (name, standing, isBlind, counts)
        }
    }

    public init(time: Timestamp, warning: Threshold, critical: Threshold) {
        self.time = time
        self.warning = warning
        self.critical = critical
        gateways = []
    }
}
