import Guard
import Simulation
import Tracking

/// Some days of a person, with or without a tag that somebody has hidden, watched by the guard and by AirGuard's
/// three levels at once.
struct GuardRun: Sendable {
    let person: GuardPerson
    let adversary: GuardAdversary?
    let days: Int
    let seed: UInt64

    /// What came of it, by method.
    struct Outcome: Hashable, Sendable {
        /// How many tags of others were told of, by method.
        var falseNotices: [String: Int] = [:]
        /// Seconds from the second leg to the notice, by method; none for a notice that did not come.
        var delays: [String: Double] = [:]
        /// Whether the hidden tag went along on two independent legs.
        var isFollowed = false
        /// How many tags were heard.
        var tags = 0
        /// What was told falsely by the guard, for whoever looks into it.
        var details: [String] = []
    }

    static let ours = "tagalong"
    /// Whoever joins all rotations without an error, with what was heard and what the phone reported.
    static let bound = "perfect joining"
    static let methods = [ours] + AirGuardLevel.allCases.map { "AirGuard, \($0.rawValue)" }
    /// 2026-01-05T00:00:00Z, less the hour by which the sun is earlier there.
    static let epoch = Timestamp(milliseconds: 1_767_567_600_000)

    func play() throws -> Outcome { try watched().outcome }

    /// The days, and who watched them.
    func watched() throws -> GuardRunWatch {
        var crowd = GuardCrowd(person, seed: seed)
        let itinerary = try GuardItinerary(
            person, days: days, family: crowd.family, colleagues: crowd.colleagues, seed: seed
        )
        let minutes = days * 1440
        crowd.fill(itinerary.segments, minutes: minutes)
        let hidden = hide(in: itinerary.segments)
        if let hidden { crowd.follow(hidden.tag, hidden.spans, heard: hidden.heard) }
        var watch = GuardRunWatch(tags: crowd.tags, phone: phone, seed: seed)
        watch.secondLeg = hidden.flatMap { $0.secondLeg.flatMap { $0 < minutes - 720 ? $0 : nil } }
        let visits = crowd.visits.sorted { ($0.start, $0.tag, $0.end) < ($1.start, $1.tag, $1.end) }
        var present: [GuardVisit] = []
        var next = 0
        for segment in itinerary.segments {
            for minute in segment.start..<max(segment.start, min(segment.end, minutes)) {
                while next < visits.count, visits[next].start <= minute {
                    present.append(visits[next])
                    next += 1
                }
                present.removeAll { $0.end <= minute }
                watch.pass(segment, at: minute, present)
            }
        }
        watch.outcome.isFollowed = watch.secondLeg != nil
        if let hidden, let second = watch.secondLeg {
            let known = GuardTruth.knowable(hidden.legs, heard: watch.hiddenHeard, reported: watch.reported)
            watch.outcome.delays[Self.bound] = known.map { Double(max(0, $0 - second) * 60) }
        }
        return watch
    }

    var phone: GuardPhone {
        var random = SplitMix(seed: seed, stream: "guard choice of phone")
        return GuardPhone.allCases[random.whole(0...GuardPhone.allCases.count - 1)]
    }

    // MARK: The hidden tag

    private struct Hidden {
        var tag: GuardTag
        var spans: [Range<Int>]
        var heard: Double
        var secondLeg: Int?
        var legs: [GuardTruth.Leg]
    }

    private func hide(in segments: [GuardSegment]) -> Hidden? {
        guard let adversary else { return nil }
        var random = SplitMix(seed: seed, stream: "guard adversary")
        let stays = segments.filter { $0.isStay && $0.start < 2 * 1440 && $0.end - $0.start > 30 }
        guard !stays.isEmpty, let end = segments.last?.end else { return nil }
        let stay = stays[random.whole(0...stays.count - 1)]
        // Some hours after the guard was switched on.
        let planted = max(180, stay.start + random.whole(5...(stay.end - stay.start - 10)))
        let strength = -62 - 18 * random.unit()
        var tag = GuardTag.findMy(random.happens(0.5) ? "airtag" : "accessory", strength, &random)
        tag.isFollower = true
        if adversary != .rotating, random.happens(0.3) {
            (tag.network, tag.kind, tag.phase) = (.findHub, "", random.whole(0...86_399))
        }
        if adversary == .rotating { (tag.period, tag.phase) = (900, random.whole(0...899)) }
        let legs = GuardTruth.legs(of: segments, from: planted, byCarOnly: adversary == .car)
        let spans =
            adversary == .car
            ? segments.filter { $0.kind == .car && $0.end > planted }.map { max(planted, $0.start)..<$0.end }
            : [planted..<end]
        return Hidden(
            tag: tag, spans: spans.filter { !$0.isEmpty }, heard: adversary == .rare ? 0.1 : 0.93,
            secondLeg: GuardTruth.secondIndependent(of: legs), legs: legs
        )
    }
}
