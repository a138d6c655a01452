/// One line of the results.
struct Measurement: Codable {
    /// What it was measured with; told where rows are compared.
    var suite: String?
    var name: String
    var value: Double
    var unit: String
    /// What the same machine can do at best, or what others do, measured in the same run.
    var limit: Limit?
    /// The value as a share of the limit.
    var ratio: Double?
    var target: Target?

    /// Whether the target is met; nil without one.
    var isMet: Bool? { target?.isMet(value: value, ratio: ratio) }

    init(_ name: String, _ value: Double, _ unit: String, target: Target? = nil) {
        (self.name, self.value, self.unit, self.target) = (name, value, unit, target)
    }

    /// A value beside a limit measured in the same rounds.
    init(_ name: String, _ samples: Samples, _ unit: String, limit: (String, Samples)? = nil, target: Target? = nil) {
        self.init(name, samples.median, unit, target: target)
        guard let (what, limits) = limit else { return }
        self.limit = Limit(what: what, value: limits.median)
        ratio = samples.ratio(to: limits)
    }
}

/// A number to hold a measurement against.
struct Limit: Codable {
    var what: String
    var value: Double
}

/// What architecture.md asks for.
struct Target: Codable, Hashable {
    enum Sense: String, Codable { case atLeast, atMost }

    var sense: Sense
    var value: Double
    /// Whether the ratio to the limit is meant.
    var isOfRatio = false

    static func atLeast(_ value: Double) -> Target { Target(sense: .atLeast, value: value) }
    static func atMost(_ value: Double) -> Target { Target(sense: .atMost, value: value) }
    static func ratio(atLeast value: Double) -> Target { Target(sense: .atLeast, value: value, isOfRatio: true) }
    static func ratio(atMost value: Double) -> Target { Target(sense: .atMost, value: value, isOfRatio: true) }

    func isMet(value measured: Double, ratio: Double?) -> Bool? {
        guard let found = isOfRatio ? ratio : measured else { return nil }
        return sense == .atLeast ? found >= value : found <= value
    }
}

/// What the rounds gave for one thing.
struct Samples {
    private(set) var values: [Double]

    init(_ values: [Double] = []) { self.values = values }

    mutating func add(_ value: Double) { values.append(value) }

    var median: Double { Self.median(values) }

    /// The median of the ratios round by round, in which a busy minute weighs on both sides.
    func ratio(to other: Samples) -> Double {
        Self.median(zip(values, other.values).map { $0 / $1 })
    }

    private static func median(_ values: [Double]) -> Double {
        guard !values.isEmpty else { return .nan }
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
