import Glibc

/// What one receiver hears of a tag on each square of a floor: the law of distance, and what walls and furniture do to
/// it where the tag has been before.
struct StrengthMap: Hashable, Sendable {
    /// In dBm.
    private(set) var means: [Float]
    /// One over the standard deviation of a report, in dB: smaller where the tag has never been.
    private(set) var precisions: [Float]
    /// The logarithm of the precision, which a likelihood takes in.
    private(set) var levels: [Float]

    /// Over how many metres what walls do stays alike.
    static let reach = 0.8
    /// How many reports on a square count as a whole look at it.
    static let reportsPerLook: Float = 4
    /// How many looks the law itself counts for.
    static let lawLooks: Float = 0.5

    init(law: ReceiverLaw, receiver: FloorPoint, grid: FloorGrid, survey: [FloorSample], index: Int) {
        let middles = (0..<grid.count).map { Float(law.strength(at: grid.place($0).distance(to: receiver))) }
        var sums = Array(repeating: Float(0), count: grid.count), counts = sums
        for sample in survey {
            guard let strength = sample.strengths[index] else { continue }
            let cell = grid.cell(sample.place)
            sums[cell] += Float(strength - law.strength(at: sample.place.distance(to: receiver)))
            counts[cell] += 1
        }
        let looks = counts.map { min(1, $0 / Self.reportsPerLook) }
        var offsets = zip(zip(sums, counts), looks).map { $0.1 > 0 ? $0.0 / $0.1 * $1 : 0 }
        var weights = looks
        var blur = FloorBlur(grid: grid, sigma: Self.reach, isNormalised: false)
        blur.apply(to: &offsets)
        blur.apply(to: &weights)
        for cell in offsets.indices { offsets[cell] /= weights[cell] + Self.lawLooks }
        means = zip(middles, offsets).map { $0 + $1 }
        let near = Self.variance(survey, index, receiver, law, grid, offsets)
        let far = max(Float(law.sigma * law.sigma), near + 1)
        // Where nothing was heard nearby, the whole doubt of the law remains.
        precisions = weights.map { weight in
            let share = 4 * Self.lawLooks / (weight + 4 * Self.lawLooks)
            return 1 / (near + (far - near) * share).squareRoot()
        }
        levels = precisions.map { logf($0) }
    }

    /// The variance of what the map leaves unexplained where the tag has been, in dB².
    private static func variance(
        _ survey: [FloorSample],
        _ index: Int,
        _ receiver: FloorPoint,
        _ law: ReceiverLaw,
        _ grid: FloorGrid,
        _ offsets: [Float]
    ) -> Float {
        var sum = 0.0
        var count = 0.0
        for sample in survey {
            guard let strength = sample.strengths[index] else { continue }
            let expected = law.strength(at: sample.place.distance(to: receiver))
            let off = strength - expected - Double(offsets[grid.cell(sample.place)])
            sum += off * off
            count += 1
        }
        // A few reports would fit the map they made.
        return Float((sum + 4 * law.sigma * law.sigma) / (count + 4))
    }
}
