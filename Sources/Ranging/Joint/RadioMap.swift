import Glibc
public import Tracking

/// What several receivers heard of one tag at one moment.
public struct RoomSample: Hashable, Sendable {
    public var time: Timestamp
    /// Where the tag was, in metres.
    public var place: SIMD2<Double>
    /// For each receiver in dBm; nil where it heard nothing.
    public var strengths: [Double?]

    public init(time: Timestamp, place: SIMD2<Double>, strengths: [Double?]) {
        (self.time, self.place, self.strengths) = (time, place, strengths)
    }
}

/// How strongly each receiver hears a tag at each place of a floor, learnt from a walk with known places.
///
/// Walls and furniture make a signal weaker or stronger by the same at the same place: what a walk has shown there is
/// added to the log-distance model, the less the farther it was away (kernel regression: E. A. Nadaraya, 1964; and
/// M. Brunato and R. Battiti, "Statistical learning theory for location fingerprinting", 2005).
public struct RadioMap: Hashable, Sendable {
    /// What is known of one receiver.
    struct Receiver: Hashable, Sendable {
        /// The strength to expect in each square, in dBm.
        var strengths: [Float]
        /// How far each square is from it, in metres.
        var distances: [Float]
        /// The range of a ``DistanceDistribution`` in which that lies.
        var ranges: [UInt8]
        /// The variance of one report, taken so that many in a row count for as much as they are worth.
        var variance: Float
    }

    let receivers: [Receiver]
    /// Where the tag was during the walk, and next to it.
    let usual: Grid

    /// Learns from a walk.
    ///
    /// How wrong the map is follows from parts of the walk that it has not learnt from, one after the other. There is
    /// none when there are too few samples, or they are too far apart for a floor.
    ///
    /// - Parameters:
    ///   - samples: In the order of their times.
    ///   - places: Where the receivers are, in metres.
    ///   - height: The height of the tag, in metres.
    public init?(samples: [RoomSample], receivers places: [SIMD3<Double>], tagHeight height: Double = 1.3) {
        guard samples.count >= 60, let grid = Grid(over: samples.map(\.place), margin: Self.margin) else { return nil }
        let squares = samples.map { grid.index(of: $0.place) }
        usual = Self.usual(grid, squares)
        receivers = places.indices.map { number in
            let walk = Walk(samples, squares, number, places[number], height, grid)
            return walk.receiver(on: grid)
        }
    }

    /// How many receivers there are.
    public var count: Int { receivers.count }

    private static func usual(_ grid: Grid, _ squares: [Int]) -> Grid {
        var usual = grid
        var scratch = grid.values
        for square in squares { usual.values[square] = min(mostVisits, usual.values[square] + 1) }
        usual.blur(0.5, scratch: &scratch)
        let sum = usual.values.reduce(0, +)
        let least = 0.01 * sum / Float(usual.values.count)
        usual.values = usual.values.map { ($0 + least) / (1.01 * sum) }
        return usual
    }

    /// How far beyond the walk the tag may be, in metres.
    private static let margin = 0.3
    /// Standing still tells no more of a square.
    static let mostVisits: Float = 10
}

/// One receiver's side of a walk.
private struct Walk {
    let times: [Double]
    let squares: [Int]
    /// Metres; the strength in dBm, or nil.
    let distances: [Double]
    let strengths: [Double?]
    let squareDistances: [Float]
    let grid: Grid

    /// How far, in metres, what was shown at a place holds.
    private static let reach = 0.7
    /// What the log-distance model is worth beside it, in reports.
    private static let modelWeight: Float = 0.3
    private static let folds = 6
    /// The least variance of fading and shadowing, in dB².
    private static let least = 4.0

    init(
        _ samples: [RoomSample],
        _ squares: [Int],
        _ number: Int,
        _ place: SIMD3<Double>,
        _ height: Double,
        _ grid: Grid
    ) {
        func distance(_ point: SIMD2<Double>) -> Double {
            let way = place - SIMD3(point.x, point.y, height)
            return max(0.1, (way * way).sum().squareRoot())
        }
        (self.squares, self.grid) = (squares, grid)
        times = samples.map(\.time.seconds)
        distances = samples.map { distance($0.place) }
        strengths = samples.map { $0.strengths.indices.contains(number) ? $0.strengths[number] : nil }
        squareDistances = grid.values.indices.map { Float(distance(grid.place(of: $0))) }
    }

    func receiver(on grid: Grid) -> RadioMap.Receiver {
        let all = Array(squares.indices)
        return RadioMap.Receiver(
            strengths: map(from: all[...], besides: 0..<0),
            distances: squareDistances,
            ranges: squareDistances.map { UInt8(DistanceDistribution.index(of: Double($0))) },
            variance: Float(variance())
        )
    }

    /// The strength in each square, learnt without a part of the walk.
    private func map(from indices: ArraySlice<Int>, besides part: Range<Int>) -> [Float] {
        let heard = indices.filter { !part.contains($0) && strengths[$0] != nil }
        let samples = heard.compactMap { index in
            strengths[index].map {
                CalibrationSample(time: Timestamp(seconds: times[index]), distance: distances[index], strength: $0)
            }
        }
        let model = ReceptionModel.Line(robust: samples, usual: 2)
        var (counts, sums) = (grid.filled(with: 0), grid.filled(with: 0))
        for (index, sample) in zip(heard, samples) {
            counts.values[squares[index]] += 1
            sums.values[squares[index]] += Float(model.residual(sample))
        }
        for index in counts.values.indices where counts.values[index] > RadioMap.mostVisits {
            sums.values[index] *= RadioMap.mostVisits / counts.values[index]
            counts.values[index] = RadioMap.mostVisits
        }
        var scratch = grid.values
        counts.blur(Self.reach, scratch: &scratch)
        sums.blur(Self.reach, scratch: &scratch)
        return squareDistances.indices.map { index in
            let expected = model.power - 10 * model.exponent * log10(Double(squareDistances[index]))
            return Float(expected) + sums.values[index] / (counts.values[index] + Self.modelWeight)
        }
    }

    /// Fading, and shadowing as often as it is the same again: reports in a row that are wrong alike are one.
    private func variance() -> Double {
        var residuals = [Double?](repeating: nil, count: squares.count)
        for fold in 0..<Self.folds {
            let part = (squares.count * fold / Self.folds)..<(squares.count * (fold + 1) / Self.folds)
            let map = map(from: squares.indices.map { $0 }[...], besides: part)
            for index in part { residuals[index] = strengths[index].map { $0 - Double(map[squares[index]]) } }
        }
        func product(_ lag: Int) -> Double {
            var (sum, count) = (0.0, 0.0)
            for index in stride(from: lag, to: residuals.count, by: 1) {
                guard let now = residuals[index], let then = residuals[index - lag] else { continue }
                sum += now * then
                count += 1
            }
            return count > 0 ? sum / count : 0
        }
        let shadow = max(Self.least, product(1))
        let fade = max(Self.least, product(0) - product(1))
        var alike = 0.0
        for lag in 1..<60 {
            let share = product(lag) / shadow
            if share < 0.1 { break }
            alike += share
        }
        return shadow * (1 + 2 * alike) + fade
    }
}
