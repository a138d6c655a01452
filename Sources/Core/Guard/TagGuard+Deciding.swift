import Tracking

extension TagGuard {
    /// Decides what the leg to the present stop tells of each tag.
    mutating func decide(at now: Int, isFinal: Bool) {
        guard let leg = state.path.leg(policy) else { return }
        if state.leg?.number != leg.number { (state.leg, state.movers) = (leg, [:]) }
        let evidence = LegEvidence(leg: leg, now: now, policy: policy, isFinal: isFinal)
        var found: [(number: Int, finding: LegEvidence.Finding)] = []
        for (number, track) in state.tracks
        where track.decided < leg.number && track.last >= leg.departed - policy.attendance {
            let finding = evidence.finding(of: track)
            if finding != .open { found.append((number, finding)) }
        }
        found.sort { $0.number < $1.number }
        for (number, finding) in found {
            if finding == .moved { state.movers[number] = .moved }
            if finding == .rode { state.movers[number] = .rode }
        }
        handOver(&found, evidence)
        let weights = EpisodeWeights(policy: policy, home: state.path.home(at: now, policy))
        for (number, finding) in found { apply(finding, to: number, leg, weights) }
    }

    private mutating func apply(
        _ finding: LegEvidence.Finding, to number: Int, _ leg: Leg, _ weights: EpisodeWeights
    ) {
        guard var track = state.tracks[number] else { return }
        track.decided = leg.number
        switch finding {
        case .moved, .rode:
            let kind = finding == .moved ? Episode.Kind.moved : .rode
            let others = state.movers.count { $0.key != number && $0.value == kind }
            let met = kind == .rode ? met(on: leg, beside: number) : nil
            track.add(weights.episode(leg, kind, of: track, others: others, met: met), policy)
        case .leftBehind(let weight):
            track.add(Episode(leg: leg, weight: weight, isIndependent: false, isHome: false, kind: .leftBehind), policy)
        case .open, .nothing: break
        }
        state.tracks[number] = track
    }

    /// How many others were heard for minutes of a way, as in a carriage.
    func met(on leg: Leg, beside number: Int) -> Int {
        state.tracks.values.count { track in
            let minutes = track.heard(from: leg.departedLatest, to: leg.arrived)
            guard track.number != number, let first = minutes.first, let last = minutes.last else { return false }
            return Int(last - first) * 60 >= 240
        }
    }

    /// Raises the stage of what follows.
    mutating func raise(at now: Timestamp) -> [GuardNotice] {
        let time = Int(now.wholeSeconds)
        let isHomeKnown = state.path.home(at: time, policy) != nil
        var notices: [GuardNotice] = []
        for number in state.tracks.keys.sorted() {
            guard var track = state.tracks[number], let stage = stage(of: track, isHomeKnown, at: time),
                stage > track.stage
            else { continue }
            track.stage = stage
            track.noticed = track.noticed ?? time
            track.named = track.named ?? time
            // Once under a number, also where it fell back because a wrong join was undone.
            let isTold = track.told.map { $0 >= stage } ?? false
            if !isTold { track.told = stage }
            state.tracks[number] = track
            if !isTold { notices.append(GuardNotice(report: track.report, time: now)) }
        }
        return notices
    }

    private func stage(of track: TagTrack, _ isHomeKnown: Bool, at now: Int) -> GuardStage? {
        guard let noticed = track.noticed else {
            let independent = track.episodes.filter(\.isIndependent)
            guard track.score >= policy.notice, independent.count >= policy.legs else { return nil }
            let isOfHome = independent.contains { $0.isHome && $0.weight >= policy.homeward }
            return (isHomeKnown ? isOfHome : independent.count >= policy.legsAway) ? .notice : nil
        }
        guard track.stage == .notice, let stay = state.path.present, stay.night(until: now) >= 3 * 3600 else {
            return nil
        }
        // Heard again after hours of the night.
        let hours = Set(track.heard(from: max(stay.start, noticed - 43_200), to: now).map { $0 / 60 })
        return hours.count >= 4 && now - track.last <= 3600 ? .urgent : nil
    }
}

extension TagTrack {
    /// Twice a day for two weeks.
    private static let mostEpisodes = 32

    mutating func add(_ episode: Episode, _ policy: GuardPolicy) {
        episodes.append(episode)
        score = max(policy.floor, score + episode.weight)
        if episodes.count > Self.mostEpisodes { episodes.removeFirst() }
    }

    var report: GuardReport {
        let moved = episodes.filter { $0.kind != .leftBehind }
        return GuardReport(
            number: number, network: network, kind: kind, identity: identity, stage: stage,
            first: Timestamp(milliseconds: Int64(introduced ?? first) * 1000),
            last: Timestamp(milliseconds: Int64(last) * 1000),
            score: score, legs: moved.count, rotations: joins, places: moved.compactMap(\.leg.to.position),
            rssi: strength.map { Int($0.rounded()) }
        )
    }
}
