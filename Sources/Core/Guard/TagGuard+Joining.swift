extension TagGuard {
    /// Joins the identities that have been heard for long enough.
    mutating func settle(at now: Int) {
        let waiting = state.tracks.values.filter { !$0.isSettled && now - $0.began >= TrackJoin.after }
        for number in waiting.sorted(by: { ($0.began, $0.number) < ($1.began, $1.number) }).map(\.number) {
            guard let new = state.tracks[number] else { continue }
            let isStaying = state.path.stayed(around: new.began, policy)
            switch TrackJoin(tracks: state.tracks, isStaying: isStaying, now: now).outcome(for: new) {
            case .early: continue
            case .continues(let old):
                var joined = old
                joined.join(new)
                replace([old, new], by: [joined])
            case .begins(let belonging):
                state.tracks[number]?.isSettled = true
                if let belonging { state.tracks[number]?.score = belonging }
            }
        }
        keepStep(at: now)
    }

    /// Takes apart what did not rotate when it was due, and joins what goes on in step.
    private mutating func keepStep(at now: Int) {
        for track in state.tracks.values.filter(\.isOverdue).sorted(by: { $0.number < $1.number }) {
            part(track, at: (track.links?.count ?? 0) - 1)
        }
        let present = state.tracks.values.filter { TrackRhythm.isPresent($0, at: now) }
        for number in present.map(\.number).sorted() {
            guard let new = state.tracks[number],
                let old = TrackRhythm(tracks: state.tracks, now: now).predecessor(of: new)
            else { continue }
            goOn(old, as: new, at: now)
        }
    }

    /// Joins two tracks of which each may have moved with its owner.
    private mutating func goOn(_ track: TagTrack, as new: TagTrack, at now: Int) {
        var old = track
        let beat = (old.period ?? new.period).flatMap { TrackRhythm.beat(of: old, until: new.first, $0) }
        old.take(new, life: beat)
        // What had ended was not left behind after that.
        let isVoid = { (episode: Episode) in episode.kind == .leftBehind && episode.leg.arrived > track.last }
        old.score -= old.episodes.reduce(0) { isVoid($1) ? $0 + $1.weight : $0 }
        old.episodes.removeAll(where: isVoid)
        let weights = EpisodeWeights(policy: policy, home: state.path.home(at: now, policy))
        for episode in new.episodes where !old.episodes.contains(where: { $0.leg.number == episode.leg.number }) {
            old.add(weights.again(episode, of: old), policy)
        }
        old.decided = max(track.decided, new.decided)
        reopen(&old)
        old.takeName(of: new)
        let kinds = [new.number, track.number].compactMap { state.movers.removeValue(forKey: $0) }
        state.movers[old.number] = kinds.first
        replace([track, new], by: [old])
    }

    /// Puts tracks in the place of others, with the identities that they keep.
    mutating func replace(_ olds: [TagTrack], by news: [TagTrack]) {
        for old in olds { drop(old) }
        for new in news {
            state.tracks[new.number] = new
            for identity in new.identities { state.numbers[identity] = new.number }
        }
    }

    /// What is heard again under an earlier identity had not rotated: what was joined to it is another one.
    mutating func hearAgain(_ identity: String, of number: Int, at time: Int) {
        guard let track = state.tracks[number], let links = track.links,
            let index = links.lastIndex(where: { $0.identity == identity })
        else { return }
        let next = index + 1 < links.count ? links[index + 1].began : track.began
        // What is late on its way here was heard before.
        if time > next + TrackJoin.after { part(track, at: index) }
    }

    private mutating func part(_ track: TagTrack, at index: Int) {
        var old = track
        guard let rest = old.part(at: index, number: state.count + 1) else { return }
        state.count += 1
        reopen(&old)
        replace([track], by: [old, rest])
    }

    /// What the leg to the present stop tells of a track is looked at once more, if it told nothing so far.
    private func reopen(_ track: inout TagTrack) {
        guard let leg = state.leg, track.episodes.last?.leg.number != leg.number else { return }
        track.decided = min(track.decided, leg.number - 1)
    }
}
