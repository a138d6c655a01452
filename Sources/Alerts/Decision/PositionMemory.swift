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
    /// The newest look.
    private var pending: PositionEvidence?
    /// Where the owner was at these two.
    private var (settledPlace, pendingPlace): (TrackPosition?, TrackPosition?)

    /// Seconds between two looks that are remembered.
    static let step = 60.0
    /// The time, in seconds, of positions that together tell as much as one.
    static let correlation = 600.0

    /// How likely it is, at most, that a thing is left behind where its owner sets out; our choice, from losing one of
    /// one's things a day and setting out some hundred times.
    static let leftOnLeaving = 0.015
    /// How far, in metres, somebody has gone who is on the way.
    static let onTheWay = 30.0

    /// Takes in the newest look, and where the owner was then; a better word on the last one replaces it.
    mutating func observe(_ look: PositionEvidence, owner place: TrackPosition) {
        if let pending, pending.time < look.time { remember(pending, before: look.time) }
        (pending, pendingPlace) = (look, place)
    }

    private mutating func remember(_ look: PositionEvidence, before next: Timestamp) {
        guard let settled else {
            weights = DistanceDistribution(weights * look.likelihood()).weights
            (self.settled, settledPlace) = (look.time, pendingPlace)
            return
        }
        let passed = look.time.seconds - settled.seconds
        guard passed >= Self.step || next.seconds - settled.seconds >= 2 * Self.step else { return }
        let share = Float(1 - exp(-max(1, passed) / Self.correlation))
        let likelihood = look.likelihood()
        let told = Cells { powf(max(likelihood[$0], 1e-30), share) }
        weights = DistanceDistribution(drift(passed) * told).weights
        (self.settled, settledPlace) = (look.time, pendingPlace)
    }

    /// What was known before the newest look, at a moment.
    func prior(at time: Timestamp) -> Cells {
        guard let settled else { return Fusion.prior }
        return drift(max(0, time.seconds - settled.seconds))
    }

    /// Once in a while a thing is left, or found again, and is anywhere; mostly it is left where its owner sets out, and
    /// then it is as far as the owner has gone since.
    private func drift(_ seconds: Double) -> Cells {
        let usual = Float(1 - exp(-seconds / Motion.carried.stay))
        let somewhere = weights * (1 - usual) + Motion.carried.apart.weights * usual
        guard let way else { return somewhere }
        // Without what may be error.
        let sure = way.distance - 2 * way.sigma
        guard sure > 0 else { return somewhere }
        let left = Float(Self.leftOnLeaving * min(1, sure / Self.onTheWay))
        return somewhere * (1 - left) + Rice.distribution(around: way).weights * left
    }

    /// How far the owner has gone since the last look that counts; nil before there are two.
    private var way: Separation? {
        guard let settledPlace, let pendingPlace else { return nil }
        return settledPlace.separation(from: pendingPlace)
    }
}
