import Simulation

/// The tags of all others, and when each is within reach.
///
/// How many people have a separated tag on them is our assumption: about fifteen within reach in a carriage, one person in
/// four minutes in a street, three to eight in the homes around.
struct GuardCrowd: Sendable {
    private(set) var tags: [GuardTag] = []
    private(set) var visits: [GuardVisit] = []
    let family: [Int]
    let colleagues: [Int]
    private var neighbours: [Int] = []
    private var regulars: [Int] = []
    /// Those who wait at a platform, and may ride along.
    private var waiting: [Int] = []
    private var random: SplitMix

    init(_ person: GuardPerson, seed: UInt64) {
        random = SplitMix(seed: seed, stream: "guard crowd")
        var tags: [GuardTag] = []
        func make(_ count: Int, _ make: (inout SplitMix) -> GuardTag, _ random: inout SplitMix) -> [Int] {
            (0..<count).map { _ in
                tags.append(make(&random))
                return tags.count - 1
            }
        }
        family = make(person == .family ? 3 : random.happens(0.3) ? 1 : 0, GuardTag.any, &random)
        colleagues = make(person == .office ? 15 : 5, GuardTag.any, &random)
        neighbours = make(person == .neighbour ? random.whole(6...10) : random.whole(1...4), GuardTag.any, &random)
        regulars = make(5, GuardTag.tile, &random)
        self.tags = tags
    }

    /// Meets all who are to be met.
    mutating func fill(_ segments: [GuardSegment], minutes: Int) {
        dwell(neighbours, at: .home, segments, absent: 480...1020, leaves: 0.5)
        dwell(colleagues, at: .office, segments, present: 510...1020)
        // What comes along is not at home meanwhile.
        let outings = segments.filter { !$0.companions.isEmpty }
        for tag in family {
            for segment in segments where segment.kind == .stay(.home) {
                add(tag, segment.start, segment.end, 0.6)
            }
            for segment in outings where segment.companions.contains(tag) { add(tag, segment.start, segment.end, 0.9) }
        }
        for segment in outings {
            for tag in segment.companions where !family.contains(tag) { add(tag, segment.start, segment.end, 0.8) }
        }
        for segment in segments { meet(segment) }
    }

    /// A tag that its bearer never parts from.
    mutating func follow(_ tag: GuardTag, _ spans: [Range<Int>], heard: Double) {
        tags.append(tag)
        for span in spans { add(tags.count - 1, span.lowerBound, span.upperBound, heard) }
    }

    // MARK: Parts

    /// Those who have their place here, within or without of some hours of the day.
    private mutating func dwell(
        _ group: [Int], at place: GuardPlace, _ segments: [GuardSegment], absent: ClosedRange<Int>? = nil,
        present: ClosedRange<Int>? = nil, leaves: Double = 1
    ) {
        for tag in group {
            let heard = 0.05 + 0.85 * random.unit(), isAbsentee = random.happens(leaves)
            for segment in segments where segment.kind == .stay(place) {
                for day in (segment.start / 1440)...(segment.end / 1440) {
                    let shift = random.whole(-40...40), base = day * 1440
                    if let present {
                        let start = max(segment.start, base + present.lowerBound + shift)
                        add(tag, start, min(segment.end, base + present.upperBound + shift), heard)
                    } else if let absent, isAbsentee {
                        add(tag, max(segment.start, base), min(segment.end, base + absent.lowerBound + shift), heard)
                        let back = max(segment.start, base + absent.upperBound + shift)
                        add(tag, back, min(segment.end, base + 1440), heard)
                    } else {
                        add(tag, max(segment.start, base), min(segment.end, base + 1440), heard)
                    }
                }
            }
        }
    }

    private mutating func meet(_ segment: GuardSegment) {
        let length = Double(segment.end - segment.start)
        switch segment.kind {
        case .walk: pass(segment, perMinute: 0.25, for: 2)
        case .car: pass(segment, perMinute: 0.1, for: 1)
        case .platform:
            waiting = (0..<random.poisson(4)).map { _ in one() }
            for tag in waiting { add(tag, segment.start, segment.end, 0.7) }
        case .train, .longTrain:
            let isLong = segment.kind == .longTrain
            crowd(segment, reach: 15, mean: isLong ? 70 : 14)
            for tag in waiting where random.happens(0.4) { add(tag, segment.start, leaving(segment, 18), chance()) }
            for tag in regulars where !isLong && random.happens(0.15) {
                add(tag, segment.start - 5, segment.end + random.whole(0...4), chance())
            }
        case .stay(.restaurant), .stay(.shop), .stay(.friend): crowd(segment, reach: 3, mean: 30)
        case .stay(.city): crowd(segment, reach: 7, mean: 45)
        case .stay(.park), .stay(.customer): crowd(segment, reach: 3, mean: 60)
        case .stay(.hotel): crowd(segment, reach: 4, mean: 400)
        case .stay(.home): pass(segment, perMinute: length > 600 ? 0.004 : 0.01, for: 20)
        case .stay(.office): pass(segment, perMinute: 0.05, for: 8)
        case .stop: break
        }
    }

    /// So many within reach, each for a time; some leave when the person does, and go the same way for some minutes.
    private mutating func crowd(_ segment: GuardSegment, reach: Double, mean: Double) {
        for _ in 0..<random.poisson(reach) {
            add(one(), segment.start - random.whole(0...2), leaving(segment, mean), chance())
        }
        let length = Double(segment.end - segment.start)
        for _ in 0..<random.poisson(reach * length / mean) {
            let start = segment.start + Int(random.unit() * length)
            add(one(), start, leaving(segment, mean, from: start), chance())
        }
    }

    private mutating func leaving(_ segment: GuardSegment, _ mean: Double, from start: Int? = nil) -> Int {
        let end = (start ?? segment.start) + 1 + Int(random.exponential(mean: mean))
        return end < segment.end ? end : segment.end + (random.happens(0.15) ? random.whole(1...6) : 0)
    }

    private mutating func pass(_ segment: GuardSegment, perMinute: Double, for minutes: Double) {
        let length = Double(segment.end - segment.start)
        for _ in 0..<random.poisson(perMinute * length) {
            let start = segment.start + Int(random.unit() * length)
            add(one(), start, start + 1 + Int(random.exponential(mean: minutes)), chance())
        }
    }

    private mutating func one() -> Int {
        tags.append(.any(&random))
        return tags.count - 1
    }

    private mutating func chance() -> Double { 0.15 + 0.8 * random.unit() }

    private mutating func add(_ tag: Int, _ start: Int, _ end: Int, _ heard: Double) {
        if end > start { visits.append(GuardVisit(tag: tag, start: max(0, start), end: end, heard: heard)) }
    }
}
