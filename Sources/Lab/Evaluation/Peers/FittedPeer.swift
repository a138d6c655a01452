/// A peer with the curve that suits one receiver.
public struct FittedPeer: Sendable {
    public let peer: Peer
    public let curve: DistanceCurve

    public init(_ peer: Peer, curve: DistanceCurve) { (self.peer, self.curve) = (peer, curve) }

    /// The distances, in metres, that it tells at each report.
    public func distances(of series: StrengthSeries) -> [Double] {
        Self.distances(peer, curve, Self.smoothed(peer, series), series.times)
    }

    private static func smoothed(_ peer: Peer, _ series: StrengthSeries) -> [Double] {
        peer.strengthFilter()?.smoothed(series.strengths, at: series.times) ?? series.strengths
    }

    private static func distances(
        _ peer: Peer, _ curve: DistanceCurve, _ strengths: [Double], _ times: [Double]
    ) -> [Double] {
        let read = strengths.map(curve.distance)
        return peer.distanceFilter()?.smoothed(read, at: times) ?? read
    }
}

extension FittedPeer {
    /// The peer whose parameters make its mean error in metres on a series least: power at a metre, and exponent where
    /// it has one.
    ///
    /// Least squares on the strengths would serve the peers worse: where walls hide the law, they give exponents near
    /// nothing and distances of kilometres.
    public init(_ peer: Peer, fitting series: StrengthSeries) {
        guard series.count > 0 else {
            self.init(peer, curve: peer.publishedCurve)
            return
        }
        let strengths = Self.smoothed(peer, series)
        func error(_ curve: DistanceCurve) -> Double {
            zip(Self.distances(peer, curve, strengths, series.times), series.distances)
                .reduce(0) { $0 + ($1.0 - $1.1).magnitude }
        }
        var best = (curve: peer.publishedCurve, error: error(peer.publishedCurve))
        var powers = stride(from: -80.0, through: -30, by: 5)
        var exponents = stride(from: 1.0, through: 5, by: 0.5)
        var steps = (power: 5.0, exponent: 0.5)
        // From a coarse grid to ever finer ones around the best of the last.
        for _ in 0..<4 {
            for curve in Self.curves(like: peer.publishedCurve, powers, exponents) {
                let error = error(curve)
                if error < best.error { best = (curve, error) }
            }
            let (power, exponent) = best.curve.parameters
            (powers, exponents) = (
                stride(from: power - steps.power, through: min(-1, power + steps.power), by: steps.power / 4),
                stride(
                    from: max(1, exponent - steps.exponent), through: exponent + steps.exponent, by: steps.exponent / 4
                )
            )
            steps = (steps.power / 4, steps.exponent / 4)
        }
        self.init(peer, curve: best.curve)
    }

    private static func curves(
        like curve: DistanceCurve, _ powers: StrideThrough<Double>, _ exponents: StrideThrough<Double>
    ) -> [DistanceCurve] {
        switch curve {
        case .ratio: powers.map { .ratio(power: $0) }
        case .logarithmic: powers.flatMap { power in exponents.map { .logarithmic(power: power, exponent: $0) } }
        }
    }
}

extension DistanceCurve {
    /// Power at a metre and exponent; 2 for a curve without.
    fileprivate var parameters: (power: Double, exponent: Double) {
        switch self {
        case .logarithmic(let power, let exponent): (power, exponent)
        case .ratio(let power): (power, 2)
        }
    }
}
