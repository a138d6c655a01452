import Glibc

/// How much a leg counts that a tag moved with its owner.
struct EpisodeWeights {
    let policy: GuardPolicy
    let home: Spot?

    /// How many of those who are met on a way count nothing, as those beside the road.
    private static let passing = 2

    /// The episode of a leg, with how many others moved as it did, and how many were met on the way.
    func episode(_ leg: Leg, _ kind: Episode.Kind, of track: TagTrack, others: Int, met: Int? = nil) -> Episode {
        let isIndependent = isIndependent(leg, of: track)
        let full = kind == .rode ? policy.rode : policy.moved
        var weight = isIndependent ? full : min(full, policy.movedAgain)
        let discount = (kind == .rode ? policy.companyOnTheWay : policy.company) * log(1 + Double(others))
        weight -= max(discount, policy.metOnTheWay * log(Double(1 + max(0, (met ?? 0) - Self.passing))))
        return Episode(
            leg: leg, weight: max(0, weight), isIndependent: isIndependent && weight > 0,
            isHome: isHome(leg.from) || isHome(leg.to),
            kind: kind, met: met
        )
    }

    /// What was an episode of another track, as one of this track.
    func again(_ episode: Episode, of track: TagTrack) -> Episode {
        guard episode.kind != .leftBehind, !isIndependent(episode.leg, of: track) else { return episode }
        var episode = episode
        (episode.weight, episode.isIndependent) = (min(episode.weight, policy.movedAgain), false)
        return episode
    }

    /// Whether a leg tells something that those before do not.
    ///
    /// Whoever goes out in company comes back in company, from the same place as often, and whoever shares a way to work
    /// does so each day.
    private func isIndependent(_ leg: Leg, of track: TagTrack) -> Bool {
        let before = track.episodes.filter { $0.kind != .leftBehind }
        let isOfHome = isHome(leg.from) || isHome(leg.to)
        let isRepeated = before.contains { episode in
            let (from, to) = (isSame(episode.leg.from, leg.from), isSame(episode.leg.to, leg.to))
            // Away from home people go out from the same place in company, to one place and another.
            return from && to || !isOfHome && !episode.isHome && episode.isIndependent && (from || to)
        }
        if isRepeated { return false }
        return isOfHome || !before.contains { isSame($0.leg.from, leg.to) && isSame($0.leg.to, leg.from) }
    }

    private func isSame(_ one: Stay, _ two: Stay) -> Bool { one.distance(to: two) <= policy.radius }

    private func isHome(_ stay: Stay) -> Bool {
        home.map { $0.distance(to: stay.spot) <= 2 * policy.radius + stay.accuracy } ?? false
    }
}
