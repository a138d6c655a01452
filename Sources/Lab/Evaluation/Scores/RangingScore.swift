/// How well a method told distances.
public struct RangingScore: Hashable, Sendable {
    public let method: String
    /// The mean absolute error, in metres.
    public let meanError: Double
    /// The absolute error that is not exceeded in nine of ten cases, in metres.
    public let ninthDecile: Double
    /// The area under the ROC curve of telling what is beyond 5 m.
    public let areaUnderCurve: Double
    /// How often the truth was within the 90 % interval; nil for a method without one.
    public let coverage: Double?

    /// The distance, in metres, of the far/near decision.
    public static let threshold = 5.0

    public init(method: String, estimates: [RangeEstimate]) {
        self.method = method
        let errors = estimates.map { ($0.distance - $0.truth).magnitude }.sorted()
        meanError = Statistics.mean(errors)
        ninthDecile = Statistics.quantile(0.9, ofSorted: errors)
        areaUnderCurve = Statistics.areaUnderCurve(estimates.map { ($0.farness, $0.truth > Self.threshold) })
        let held = estimates.compactMap { estimate in estimate.interval.map { $0.contains(estimate.truth) } }
        coverage = held.isEmpty ? nil : Double(held.count { $0 }) / Double(held.count)
    }
}

/// A distance as told and as it was.
public struct RangeEstimate: Hashable, Sendable {
    /// In metres.
    public var truth: Double
    /// In metres.
    public var distance: Double
    /// What grows with the belief that it is far: a probability, or the distance itself.
    public var farness: Double
    /// The range said to hold the truth with a probability of 90 %, in metres.
    public var interval: ClosedRange<Double>?

    public init(truth: Double, distance: Double, farness: Double? = nil, interval: ClosedRange<Double>? = nil) {
        (self.truth, self.distance, self.interval) = (truth, distance, interval)
        self.farness = farness ?? distance
    }
}
