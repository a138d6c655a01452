import Ranging
public import Tracking

extension ItemWatch {
    /// What keeps a level from rising, or from being told, at a moment.
    func restraint(at now: Timestamp) -> Restraint {
        if staying != nil { return .place }
        if let until = rules.snoozedUntil, now < until { return .snoozed }
        if let known = rules.acknowledged, known == engine.episode { return .acknowledged(episode: known) }
        if let quiet = rules.quiet, quiet.contain(minuteOfDay: localTime.minuteOfDay(at: now)) { return .quiet }
        return .none
    }

    /// The trusted place that the item is in: entered when that is sure, left when that is.
    func place(at now: Timestamp) -> TrustedPlace? {
        if rules.places.isEmpty { return nil }
        if let place = rules.places.first(where: { isHeard(in: $0.area, at: now) }) { return place }
        guard let (position, sigma) = sighting?.spot ?? lastFix.map({ ($0.coordinate, $0.sigma) }) else { return nil }
        if let staying, rules.place(notLeftBy: position, sigma: sigma)?.name == staying.name { return staying }
        return rules.place(of: position, sigma: sigma)
    }

    /// Goes on after a restart in the place that it was in.
    public mutating func resume(staying name: String?) { staying = rules.places.first { $0.name.text == name } }

    /// Takes in where a gateway has heard it, now or before a restart.
    ///
    /// The last fix says where it is for as long as that can still be so: who lost it in town did not leave it at home,
    /// where it was last located.
    public mutating func sighted(_ sighting: Sighting) {
        if let lastFix {
            guard lastFix.time < sighting.time, self.sighting != nil || sighting.contradicts(lastFix) else { return }
        }
        self.sighting = sighting
    }

    /// Whether a gateway in an area hears it so near that it is there too.
    private func isHeard(in area: Area, at now: Timestamp) -> Bool {
        gateways.contains { gateway in
            guard case .placed(let place) = gateway.standing, gateway.isFresh(at: now) else { return false }
            let depth = area.depth(of: place)
            return depth > 0 && gateway.distribution.probability(beyond: depth) <= 1 - ItemRules.sure
        }
    }

    /// Whether something that was held back could be told now.
    public func owesReview(at now: Timestamp) -> Bool {
        if company.isOverdue(thresholds, policy, at: now), self.level(at: now) != .unknown { return true }
        guard let level = engine.level, level > engine.told, self.level(at: now) != .unknown, let posterior else {
            return false
        }
        return engine.owes(posterior, thresholds, policy, restraint(at: now))
    }
}
