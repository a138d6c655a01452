import Glibc

/// Rotations that could not be joined when they happened, because others of the same kind came and went as well, and
/// that the leg explains: what ended while it moved with its owner goes on as what began then and is at the next stop;
/// what moved before goes on as what moves now, and what rode along in a vehicle as what rides along now.
extension TagGuard {
    /// dB between the two.
    private static let similar = 12.0
    /// The same for what lies in a vehicle, where nothing else moves.
    private static let similarInVehicle = 8.0
    /// dB by which one has to be more alike than another.
    private static let clear = 5.0
    /// Seconds for which a vehicle may stand.
    private static let parked = 40 * 3600
    /// How many others may be met on such a way: more are in a carriage, where somebody always rides along.
    private static let mostMet = 5

    mutating func handOver(_ found: inout [(number: Int, finding: LegEvidence.Finding)], _ evidence: LegEvidence) {
        for number in state.tracks.keys.sorted() {
            guard let new = state.tracks[number], new.decided < evidence.leg.number, new.episodes.isEmpty else {
                continue
            }
            let finding = found.first { $0.number == number }?.finding
            let old: (track: TagTrack, doubt: Double)?
            switch finding {
            case .rode: old = rodeBefore(new, evidence).map { ($0, 0) }
            case .moved: old = mostAlike(olds(of: new, evidence) { $0.hasMoved }, to: new)
            default:
                guard evidence.cameAlong(new) else { continue }
                let olds = olds(of: new, evidence) {
                    evidence.wasThere($0) && evidence.isOnTheWay($0, until: new.first)
                }
                old = mostAlike(olds, to: new).flatMap { $0.doubt > 0 ? nil : $0 }
            }
            guard let old else { continue }
            merge(new, into: old.track, doubt: old.doubt)
            found.removeAll { $0.number == number || $0.number == old.track.number }
            state.movers[number] = nil
            state.movers[old.track.number] = finding == .rode ? .rode : .moved
            found.append((old.track.number, finding == .rode ? .rode : .moved))
        }
    }

    private func olds(of new: TagTrack, _ evidence: LegEvidence, _ fits: (TagTrack) -> Bool) -> [TagTrack] {
        state.tracks.values.filter {
            $0.number != new.number && $0.isSilent(at: evidence.now) && isContinued($0, by: new) && fits($0)
        }
    }

    /// The one of them that is most alike in strength, with the logarithm of how many are as much alike, of which each
    /// may be the one; nil for none.
    ///
    /// A strength that was not told speaks neither for nor against: it may be the one, and is taken where no other is.
    func mostAlike(_ olds: [TagTrack], to new: TagTrack) -> (track: TagTrack, doubt: Double)? {
        let ranked = olds.map { (old: $0, apart: $0.apart(from: new)) }
            .sorted { ($0.apart ?? .infinity, $0.old.number) < ($1.apart ?? .infinity, $1.old.number) }
        return ranked.first.map { best in
            let most = (best.apart ?? 0) + Self.clear
            return (best.old, log(Double(ranked.count { ($0.apart ?? 0) < most })))
        }
    }

    /// What rode along before and is not heard between the ways, as what is hidden in a vehicle, which has rotated
    /// meanwhile.
    private func rodeBefore(_ new: TagTrack, _ evidence: LegEvidence) -> TagTrack? {
        guard new.network.tellsSeparation, met(on: evidence.leg, beside: new.number) <= Self.mostMet else { return nil }
        let olds = state.tracks.values.filter { old in
            guard old.number != new.number, old.network == new.network, old.kind == new.kind,
                let last = old.episodes.last, last.kind == .rode, last.met ?? .max <= Self.mostMet,
                old.last < min(new.first, evidence.leg.departed), new.first - old.last < Self.parked,
                let one = old.strength, let two = new.strength
            else { return false }
            return abs(one - two) <= Self.similarInVehicle
        }
        return olds.max { ($0.last, $0.number) < ($1.last, $1.number) }
    }

    private func isContinued(_ old: TagTrack, by new: TagTrack) -> Bool {
        let gap = new.first - old.last
        let longest = max(min(1500, 2 * old.interval + 120), min(3600, 4 * old.wait))
        guard old.network == new.network, old.kind == new.kind, gap >= -60, gap <= longest else { return false }
        guard let one = old.strength, let two = new.strength else { return true }
        return abs(one - two) <= Self.similar
    }

    private mutating func merge(_ new: TagTrack, into old: TagTrack, doubt: Double = 0) {
        var joined = old
        joined.take(new)
        joined.score -= doubt
        if let last = joined.episodes.last, last.leg.number == state.leg?.number, last.kind == .leftBehind {
            joined.episodes.removeLast()
            joined.score -= last.weight
        }
        replace([old, new], by: [joined])
    }
}

extension TagTrack {
    /// dB between the two; nil where one of them was never told.
    fileprivate func apart(from other: TagTrack) -> Double? {
        guard let strength, let two = other.strength else { return nil }
        return abs(strength - two)
    }
}
