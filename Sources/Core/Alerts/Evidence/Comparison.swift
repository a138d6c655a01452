import Ranging
import Tracking

/// Where an item and somebody were, compared at the last moment by which both had told where they are.
struct Comparison: Hashable, Sendable {
    /// What it says; nil before the first, or while nothing is known of that person.
    private(set) var positions: PositionEvidence?
    /// What looks before have left, once one was not exact: one or none.
    ///
    /// Apart, as it is larger than all else that is known of an item.
    private var remembered: [PositionMemory] = []
    /// The last change of level, before anything is remembered.
    private var decision: Decision?
    /// Whether that person's next report has a better word on it.
    private(set) var isProvisional = false

    /// A change of level by exact positions.
    private struct Decision: Hashable {
        let separation: Separation
        let time: Timestamp
        let isFall: Bool
    }

    /// What was known before.
    var memory: PositionMemory {
        if let memory = remembered.first { return memory }
        var memory = PositionMemory()
        if let decision {
            let known = Rice.distribution(around: decision.separation)
            memory.decide(by: known, at: decision.time, isFall: decision.isFall)
        }
        return memory
    }

    /// Whether no later report of that person can change what is known of a fix.
    func isSettled(for fix: Fix?) -> Bool { fix.map { positions?.time == $0.time && !isProvisional } ?? true }

    /// Forgets the last look, so that one at an earlier moment counts.
    mutating func reset() { positions = nil }

    /// Forgets what was known before the last look.
    mutating func forgetPast() { (remembered, decision) = ([], nil) }

    private mutating func remember(_ change: (inout PositionMemory) -> Void) {
        if remembered.isEmpty { remembered = [memory] }
        decision = nil
        change(&remembered[0])
    }

    /// A level has changed by what was known at the last look.
    mutating func decide(by posterior: Posterior, isFall: Bool) {
        guard let positions else { return }
        switch posterior {
        case .literal(let separation) where remembered.isEmpty:
            decision = Decision(separation: separation, time: positions.time, isFall: isFall)
        case .literal(let separation):
            remember { $0.decide(by: Rice.distribution(around: separation), at: positions.time, isFall: isFall) }
        case .fused(let known, _):
            remember { $0.decide(by: known, at: positions.time, isFall: isFall) }
        }
    }

    /// Looks at where both were when the one that has been silent for longer spoke last; tells whether anything is
    /// known.
    mutating func compare(at fix: Fix, on track: PositionTrack, of person: PositionTrack, isRecorded: Bool) -> Bool {
        guard let heard = person.lastTime else { return false }
        let fresh = person.fresh(at: fix.time)
        let time = fresh == nil ? min(fix.time, heard) : fix.time
        // What was known of a later moment stands.
        if let positions, time < positions.time, !isRecorded { return true }
        guard let item = track.position(at: time, with: person), let there = fresh ?? person.position(at: time) else {
            return false
        }
        let wasProvisional = isProvisional
        isProvisional = fresh != nil
        let gap = heard < fix.time ? fix.time.seconds - heard.seconds : there.gap
        var evidence = PositionEvidence(at: time, item: item, owner: there, gap: gap)
        // The longer ago that moment is, the less of the item's way about then is kept: what was known better stands.
        if let positions, positions.time == time, !isProvisional, !wasProvisional, positions.sigma < evidence.sigma {
            evidence.distance = positions.distance
            evidence.sigma = positions.sigma
        }
        evidence.isFresh = isProvisional
        positions = evidence
        if !evidence.isExact, evidence.gap <= ItemWatch.ownerFreshness {
            remember { $0.observe(evidence, owner: there, item: item) }
        }
        return true
    }
}
