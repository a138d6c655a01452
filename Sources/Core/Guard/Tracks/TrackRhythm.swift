/// What rotates by a period can be found again after rotations that could not be joined, as on a way among many others:
/// it begins in step.
struct TrackRhythm {
    /// Seconds by which a rotation is early or late.
    private static let punctual = 100
    /// Seconds that may lie between.
    private static let longest = 3 * 3600
    /// dB between the two.
    private static let similar = 10.0

    let tracks: [Int: TagTrack]
    let now: Int

    /// The track that the other one goes on with; nil for none, or more than one.
    func predecessor(of new: TagTrack) -> TagTrack? {
        guard new.joins > 0, let life = new.lives.last else { return nil }
        let olds = tracks.values.filter { old in
            guard old.number != new.number, old.network == new.network, old.kind == new.kind,
                old.last <= new.first + 60, new.first - old.last <= Self.longest,
                let period = old.period ?? new.period, abs(life - period) <= Self.punctual, old.isSilent(at: now),
                TrackJoin.isInOrder(old, new)
            else { return false }
            if let one = old.strength, let two = new.strength, abs(one - two) > Self.similar { return false }
            return old.fits(period) && new.fits(period) && Self.isInStep(old, at: new.began, period)
        }
        // Pieces of one tag lie one behind the other; two at one time are two tags.
        let best = olds.max { ($0.joins, $0.last, $0.number) < ($1.joins, $1.last, $1.number) }
        let isRival = { (old: TagTrack, best: TagTrack) in
            old.number != best.number && old.first <= best.last - 60 && old.last >= best.first + 60
        }
        return best.flatMap { best in olds.contains { isRival($0, best) } ? nil : best }
    }

    /// Whether a track has begun so late, and was heard so lately, that it may go on with one that ended on the way.
    static func isPresent(_ track: TagTrack, at now: Int) -> Bool {
        track.joins > 0 && now - track.last <= 600 && now - track.first <= longest
    }

    /// Whether a time is a whole number of periods after the rotations of a track.
    static func isInStep(_ track: TagTrack, at time: Int, _ period: Int) -> Bool {
        // What was met in the middle of a period tells by its end.
        let since = time - (track.joins > 0 ? track.began : track.last + 60)
        let late = since % period
        return since > 0 && min(late, period - late) <= punctual
    }

    /// The length of each of the periods until a time that is in step, in seconds; nil for one that is not.
    static func beat(of track: TagTrack, until time: Int, _ period: Int) -> Int? {
        guard isInStep(track, at: time, period) else { return nil }
        guard track.joins > 0 else { return period }
        let since = time - track.began
        return since / max(1, (since + period / 2) / period)
    }
}

extension TagTrack {
    /// Whether no identity of it lived for longer than a period.
    fileprivate func fits(_ period: Int) -> Bool {
        last - began <= period + 120 && lives.suffix(3).allSatisfy { $0 <= period + 120 }
    }

    /// Whether it still goes by an identity that it ought to have changed: what was joined last was another one.
    var isOverdue: Bool { period.map { joins >= 3 && last - began > $0 + 240 } ?? false }
}
