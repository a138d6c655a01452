import Glibc
import Ranging
import Tracking

/// Multiplies what independent evidence says of the distance between an item and its owner.
enum Fusion {
    /// What is known before any evidence: things are with their owners most of the time, and may be anywhere else.
    static let prior: Cells = {
        var together = Cells()
        for index in 0..<64 {
            let off = log(DistanceDistribution.middle(index) / togetherMedian) / togetherSpread
            together[index] = Float(exp(-0.5 * off * off))
        }
        return together * (Float(1 - apart) / together.sum()) + Cells(repeating: Float(apart / 64))
    }()

    /// How far from each other, in metres, two are that are together; exceeded as often as not.
    static let togetherMedian = 0.8
    /// The standard deviation of the logarithm of that distance.
    static let togetherSpread = 0.6
    /// The probability that an item is not with its owner, of which nothing else is known.
    static let apart = 0.05
    /// The seconds for which a position says something beside what a gateway hears now.
    static let positionMemory = 300.0

    /// What all evidence says together; nil when there is none.
    ///
    /// - Parameters:
    ///   - positions: The last positions of both sides.
    ///   - gateways: What gateways heard.
    ///   - owner: Where the owner is.
    ///   - now: The moment that the answer is for.
    static func posterior(
        _ positions: PositionEvidence?,
        _ gateways: [GatewayEvidence],
        owner: OwnerPosition?,
        at now: Timestamp
    ) -> Posterior? {
        if let positions, positions.isExact { return .literal(positions.separation) }
        var weights = prior
        var counts = false
        for gateway in gateways where gateway.isFresh(at: now) || gateway.isLinked(at: now) {
            guard let likelihood = gateway.likelihood(owner: owner, at: now) else { continue }
            weights = DistanceDistribution(weights * likelihood).weights
            counts = counts || gateway.isFresh(at: now)
        }
        if let positions {
            // Without anything newer, it is the distance at the moment of the fix that is known.
            let age = counts ? max(0, now.seconds - positions.time.seconds) : 0
            if age <= positionMemory {
                weights = weights * positions.likelihood(after: age)
                counts = true
            }
        }
        guard counts else { return nil }
        return .fused(DistanceDistribution(weights), positions: positions?.separation)
    }
}
