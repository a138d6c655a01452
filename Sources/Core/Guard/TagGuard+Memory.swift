public import Tracking

extension TagGuard {
    /// The tags that have moved with their owner, those of the highest score first.
    public var reports: [GuardReport] {
        state.tracks.values.filter { $0.stage > .listed || ($0.score > 0 && !$0.episodes.isEmpty) }
            .map(\.report).sorted { ($0.stage, $0.score, $1.number) > ($1.stage, $1.score, $0.number) }
    }

    /// How many tags are remembered.
    public var count: Int { state.tracks.count }

    /// Whether an identity is one of a tag that is remembered.
    public func isRemembered(_ identity: String) -> Bool { state.numbers[identity] != nil }

    /// Whether a number is one of a tag that is remembered.
    public func isRemembered(_ number: Int) -> Bool { state.tracks[number] != nil }

    /// A tag that is remembered, by its number.
    public func report(of number: Int) -> GuardReport? { state.tracks[number]?.report }

    /// Notes since when its owner knows a tag by its number, as by saying to ignore it, or that this was taken back: where
    /// a wrong join is undone later, the number stays with what had it then.
    public mutating func name(_ number: Int, at now: Timestamp?) {
        guard let track = state.tracks[number] else { return }
        state.tracks[number]?.named = now.map { track.named ?? Int($0.wholeSeconds) } ?? track.noticed
    }

    /// Forgets all that was learned; numbers go on, so that none stands for two tags.
    public mutating func beginAnew() {
        let count = state.count
        state = State()
        state.count = count
    }

    /// Drops a tag and ignores it from now on, as it is known at present.
    public mutating func ignore(_ identity: String) {
        ignored.insert(identity)
        guard let number = state.numbers.removeValue(forKey: identity), let track = state.tracks[number] else { return }
        drop(track)
    }

    /// Forgets strangers after hours, and what moved with its owner after two weeks.
    mutating func forget(at now: Int) {
        guard now / 60 % 15 == 0 else { return }
        let gone = state.tracks.values.filter { now - $0.last > lifetime(of: $0) }
        for track in gone { drop(track) }
        for number in Array(state.tracks.keys) {
            guard let oldest = state.tracks[number]?.episodes.first, now - oldest.leg.arrived > policy.memory else {
                continue
            }
            state.tracks[number]?.episodes.removeFirst()
            if let score = state.tracks[number]?.score {
                state.tracks[number]?.score = max(policy.floor, score - oldest.weight)
            }
        }
    }

    /// Seconds without being heard.
    private func lifetime(of track: TagTrack) -> Int { track.episodes.isEmpty ? 6 * 3600 : policy.memory }

    /// Whether one more tag can be remembered; the strangers that were heard longest ago make room, some at a time, as a
    /// flood would have each of its tags look at all.
    mutating func makeRoom() -> Bool {
        guard state.tracks.count >= policy.most else { return true }
        let strangers = state.tracks.values.filter { $0.episodes.isEmpty }
            .sorted { ($0.last, $0.number) < ($1.last, $1.number) }
        for stranger in strangers.prefix(max(1, policy.most / 64)) { drop(stranger) }
        return !strangers.isEmpty
    }

    mutating func drop(_ track: TagTrack) {
        state.tracks[track.number] = nil
        for identity in track.identities where state.numbers[identity] == track.number { state.numbers[identity] = nil }
    }
}
