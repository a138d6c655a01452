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

    /// Seconds between two looks that are remembered.
    static let step = 60.0
    /// The time, in seconds, of positions that together tell as much as one.
    static let correlation = 600.0

    /// Takes in the newest look; a better word on the last one replaces it.
    mutating func observe(_ look: PositionEvidence) {
        if let pending, pending.time < look.time { remember(pending, before: look.time) }
        pending = look
    }

    private mutating func remember(_ look: PositionEvidence, before next: Timestamp) {
        guard let settled else {
            weights = DistanceDistribution(weights * look.likelihood()).weights
            self.settled = look.time
            return
        }
        let passed = look.time.seconds - settled.seconds
        guard passed >= Self.step || next.seconds - settled.seconds >= 2 * Self.step else { return }
        let share = Float(1 - exp(-max(1, passed) / Self.correlation))
        let likelihood = look.likelihood()
        let told = Cells { powf(max(likelihood[$0], 1e-30), share) }
        weights = DistanceDistribution(Self.drift(weights, passed) * told).weights
        self.settled = look.time
    }

    /// What was known before the newest look, at a moment.
    func prior(at time: Timestamp) -> Cells {
        guard let settled else { return Fusion.prior }
        return Self.drift(weights, max(0, time.seconds - settled.seconds))
    }

    /// Once in a while a thing is left, or found again, and is anywhere.
    private static func drift(_ weights: Cells, _ seconds: Double) -> Cells {
        let changed = Float(1 - exp(-seconds / Motion.carried.stay))
        return weights * (1 - changed) + Motion.carried.apart.weights * changed
    }
}
