import Glibc

/// How much a leg counts that a tag moved with its owner.
struct EpisodeWeights {
    let policy: GuardPolicy
    let home: Spot?

    /// The episode of a leg, with how many others moved as it did, or for one that rode, were on the way at all.
    func episode(_ leg: Leg, _ kind: Episode.Kind, of track: TagTrack, others: Int) -> Episode {
        let isIndependent = isIndependent(leg, of: track)
        let full = kind == .rode ? policy.rode : policy.moved
        var weight = isIndependent ? full : min(full, policy.movedAgain)
        // In a carriage all that ride are company; at both ends of a way few are.
        weight -= (kind == .rode ? 1.2 : policy.company) * log(1 + Double(others))
        return Episode(
            leg: leg, weight: max(0, weight), isIndependent: isIndependent && weight > 0,
            isHome: isHome(leg.from) || isHome(leg.to),
            kind: kind
        )
    }

    /// Whether a leg tells something that those before do not.
    ///
    /// Whoever goes out in company comes back in company, from the same place as often, and whoever shares a way to work
    /// does so each day.
    private func isIndependent(_ leg: Leg, of track: TagTrack) -> Bool {
        let before = track.episodes.filter { $0.kind != .leftBehind }
        let isRepeated = before.contains { episode in
            let (from, to) = (isSame(episode.leg.from, leg.from), isSame(episode.leg.to, leg.to))
            return from && to || episode.isIndependent && (from || to)
        }
        if isRepeated { return false }
        let isBack = before.contains { isSame($0.leg.from, leg.to) && isSame($0.leg.to, leg.from) }
        return !isBack || isHome(leg.from) || isHome(leg.to)
    }

    private func isSame(_ one: Stay, _ two: Stay) -> Bool { one.distance(to: two) <= policy.radius }

    private func isHome(_ stay: Stay) -> Bool {
        home.map { $0.distance(to: stay.spot) <= 2 * policy.radius + stay.accuracy } ?? false
    }
}
