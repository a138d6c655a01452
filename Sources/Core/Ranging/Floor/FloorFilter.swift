import Glibc

/// Where a tag is on a surveyed floor, from what all receivers hear of it: a probability for each square.
///
/// A Bayes filter on a grid. Between reports the tag may walk; a report's likelihood is Student's, so that a deep fade
/// is no proof, and is taken to the power of ``FloorFilter/trust``, because reports that follow each other share their
/// walls and their orientation. How much weaker or stronger the tag is than the surveyed one, or whoever carries it
/// makes it, is found along with it: for each of ``FloorFilter/biases`` there is a grid of its own.
///
/// A distance is told by where the tag may be, so that one receiver's bad hearing is mended by the others.
public struct FloorFilter: Sendable {
    public let model: FloorModel
    /// The probability of each square, one bias after the other.
    private var weights: [Float]
    /// The probability of each square whatever the bias; they sum up to 1.
    private var places: [Float]
    private var time: Double?
    private var walk: (gap: Double, blur: FloorBlur)?

    /// By how much the tag may be stronger than the surveyed one, in dB.
    static let biases: [Float] = [-8, -4, 0, 4, 8]
    /// The standard deviation of that, in dB.
    static let biasSigma: Float = 3
    /// How likely the bias changes within a second.
    static let biasChange: Float = 0.002
    /// The share of a report's evidence that its neighbours do not hold already.
    static let trust: Float = 0.18
    /// How far a tag comes within a second, in metres, growing with the square root of the time.
    static let pace = 0.45
    /// How likely the tag is carried to anywhere within a second.
    static let leap = 0.01
    /// After so many seconds without a report nothing is known any more but the bias.
    static let memory = 20.0

    public init(model: FloorModel) {
        self.model = model
        places = model.prior
        let shares = Self.biasShares
        weights = shares.flatMap { share in model.prior.map { $0 * share } }
    }

    private static let biasShares: [Float] = {
        let shares = biases.map { expf(-0.5 * $0 * $0 / (biasSigma * biasSigma)) }
        let sum = shares.reduce(0, +)
        return shares.map { $0 / sum }
    }()

    /// Takes in what each receiver heard at a time in seconds, in dBm; nil for nothing, which is no evidence.
    public mutating func observe(_ strengths: [Double?], at now: Double) {
        predict(to: now)
        var evidence = Array(repeating: Float(0), count: weights.count)
        for (receiver, strength) in strengths.enumerated() {
            if let strength { add(&evidence, receiver, Float(strength)) }
        }
        let most = evidence.max() ?? 0
        for index in weights.indices { weights[index] *= expf(Self.trust * (evidence[index] - most)) }
        let sum = weights.reduce(0, +)
        guard sum > 0 else {
            self = FloorFilter(model: model)
            return
        }
        for index in weights.indices { weights[index] /= sum }
        sumBiases()
    }

    private mutating func predict(to now: Double) {
        let gap = time.map { now - $0 } ?? 0
        time = now
        guard gap > 0 else { return }
        let cells = model.grid.count
        let stay = gap > Self.memory ? 0 : Float(exp(-Self.leap * gap))
        let change = min(1, Self.biasChange * Float(gap))
        if walk?.gap != gap {
            walk = (gap, FloorBlur(grid: model.grid, sigma: Self.pace * gap.squareRoot()))
        }
        for (bias, share) in Self.biasShares.enumerated() {
            let start = bias * cells
            if stay > 0 { walk?.blur.apply(to: &weights, from: start) }
            let sum = weights[start..<start + cells].reduce(0, +)
            let scale = sum > 0 ? 1 - change + change * share / sum : 0
            for cell in 0..<cells {
                let kept = stay * weights[start + cell] + (1 - stay) * sum * model.prior[cell]
                weights[start + cell] = sum > 0 ? kept * scale : change * share * model.prior[cell]
            }
        }
    }

    private func add(_ evidence: inout [Float], _ receiver: Int, _ strength: Float) {
        let map = model.maps[receiver]
        let cells = model.grid.count
        let table = StudentTable.shared
        for (number, bias) in Self.biases.enumerated() {
            let start = number * cells
            for cell in 0..<cells {
                let off = (strength - map.means[cell] - bias) * map.precisions[cell]
                evidence[start + cell] += table.logLikelihood(off) + map.levels[cell]
            }
        }
    }

    private mutating func sumBiases() {
        let cells = model.grid.count
        for cell in 0..<cells {
            var sum: Float = 0
            for bias in 0..<Self.biases.count { sum += weights[bias * cells + cell] }
            places[cell] = sum
        }
    }
}

extension FloorFilter {
    /// The distance to a receiver, in metres, that is not exceeded with a probability.
    public func quantile(_ probability: Double, to receiver: Int) -> Double {
        let distances = model.distances[receiver]
        var sum = 0.0
        for cell in model.order[receiver] {
            sum += Double(places[cell])
            if sum >= probability { return Double(distances[cell]) }
        }
        return model.order[receiver].last.map { Double(distances[$0]) } ?? 0
    }

    /// The distance to a receiver, in metres, that is as likely exceeded as not.
    public func median(to receiver: Int) -> Double { quantile(0.5, to: receiver) }

    /// The range that holds the distance to a receiver with a probability of 90 %, in metres.
    public func interval(to receiver: Int) -> ClosedRange<Double> {
        let half = FloorGrid.step / 2
        let low = max(0, quantile(0.05, to: receiver) - half)
        return low...max(low, quantile(0.95, to: receiver) + half)
    }

    /// The probability that the tag is farther from a receiver than a threshold in metres.
    public func probability(beyond threshold: Double, to receiver: Int) -> Double {
        var sum = 0.0
        for (cell, distance) in model.distances[receiver].enumerated() where Double(distance) > threshold {
            sum += Double(places[cell])
        }
        return min(1, sum)
    }

    /// Where the tag is most likely on average, in metres.
    public var place: FloorPoint {
        var x = 0.0
        var y = 0.0
        for (cell, weight) in places.enumerated() {
            let place = model.grid.place(cell)
            x += Double(weight) * place.x
            y += Double(weight) * place.y
        }
        return FloorPoint(x: x, y: y, z: model.grid.height)
    }
}
