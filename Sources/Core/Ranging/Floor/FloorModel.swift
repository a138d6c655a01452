/// What several receivers hear of a tag at a known place.
public struct FloorSample: Hashable, Sendable {
    public var place: FloorPoint
    /// In dBm, in the receivers' order; nil for nothing heard.
    public var strengths: [Double?]

    public init(place: FloorPoint, strengths: [Double?]) { (self.place, self.strengths) = (place, strengths) }
}

/// What is known of a floor after a walk through it with a tag: what each receiver hears on each square, and where
/// tags are at all.
public struct FloorModel: Sendable {
    /// Where the receivers hang.
    public let receivers: [FloorPoint]
    /// The law of distance of each receiver.
    public let laws: [ReceiverLaw]
    let grid: FloorGrid
    let maps: [StrengthMap]
    /// How likely a tag is on each square before anything is heard; they sum up to 1.
    let prior: [Float]
    /// The distance of each square to each receiver, in metres.
    let distances: [[Float]]
    /// The squares by their distance to each receiver.
    let order: [[Int]]

    /// The share of the prior that has no preference for any square.
    static let evenShare: Float = 0.2
    /// How many samples on a square are enough to tell that tags are there.
    static let enoughSamples: Float = 20
    /// The reach, in metres, of having been somewhere.
    static let priorReach = 0.5

    /// Learns from a survey, whose samples have a strength, or nil, for each receiver.
    public init(receivers: [FloorPoint], survey: [FloorSample], tagHeight: Double) {
        let grid = FloorGrid(around: survey.map(\.place) + receivers, height: tagHeight)
        let laws = receivers.indices.map { index in
            ReceiverLaw(
                survey.compactMap { sample in
                    sample.strengths[index].map { (sample.place.distance(to: receivers[index]), $0) }
                }
            )
        }
        maps = receivers.indices.map {
            StrengthMap(law: laws[$0], receiver: receivers[$0], grid: grid, survey: survey, index: $0)
        }
        let distances = receivers.map { receiver in
            (0..<grid.count).map { Float(grid.place($0).distance(to: receiver)) }
        }
        order = distances.map { row in row.indices.sorted { row[$0] < row[$1] } }
        prior = Self.prior(grid, survey)
        (self.receivers, self.laws, self.grid, self.distances) = (receivers, laws, grid, distances)
    }

    private static func prior(_ grid: FloorGrid, _ survey: [FloorSample]) -> [Float] {
        var counts = Array(repeating: Float(0), count: grid.count)
        for sample in survey { counts[grid.cell(sample.place)] += 1 }
        counts = counts.map { min($0, enoughSamples) }
        var blur = FloorBlur(grid: grid, sigma: priorReach)
        blur.apply(to: &counts)
        let sum = counts.reduce(0, +), even = 1 / Float(grid.count)
        guard sum > 0 else { return counts.map { _ in even } }
        return counts.map { evenShare * even + (1 - evenShare) * $0 / sum }
    }
}
