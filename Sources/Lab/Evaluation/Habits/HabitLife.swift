import CivilTime
import Simulation
import Tracking

/// A simulated person's way through some weeks, in minutes of local time since the first midnight.
struct HabitLife: Sendable {
    /// A stay, or a way.
    struct Segment: Sendable {
        var start: Int
        var end: Int
        var from: Coordinate
        var to: Coordinate
        /// The numbers of the things that are along.
        var along: Set<Int>

        var isStay: Bool { from == to }

        func position(at minute: Double) -> Coordinate {
            guard end > start, !isStay else { return to }
            return from.interpolated(to: to, fraction: (minute - Double(start)) / Double(end - start))
        }
    }

    /// Somebody left a place.
    struct Leaving: Sendable {
        let outing: HabitOuting
        let minute: Int
        let along: Set<Int>
    }

    private(set) var segments: [Segment] = []
    private(set) var leavings: [Leaving] = []
    /// Where each thing lies, from when on.
    private(set) var resting: [[(minute: Int, site: Coordinate)]]
    private(set) var person: HabitPerson
    /// The person as they are in the end has been so since this day.
    private(set) var settled = 0
    private let first: CivilDate
    private var random: SplitMix
    private var lies: [HabitSite]
    private var now = 0
    private var here = HabitSite.home

    /// Weeks that are known, and weeks after them, in which nothing changes any more.
    init(weeks: Int, then rest: Int, from first: CivilDate, seed: UInt64) throws {
        random = SplitMix(seed: seed, stream: "habit life")
        person = try HabitPerson(&random)
        self.first = first
        lies = person.things.map { _ in .home }
        let home = person.sites[.home]
        resting = person.things.map { _ in home.map { [(0, $0)] } ?? [] }
        let known = weeks * 7
        let change = random.happens(0.35) ? random.whole(10...known - 8) : -1
        let holiday = random.happens(0.3) ? random.whole(5...known - 15) : -100
        let holidayDays = random.whole(5...14)
        let freeDays = Set((0..<random.whole(0...3)).map { _ in random.whole(0...known - 1) })
        var day = 0
        while day < known + rest * 7 {
            if day == change {
                person.change(&random)
                settled = day
            }
            if day == holiday {
                travel(day, holidayDays)
                day += holidayDays
                continue
            }
            live(day, isFree: freeDays.contains(day), isSick: random.happens(0.02))
            day += 1
        }
        stay(until: day * 1440)
    }

    private func weekday(_ day: Int) -> Weekday { first.adding(days: day).weekday }

    private mutating func live(_ day: Int, isFree: Bool, isSick: Bool) {
        let weekday = weekday(day)
        let base = day * 1440
        fetch(at: base + 120)
        if isSick {
            if random.happens(0.3) { go(.errand, to: .shop, at: base + random.whole(600...900), for: 10...20) }
            return
        }
        if person.workdays.contains(weekday), !isFree, random.happens(0.95) {
            work(base)
        } else if weekday <= .friday, !isFree {
            if random.happens(0.7) { go(.errand, to: .shop, at: base + random.whole(570...960), for: 15...40) }
        } else {
            if random.happens(0.5) { go(.errand, to: .shop, at: base + random.whole(500...580), for: 10...30) }
            if random.happens(0.8) {
                go(.weekend, to: .park, at: base + random.whole(620...840), for: 120...300)
            }
            if random.happens(0.3) { go(.visit, to: .friend, at: base + random.whole(1090...1180), for: 90...200) }
            return
        }
        if person.gymDays.contains(weekday), random.happens(0.92) {
            let minute = person.gymStart + Int(12 * random.normal())
            go(.gym, to: .gym, at: base + minute, for: 70...100)
        } else if random.happens(0.35) {
            go(.errand, to: .shop, at: base + random.whole(1080...1200), for: 15...40)
        } else if random.happens(0.08) {
            go(.visit, to: .friend, at: base + random.whole(1110...1190), for: 90...180)
        }
    }

    /// What was forgotten somewhere is brought back on one of the next days.
    private mutating func fetch(at minute: Int) {
        guard let home = person.sites[.home] else { return }
        for thing in lies.indices where lies[thing] != .home && lies[thing] != .office && random.happens(0.5) {
            lies[thing] = .home
            resting[thing].append((minute, home))
        }
    }

    private mutating func work(_ base: Int) {
        let minute = max(300, person.workStart + Int(person.workSpread * random.normal()))
        var along = pick(.work, at: base + minute)
        leave(.work, to: .office, at: base + minute, along)
        if random.happens(0.4) {
            stay(until: base + random.whole(700...740))
            let keys = pick(.lunch, at: now)
            leave(.lunch, to: .restaurant, at: now, keys)
            stay(until: now + random.whole(30...50), keys)
            move(to: .office, keys)
            along.formUnion(keys)
        }
        stay(until: base + random.whole(980...1050), along)
        let homeward = remembered(along.union(lying(at: .office)), forgotten: 0.02)
        leave(.homeward, to: .home, at: now, homeward)
    }

    private mutating func travel(_ day: Int, _ days: Int) {
        let along = Set(person.things.indices.filter { _ in random.happens(0.5) })
        leave(.weekend, to: .away, at: day * 1440 + 600, along)
        stay(until: (day + days) * 1440 - 600, along)
        move(to: .home, along)
        stay(until: (day + days) * 1440)
    }

    /// There, a while, and back.
    private mutating func go(_ outing: HabitOuting, to site: HabitSite, at minute: Int, for time: ClosedRange<Int>) {
        let along = pick(outing, at: max(minute, now + 12))
        leave(outing, to: site, at: max(minute, now + 12), along)
        stay(until: now + random.whole(time), along)
        let back = remembered(along.union(lying(at: site)), forgotten: 0.01)
        move(to: .home, back)
    }

    /// What is taken back, in an order that is the same on every run.
    private mutating func remembered(_ things: Set<Int>, forgotten: Double) -> Set<Int> {
        Set(things.sorted().filter { _ in !random.happens(forgotten) })
    }

    private func lying(at site: HabitSite) -> Set<Int> { Set(lies.indices.filter { lies[$0] == site }) }

    /// What is taken along of what lies here.
    private mutating func pick(_ outing: HabitOuting, at minute: Int) -> Set<Int> {
        let weekday = weekday(minute / 1440)
        return Set(
            person.things.indices.filter {
                random.happens(person.things[$0].chance(outing, weekday)) && lies[$0] == here
            }
        )
    }

    private mutating func leave(_ outing: HabitOuting, to site: HabitSite, at minute: Int, _ along: Set<Int>) {
        stay(until: minute)
        leavings.append(Leaving(outing: outing, minute: now, along: along))
        move(to: site, along)
    }

    private mutating func stay(until minute: Int, _ along: Set<Int> = []) {
        guard minute > now, let site = person.sites[here] else { return }
        segments.append(Segment(start: now, end: minute, from: site, to: site, along: along))
        now = minute
    }

    private mutating func move(to site: HabitSite, _ along: Set<Int>) {
        guard let from = person.sites[here], let to = person.sites[site], from != to else { return }
        let metres = from.distance(to: to)
        let pace = metres < 1500 ? 75.0 : 420
        let minutes = max(4, Int(metres / pace) + random.whole(0...4))
        segments.append(Segment(start: now, end: now + minutes, from: from, to: to, along: along))
        now += minutes
        here = site
        for thing in along {
            lies[thing] = site
            resting[thing].append((now, to))
        }
    }
}
