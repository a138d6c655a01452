/// What the weather is or will be: all that is asked for must hold in the same hour.
public struct WeatherCondition: Hashable, Sendable {
    /// Where; nil for where the owner is.
    public let place: PlaceTarget?
    /// Within how long from now, up to two days; zero for now.
    public let within: Duration
    public let sky: Sky?
    public let limits: [Limit]

    /// How far ahead one may look.
    public static let farthest = Duration.seconds(48 * 3600)

    /// What is above or below a number.
    public struct Limit: Hashable, Sendable {
        public let measure: Measure
        public let side: Side
        /// In the unit of the measure.
        public let bound: Double

        /// - Throws: ``Invalid`` for a number that no weather has.
        public init(_ measure: Measure, _ side: Side, _ bound: Double) throws(Invalid) {
            guard measure.range.contains(bound) else { throw .range(measure) }
            (self.measure, self.side, self.bound) = (measure, side, bound)
        }
    }

    public enum Side: String, Hashable, Sendable, CaseIterable { case above, below }

    /// What is measured of the weather.
    public enum Measure: String, Hashable, Sendable, CaseIterable {
        /// In degrees Celsius.
        case temperature
        /// In millimetres in an hour.
        case precipitation
        /// That there is precipitation, in per cent.
        case chance
        /// The mean, in metres a second.
        case wind
        /// In metres.
        case snowDepth = "snow_depth"

        /// What may be asked for.
        public var range: ClosedRange<Double> {
            switch self {
            case .temperature: -90...60
            case .precipitation: 0...300
            case .chance: 0...100
            case .wind: 0...120
            case .snowDepth: 0...20
            }
        }
    }

    /// Why there is no such condition.
    public enum Invalid: Error, Hashable, Sendable, CustomStringConvertible {
        case empty
        case range(Measure)
        case twice(Measure)
        case within
        case place

        public var description: String {
            switch self {
            case .empty: "a sky or a number of the weather is expected"
            case .range(let measure):
                "a \(measure.rawValue) from \(measure.range.lowerBound) to \(measure.range.upperBound) is expected"
            case .twice(let measure): "at most one bound above and one below is expected for \(measure.rawValue)"
            case .within: "at most 48 hours ahead are expected"
            case .place: "weather is that of a place, not of the nearest of a kind"
            }
        }
    }

    /// - Throws: ``Invalid``.
    public init(
        place: PlaceTarget? = nil, within: Duration = .zero, sky: Sky? = nil, limits: [Limit] = []
    ) throws(Invalid) {
        if sky == nil, limits.isEmpty { throw .empty }
        guard within >= .zero, within <= Self.farthest else { throw .within }
        if case .nearest? = place { throw .place }
        var seen: Set<[String]> = []
        for limit in limits where !seen.insert([limit.measure.rawValue, limit.side.rawValue]).inserted {
            throw .twice(limit.measure)
        }
        (self.place, self.within, self.sky) = (place, within, sky)
        self.limits = limits.sorted {
            ($0.measure.rawValue, $0.side.rawValue) < ($1.measure.rawValue, $1.side.rawValue)
        }
    }
}
