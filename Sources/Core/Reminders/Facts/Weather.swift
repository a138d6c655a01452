/// What the weather is like, as far as somebody tells it: what is not told is nil, and never zero.
public struct Weather: Hashable, Sendable {
    public var sky: Sky?
    /// In °C, two metres above the ground.
    public var temperature: Double?
    /// Rain, snow and all else that falls, in mm of water in an hour.
    public var precipitation: Double?
    /// How likely anything falls, 0 to 1.
    public var chance: Double?
    /// The mean in m/s, ten metres above the ground.
    public var wind: Double?
    /// In metres.
    public var snowDepth: Double?

    /// What lies beyond all that was ever measured on Earth, or is no number, counts as not told.
    public init(
        sky: Sky? = nil, temperature: Double? = nil, precipitation: Double? = nil, chance: Double? = nil,
        wind: Double? = nil, snowDepth: Double? = nil
    ) {
        self.sky = sky
        self.temperature = Self.plausible(temperature, -100...70)
        self.precipitation = Self.plausible(precipitation, 0...500)
        self.chance = Self.plausible(chance, 0...1)
        self.wind = Self.plausible(wind, 0...150)
        self.snowDepth = Self.plausible(snowDepth, 0...20)
    }

    /// Whether nothing is told at all.
    public var isEmpty: Bool { self == Weather() }

    private static func plausible(_ value: Double?, _ range: ClosedRange<Double>) -> Double? {
        value.flatMap { range.contains($0) ? $0 : nil }
    }
}
