import Ranging
import Tracking

/// Where an item and somebody were, compared at the last moment by which both had told where they are.
struct Comparison: Hashable, Sendable {
    /// What it says; nil before the first, or while nothing is known of that person.
    private(set) var positions: PositionEvidence?
    /// What was known before.
    private(set) var memory = PositionMemory()
    /// Whether that person's next report has a better word on it.
    private(set) var isProvisional = false

    /// Whether no later report of that person can change what is known of a fix.
    func isSettled(for fix: Fix?) -> Bool { fix.map { positions?.time == $0.time && !isProvisional } ?? true }

    /// Forgets the last look, so that one at an earlier moment counts.
    mutating func reset() { positions = nil }

    /// Forgets what was known before the last look.
    mutating func forgetPast() { memory = PositionMemory() }

    /// A level has changed by what was known at the last look.
    mutating func decide(by posterior: Posterior, isFall: Bool) {
        guard let positions else { return }
        let known =
            switch posterior {
            case .literal(let separation): Rice.distribution(around: separation)
            case .fused(let known, _): known
            }
        memory.decide(by: known, at: positions.time, isFall: isFall)
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
            memory.observe(evidence, owner: there, item: item)
        }
        return true
    }
}
