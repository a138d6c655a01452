import Glibc
public import Tracking

/// What one gateway's receptions of one tag tell of the distance between the two.
public struct RangeFilter: Hashable, Sendable {
    public let model: ReceptionModel
    /// What is known at the last reception.
    public private(set) var distribution = DistanceDistribution()
    /// When the last reception ended; nil before the first.
    public private(set) var time: Timestamp?

    public init(model: ReceptionModel) {
        self.model = model
    }

    /// Takes in a reception; one older than the last is no news.
    public mutating func observe(_ reception: Reception) {
        if let time, reception.time <= time { return }
        time = reception.time
        guard let strength = reception.strength else { return }
        let fade = model.fadeSigma / Double(max(1, reception.samples)).squareRoot()
        let sigma = hypot(hypot(model.biasSigma, model.shadowSigma), fade)
        var likelihood = SIMD64<Float>()
        for index in 0..<64 {
            let off = (strength - model.strength(at: DistanceDistribution.middle(index))) / sigma
            likelihood[index] = Float(exp(-0.5 * off * off))
        }
        distribution = DistanceDistribution().weighted(by: likelihood)
    }
}
