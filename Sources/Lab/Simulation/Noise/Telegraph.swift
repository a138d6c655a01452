/// Something that is on and off by turns, each for a random time: a random telegraph signal with exponential times.
public struct Telegraph: Sendable {
    /// The mean times of each state.
    public struct Times: Hashable, Sendable {
        /// Seconds off; 0 for never on.
        public var off: Double
        /// Seconds on.
        public var on: Double

        public init(off: Double, on: Double) { (self.off, self.on) = (off, on) }

        /// Never on.
        public static let never = Self(off: 0, on: 0)

        /// The share of time for which it is on.
        public var share: Double { off > 0 && on > 0 ? on / (off + on) : 0 }
    }

    public private(set) var isOn = false
    private let times: Times
    private var until = Double.infinity

    /// As if it had been running for long.
    public init(_ times: Times, at seconds: Double, _ draws: inout SplitMix) {
        self.times = times
        guard times.share > 0 else { return }
        isOn = draws.unit() < times.share
        until = seconds + draws.exponential(mean: isOn ? times.on : times.off)
    }

    /// Goes on to a moment; answers whether it has come on since the last one.
    public mutating func advance(to seconds: Double, _ draws: inout SplitMix) -> Bool {
        var hasCome = false
        while until <= seconds {
            isOn.toggle()
            if isOn { hasCome = true }
            until += max(0.001, draws.exponential(mean: isOn ? times.on : times.off))
        }
        return hasCome
    }
}
