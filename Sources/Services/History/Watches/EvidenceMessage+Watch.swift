import Alerts
import Messages
import Ranging
import Tracking

extension EvidenceMessage {
    /// What an item's level rests on at a moment; nil before there is any evidence.
    init?(_ watch: ItemWatch, at now: Timestamp) {
        guard let posterior = watch.posterior, let time = watch.posteriorTime else { return nil }
        func threshold(_ distance: Double, _ level: AlertLevel) -> Threshold {
            let odds = posterior.odds(beyond: distance)
            return Threshold(
                distance: distance,
                probability: posterior.probability(beyond: distance),
                odds: odds.isFinite ? odds : nil,
                needed: watch.policy.odds(for: level)
            )
        }
        self.init(
            time: time,
            warning: threshold(watch.thresholds.warning, .warning),
            critical: threshold(watch.thresholds.critical, .critical)
        )
        let interval = posterior.interval
        (distance, low, high) = (posterior.distance, interval.lowerBound, interval.upperBound)
        positions = watch.positions.map {
            Positions(time: $0.time, distance: $0.distance, sigma: $0.sigma, gap: $0.gap)
        }
        gateways = watch.gateways.map { Gateway($0, counts: watch.counts($0, at: now)) }
        waiting = watch.waiting(at: now).map { Waiting(awaited: $0.awaited, since: $0.since, usual: $0.usual) }
        with = watch.with
    }
}

extension EvidenceMessage.Gateway {
    fileprivate init(_ evidence: GatewayEvidence, counts: Bool) {
        self.init(
            name: evidence.gateway, standing: Standing(evidence.standing), isBlind: evidence.isBlind, counts: counts
        )
        time = evidence.last?.time
        (strength, samples) = (evidence.last?.strength, evidence.last?.samples)
        expected = evidence.last.flatMap { $0.expected > 0 ? $0.expected : nil }
        (heard, silentSince, linked) = (evidence.heard, evidence.silentSince, evidence.linked)
        guard evidence.last != nil else { return }
        let interval = evidence.distribution.interval
        (distance, low, high) = (evidence.distribution.median, interval.lowerBound, interval.upperBound)
    }
}

extension EvidenceMessage.Gateway.Standing {
    fileprivate init(_ standing: GatewayStanding) {
        switch standing {
        case .carried: self = .carried
        case .placed: self = .placed
        case .with, .unknown: self = .unknown
        }
    }
}
