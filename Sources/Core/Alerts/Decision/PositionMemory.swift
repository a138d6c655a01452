import Glibc
import Ranging
import Tracking

/// What the positions of earlier minutes say of the distance now.
///
/// An item that has been with its owner most likely still is, and one that has been far away is so no less. Errors of
/// positions last for minutes: so the looks of ten minutes count as one, and the newest one is not among them, for it
/// counts in full by itself.
struct PositionMemory: Hashable, Sendable {
    /// What was known after the last look that counts.
    private var weights = Fusion.prior
    /// When that look was.
    private var settled: Timestamp?
    /// The newest look, and the finest one between that and the last that counts.
    private var (pending, finest): (Look?, Look?)
    /// Where the owner and the item were at the last look that counts.
    private var (settledPlace, settledItem): (TrackPosition?, TrackPosition?)
    /// Where the owner set out who has been on the way ever since; nil for one who was at rest at the last look.
    private var origin: TrackPosition?
    /// What is known where each look since the last change of level counts in full, without the newest look.
    private var heeded = Fusion.prior
    /// The last look, or change of level, that is in it.
    private var heededTime: Timestamp?
    /// Whether that was a fall of the level, which no look has followed yet.
    private var hasFallen = false

    /// What the positions said, and where owner and item were then.
    private struct Look: Hashable {
        var evidence: PositionEvidence
        var place: TrackPosition
        var item: TrackPosition
    }

    /// Seconds between two looks that are remembered.
    static let step = 60.0
    /// The time, in seconds, of positions that together tell as much as one.
    static let correlation = 600.0

    /// How likely it is, at most, that a thing is left behind where its owner sets out; our choice, from losing one of
    /// one's things a day and setting out some hundred times.
    static let leftOnLeaving = 0.015
    /// How far, in metres, somebody has gone who is on the way.
    static let onTheWay = 30.0

    /// Takes in the newest look, and where owner and item were then; a better word on the last one replaces it.
    mutating func observe(_ look: PositionEvidence, owner place: TrackPosition, item: TrackPosition) {
        if let pending, pending.evidence.time < look.time {
            heed(pending.evidence)
            if hasFallen, heededTime == pending.evidence.time {
                // By this look the level has fallen: what raised it must not come back with a coarse one.
                settle(pending, heeded)
            } else {
                remember(pending, before: look.time)
            }
            hasFallen = false
        }
        pending = Look(evidence: look, place: place, item: item)
    }

    /// A level has changed by what was known at a moment: what is heeded begins anew with that, and so does what is
    /// known, if the level has fallen.
    mutating func decide(by known: DistanceDistribution, at time: Timestamp, isFall: Bool) {
        heeded = known.weights
        heededTime = time
        hasFallen = isFall
    }

    /// Counts a look in full, which is more than it says where errors last: so it may keep a level, and raises none.
    private mutating func heed(_ look: PositionEvidence) {
        if let heededTime, look.time <= heededTime { return }
        heeded = DistanceDistribution(heedfulPrior(at: look.time) * look.likelihood()).weights
        heededTime = look.time
    }

    /// Remembers the finest look of each step: one between two reports says less than one at the time of both.
    private mutating func remember(_ look: Look, before next: Timestamp) {
        let finest = finest.map { $0.evidence.sigma <= look.evidence.sigma ? $0 : look } ?? look
        self.finest = finest
        guard let settled else { return record(finest, weights) }
        guard next.seconds - finest.evidence.time.seconds >= Self.step else { return }
        let passed = finest.evidence.time.seconds - settled.seconds
        record(finest, drift(passed, to: finest.place), share: 1 - exp(-max(1, passed) / Self.correlation))
    }

    /// From now on a look counts; who has gone on since the one before set out there, or earlier.
    private mutating func record(_ look: Look, _ known: Cells, share: Double = 1) {
        let likelihood = look.evidence.likelihood()
        let told = Cells { powf(max(likelihood[$0], 1e-30), Float(share)) }
        var known = known
        if let settledPlace, let settledItem {
            let odds = SharedWay.odds(item: (settledItem, look.item), owner: (settledPlace, look.place))
            if odds > 1 {
                let together = SharedWay.likelihood(odds: odds)
                known = known * together
                heeded = DistanceDistribution(heeded * together).weights
            }
        }
        settle(look, DistanceDistribution(known * told).weights)
    }

    /// After a look that counts so much is known.
    private mutating func settle(_ look: Look, _ known: Cells) {
        weights = known
        let way = settledPlace?.separation(from: look.place)
        if let way, way.distance > 2 * way.sigma { origin = origin ?? settledPlace } else { origin = nil }
        settled = look.evidence.time
        settledPlace = look.place
        settledItem = look.item
        finest = nil
    }

    /// What was known before the newest look, at a moment.
    func prior(at time: Timestamp) -> Cells {
        guard let settled else { return Fusion.prior }
        return drift(max(0, time.seconds - settled.seconds), to: pending?.place)
    }

    /// What was known before the newest look where each one since the last change of level counts in full.
    ///
    /// The looks of ten minutes as one know nothing yet of what the last minute has told: where the newest look is a
    /// coarse one, they would say that an item is with its owner that was seen to leave.
    func heedfulPrior(at time: Timestamp) -> Cells {
        guard let heededTime else { return heeded }
        return astray(heeded, after: max(0, time.seconds - heededTime.seconds))
    }

    /// Once in a while a thing is left, or found again, and is anywhere.
    private func astray(_ weights: Cells, after seconds: Double) -> Cells {
        let usual = Float(1 - exp(-seconds / Motion.carried.stay))
        return weights * (1 - usual) + Motion.carried.apart.weights * usual
    }

    /// Once in a while a thing is left, or found again, and is anywhere; mostly it is left where its owner sets out,
    /// and then it is as far as the owner has gone since.
    private func drift(_ seconds: Double, to place: TrackPosition?) -> Cells {
        let somewhere = astray(weights, after: seconds)
        guard let place, let way = settledPlace?.separation(from: place) else { return somewhere }
        // Without what may be error.
        let sure = way.distance - 2 * way.sigma
        guard sure > 0 else { return somewhere }
        let left = Float(Self.leftOnLeaving * min(1, sure / Self.onTheWay))
        var there = Rice.distribution(around: way).weights
        // It may as well have been left where the way began.
        if let origin { there = (there + Rice.distribution(around: origin.separation(from: place)).weights) * 0.5 }
        return somewhere * (1 - left) + there * left
    }
}
