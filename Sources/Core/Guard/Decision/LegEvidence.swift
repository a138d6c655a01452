import Glibc

/// What a leg of the owner's tells of a tag.
struct LegEvidence {
    enum Finding: Hashable {
        /// It was at both stops.
        case moved
        /// It was heard all the way, and at neither stop.
        case rode
        /// It was at the first and not at the second, with the natural logarithm of how unlikely that is for a follower.
        case leftBehind(Double)
        /// Later it may be known.
        case open
        case nothing
    }

    let leg: Leg
    let now: Int
    let policy: GuardPolicy
    /// Metres per second, as the crow flies, that a way by car or train takes on the average.
    private static let drive = 10.0

    /// Metres per second, as the crow flies, that nobody walks.
    private static let foot = 2.5

    /// Whether no later look is to come.
    let isFinal: Bool

    func finding(of track: TagTrack) -> Finding {
        let before = track.heard(from: max(leg.from.start, leg.departed - policy.attendance), to: leg.departed)
        let after = track.heard(from: leg.arrived + policy.settling, to: now)
        if hasDoubt(track) { return isFinal ? .nothing : .open }
        // What is heard from minutes before on was got into.
        if let first = before.first, Int(first) * 60 < leg.departed - 300 {
            if isThere(after) { return .moved }
            guard isFinal else { return .open }
            // A tag that is heard rarely may be there without being heard.
            return after.isEmpty ? left(track, before) : .moved
        }
        guard after.isEmpty || span(after) < 300 else { return isFinal ? .nothing : .open }
        return rode(track)
    }

    /// Whether two identities were joined without a known period while the owner set out or was on the way: it may as
    /// well have been left behind, and another one met.
    private func hasDoubt(_ track: TagTrack) -> Bool {
        let joins = track.doubtful.filter { $0 > leg.departed - 900 && $0 < leg.arrived + policy.settling }
        return joins.contains { !isOnTheWay(track, until: $0) }
    }

    /// Whether a tag was heard for minutes after its owner had left for sure, so that it had not stayed behind.
    func isOnTheWay(_ track: TagTrack, until time: Int) -> Bool {
        span(track.heard(from: leg.departedLatest, to: time)) >= 240
    }

    /// Whether it was at the stop at the beginning.
    func wasThere(_ track: TagTrack) -> Bool {
        !track.heard(from: max(leg.from.start, leg.departed - policy.attendance), to: leg.departed).isEmpty
    }

    /// Whether it began on the way, and is at the stop at its end.
    func cameAlong(_ track: TagTrack) -> Bool {
        track.first > leg.departedLatest && track.first < leg.arrived + policy.settling
            && isThere(track.heard(from: leg.arrived + policy.settling, to: now))
    }

    /// Who only goes the same way for some minutes more is gone by then.
    private func isThere(_ after: ArraySlice<Int32>) -> Bool {
        guard let last = after.last else { return false }
        return after.count >= 2 && span(after) >= 360 || Int(last) * 60 - leg.arrived >= policy.stay
    }

    private func span(_ minutes: ArraySlice<Int32>) -> Int {
        guard let first = minutes.first, let last = minutes.last else { return 0 }
        return Int(last - first) * 60
    }

    private func left(_ track: TagTrack, _ before: ArraySlice<Int32>) -> Finding {
        // It was gone before its owner was, so nothing was left.
        guard span(before) >= 600, let last = before.last,
            leg.departed - Int(last) * 60 <= max(900, 3 * track.interval)
        else { return .nothing }
        let rate = Double(before.count - 1) / Double(max(60, span(before)))
        let expected = rate * Double(now - leg.arrived - policy.settling)
        return .leftBehind(log(exp(-expected) + exp(-policy.leftBehind)))
    }

    /// Whether the way was too slow for a vehicle for sure: on foot all that comes along is at both stops.
    private var isOnFoot: Bool {
        leg.from.distance(to: leg.to) < Self.foot * Double(leg.arrived - leg.departedLatest)
    }

    private func rode(_ track: TagTrack) -> Finding {
        let during = track.heard(from: leg.departedLatest, to: leg.arrived + policy.settling)
        // Where the phone reports rarely it is not known when the owner left, but how long the way takes at least.
        let length = min(leg.arrived - leg.departedLatest, max(480, Int(leg.from.distance(to: leg.to) / Self.drive)))
        guard during.count >= 4, length >= 480, span(during) * 4 >= length * 3, !isOnFoot else { return .nothing }
        return .rode
    }
}
