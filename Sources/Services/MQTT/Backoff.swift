/// Waits between attempts: a random share of a bound that doubles ("full jitter").
public struct Backoff: Hashable, Sendable {
    /// The first and the greatest bound.
    public struct Bounds: Hashable, Sendable {
        public var first: Duration
        public var most: Duration

        public init(first: Duration = .milliseconds(500), most: Duration = .seconds(60)) {
            self.first = first
            self.most = most
        }
    }

    private let bounds: Bounds
    /// The bound of the next wait.
    public private(set) var ceiling: Duration

    public init(_ bounds: Bounds = Bounds()) {
        self.bounds = bounds
        ceiling = bounds.first
    }

    /// Draws the next wait, from nothing to ``ceiling``, and doubles the ceiling.
    public mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
        let share = Double(generator.next() >> 11) * 0x1p-53
        let wait = ceiling * share
        ceiling = min(ceiling * 2, bounds.most)
        return wait
    }

    /// Begins again with the first bound.
    public mutating func reset() { ceiling = bounds.first }
}
