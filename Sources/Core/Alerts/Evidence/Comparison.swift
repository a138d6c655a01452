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

    /// A change of level, and by what: a quarter of what would be remembered of it.
    private struct Decision: Hashable {
        /// By exact positions; nil for what else was known.
        let separation: Separation?
        /// That, in an array as hardly any item has it.
        let known: [DistanceDistribution]
        let time: Timestamp
        let isFall: Bool

        init(_ posterior: Posterior, at time: Timestamp, isFall: Bool) {
            (self.time, self.isFall) = (time, isFall)
            switch posterior {
            case .literal(let separation): (self.separation, known) = (separation, [])
            case .fused(let distribution, _): (separation, known) = (nil, [distribution])
            }
        }

        func apply(to memory: inout PositionMemory) {
            let separated = separation.map { Rice.distribution(around: $0) }
            guard let known = separated ?? known.first else { return }
            memory.decide(by: known, at: time, isFall: isFall)
        }
    }

    /// What was known before.
    var memory: PositionMemory {
        if let memory = remembered.first { return memory }
        var memory = PositionMemory()
        decision?.apply(to: &memory)
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
        let decision = Decision(posterior, at: positions.time, isFall: isFall)
        if remembered.isEmpty { self.decision = decision } else { remember { decision.apply(to: &$0) } }
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
