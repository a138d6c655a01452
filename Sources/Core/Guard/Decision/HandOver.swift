/// Rotations that could not be joined when they happened, because others of the same kind came and went as well, and
/// that the leg explains: what ended while it moved with its owner goes on as what began then and is at the next stop;
/// what moved before goes on as what moves now.
extension TagGuard {
    /// dB between the two.
    private static let similar = 12.0
    /// dB by which one has to be more alike than another.
    private static let clear = 5.0

    mutating func handOver(_ found: inout [(number: Int, finding: LegEvidence.Finding)], _ evidence: LegEvidence) {
        for number in state.tracks.keys.sorted() {
            guard let new = state.tracks[number], new.decided < evidence.leg.number else { continue }
            let cameAlong = evidence.cameAlong(new)
            let moved = found.contains { $0.number == number && $0.finding == .moved }
            guard cameAlong || moved, new.episodes.isEmpty else { continue }
            let olds = state.tracks.values.filter { old in
                guard old.number != number, old.isSilent(at: evidence.now), isContinued(old, by: new) else {
                    return false
                }
                if moved { return old.episodes.contains { $0.kind != .leftBehind } }
                return evidence.wasThere(old) && evidence.isOnTheWay(old, until: new.first)
            }
            guard let old = mostAlike(olds, to: new) else { continue }
            merge(new, into: old)
            found.removeAll { $0.number == number || $0.number == old.number }
            state.movers[number] = nil
            state.movers[old.number] = .moved
            found.append((old.number, .moved))
        }
    }

    /// The one of them that is clearly more alike in strength than all others; nil for none.
    private func mostAlike(_ olds: [TagTrack], to new: TagTrack) -> TagTrack? {
        guard olds.count > 1 else { return olds.first }
        guard let strength = new.strength else { return nil }
        let ranked = olds.map { (old: $0, apart: abs(($0.strength ?? strength) - strength)) }
            .sorted { ($0.apart, $0.old.number) < ($1.apart, $1.old.number) }
        return ranked[1].apart >= ranked[0].apart + Self.clear ? ranked[0].old : nil
    }

    private func isContinued(_ old: TagTrack, by new: TagTrack) -> Bool {
        let gap = new.first - old.last
        guard old.network == new.network, old.kind == new.kind, gap >= -60,
            gap <= min(1500, 2 * old.interval + 120)
        else { return false }
        guard let one = old.strength, let two = new.strength else { return true }
        return abs(one - two) <= Self.similar
    }

    private mutating func merge(_ new: TagTrack, into old: TagTrack) {
        var old = old
        old.take(new)
        if let last = old.episodes.last, last.leg.number == state.leg?.number, last.kind == .leftBehind {
            old.episodes.removeLast()
            old.score -= last.weight
        }
        state.tracks[new.number] = nil
        state.tracks[old.number] = old
        state.numbers[old.identity] = old.number
    }
}
