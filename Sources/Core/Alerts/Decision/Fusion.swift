import Ranging
import Tracking

/// Multiplies what independent evidence says of the distance between an item and its owner.
enum Fusion {
    /// What is known before any evidence: things are with their owners most of the time, and may be anywhere else.
    static let prior = RangeFilter(model: ReceptionModel(), motion: .carried).distribution.weights
    /// The seconds for which a position says something beside what a gateway hears now.
    static let positionMemory = 300.0

    /// The distance between item and owner by all evidence at a moment; nil when there is none.
    ///
    /// It is heedful when each look since the last change of level counts in full.
    static func posterior(
        _ positions: PositionEvidence?,
        _ memory: @autoclosure () -> PositionMemory,
        _ gateways: [GatewayEvidence],
        owner: TrackPosition?,
        departure: Departure? = nil,
        isHeedful: Bool = false,
        at now: Timestamp
    ) -> Posterior? {
        if let positions, positions.isExact, now <= positions.time.advanced(by: .seconds(ItemWatch.literalFor)) {
            return .literal(positions.separation)
        }
        let heard = gateways.filter {
            ($0.isFresh(at: now) || $0.isLinked(at: now)) && $0.compares(owner: owner, at: now)
        }
        let hears = heard.contains { $0.isFresh(at: now) }
        // Without anything newer, it is the distance at the moment of the fix that is known.
        let age = hears ? positions.map { max(0, now.seconds - $0.time.seconds) } ?? 0 : 0
        let counts = positions != nil && age <= positionMemory
        guard hears || counts else { return nil }
        // What a gateway in the owner's pocket heard before is in what it says now.
        let isAtHand = heard.contains { $0.standing == .carried && $0.isFresh(at: now) }
        let moment = positions?.time ?? now
        var weights = isAtHand ? prior : isHeedful ? memory().heedfulPrior(at: moment) : memory().prior(at: moment)
        for gateway in heard {
            guard let likelihood = gateway.likelihood(owner: owner, at: now) else { continue }
            weights = DistanceDistribution(weights * likelihood).weights
        }
        if let positions, counts {
            // Who has driven on has left the item where it was, or taken it along.
            weights = weights * positions.likelihood(after: age, way: age > 0 ? owner.map(positions.way) ?? 0 : 0)
        }
        // Its own position since then says more than its silence.
        var apart = positions?.separation
        if let departure, hears, positions.map({ $0.time < departure.silentSince }) ?? true {
            weights = departure.weigh(weights, at: now)
            apart = departure.way
        }
        return .fused(DistanceDistribution(weights), positions: apart)
    }
}
