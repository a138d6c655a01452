import CivilTime
import Habits
import Simulation
import Tracking

/// What phones and trackers tell of a simulated person's weeks: with errors, rarely, and sometimes not at all.
struct HabitSenses {
    private let life: HabitLife
    private let days: Int
    private let first: CivilDate
    private let zone: Zone
    private var random: SplitMix
    /// Whether the phone told where it was also at rest.
    private(set) var isOften = true

    init(_ life: HabitLife, weeks: Int, from first: CivilDate, zone: Zone, seed: UInt64) {
        (self.life, days, self.first, self.zone) = (life, weeks * 7, first, zone)
        random = SplitMix(seed: seed, stream: "habit senses")
    }

    /// How often a device tells where it is: minutes between two reports on the way and at rest, 0 for none at rest.
    private struct Pace {
        let moving: ClosedRange<Int>
        let resting: ClosedRange<Int>?
    }

    private static let phones = [
        Pace(moving: 1...2, resting: 12...30), Pace(moving: 4...8, resting: 40...120),
        Pace(moving: 5...9, resting: nil),
    ]
    private static let trackers = [
        Pace(moving: 2...6, resting: 20...60), Pace(moving: 4...10, resting: 60...180),
        Pace(moving: 5...10, resting: 240...480), Pace(moving: 4...8, resting: nil),
    ]

    mutating func history() throws -> HabitHistory {
        let phone = Self.phones[random.whole(0...2)]
        isOften = phone.resting != nil
        let isSilentAtNight = random.happens(0.7)
        let fixes = report(phone, silence: silence(dayOff: 0.03, isSilentAtNight: isSilentAtNight)) { $0 }
        var things: [Belonging] = []
        for (index, thing) in life.person.things.enumerated() {
            // One in ten tells on the way only.
            let pace = random.happens(0.1) ? Self.trackers[3] : Self.trackers[random.whole(0...2)]
            var silence = silence(dayOff: 0.05, isSilentAtNight: false)
            if random.happens(0.2) {
                let start = random.whole(0...days - 3) * 1440
                silence.append(start..<start + random.whole(3...14) * 1440)
            }
            let resting = life.resting[index]
            var place = 0
            let told = report(pace, silence: silence) { segment in
                if segment.along.contains(index) { return segment }
                while place + 1 < resting.count, resting[place + 1].minute <= segment.start { place += 1 }
                guard place < resting.count else { return segment }
                var still = segment
                (still.from, still.to) = (resting[place].site, resting[place].site)
                return still
            }
            let name = try Name(thing.name)
            things.append(Belonging(thing: name, title: try ItemName(thing.name), fixes: told))
        }
        var places: [HabitPlace] = []
        for (site, name) in [(HabitSite.home, "Home"), (.office, "Office")] {
            guard let centre = life.person.sites[site] else { continue }
            let area = try Area.circle(around: centre, radius: Double(random.whole(60...120)))
            places.append(HabitPlace(name: try ItemName(name), areas: [area]))
        }
        return HabitHistory(fixes: fixes, things: things, places: places)
    }

    /// When a device tells nothing.
    private mutating func silence(dayOff: Double, isSilentAtNight: Bool) -> [Range<Int>] {
        (0..<days).flatMap { day in
            var spans: [Range<Int>] = []
            if random.happens(dayOff) {
                let start = day * 1440 + random.whole(0...1200)
                spans.append(start..<start + random.whole(240...1440))
            }
            if isSilentAtNight { spans.append(day * 1440 + 1380..<day * 1440 + 1800) }
            return spans
        }
    }

    private mutating func report(
        _ pace: Pace, silence: [Range<Int>], _ where: (HabitLife.Segment) -> HabitLife.Segment
    ) -> [Fix] {
        var fixes: [Fix] = []
        var due = 0
        var wasStill = true
        let silent = Self.merged(silence, minutes: days * 1440)
        for segment in life.segments {
            guard segment.start < days * 1440 else { break }
            let place = `where`(segment)
            let isStill = place.isStay
            // What begins or ends moving tells soon.
            if isStill != wasStill { due = segment.start + random.whole(isStill ? 0...3 : pace.moving) }
            wasStill = isStill
            var minute = max(due, segment.start)
            while minute < segment.end {
                if minute < silent.count, !silent[minute], !random.happens(0.08) {
                    fixes.append(fix(place, minute))
                }
                if isStill {
                    guard let resting = pace.resting else {
                        minute = .max / 2
                        break
                    }
                    minute += random.whole(resting)
                } else {
                    minute += random.whole(pace.moving)
                }
            }
            due = minute
        }
        return fixes
    }

    private mutating func fix(_ place: HabitLife.Segment, _ minute: Int) -> Fix {
        let seconds = Double(minute) + random.unit()
        let sigma = place.isStay ? 10 + 30 * random.unit() : 5 + 12 * random.unit()
        let shift = random.normals()
        let position = place.position(at: seconds).offset(north: sigma * shift.x, east: sigma * shift.y)
        let civil = CivilDateTime(date: first, time: .midnight).adding(seconds: Int(seconds * 60))
        return Fix(coordinate: position, time: zone.moment(of: civil), accuracy: sigma * 1.515)
    }

    private static func merged(_ spans: [Range<Int>], minutes: Int) -> [Bool] {
        var silent = [Bool](repeating: false, count: minutes)
        for span in spans { for minute in span.clamped(to: 0..<minutes) { silent[minute] = true } }
        return silent
    }
}
