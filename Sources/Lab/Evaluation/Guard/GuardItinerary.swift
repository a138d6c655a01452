import Simulation
import Tracking

/// A person's way through some days, minute by minute.
struct GuardItinerary: Sendable {
    private(set) var segments: [GuardSegment] = []
    private var random: SplitMix
    private let person: GuardPerson
    private var here: Coordinate
    private var now = 0
    private let home: Coordinate
    private let office: Coordinate
    /// Tags of those who may come along.
    private let family: [Int]
    private let colleagues: [Int]

    init(_ person: GuardPerson, days: Int, family: [Int], colleagues: [Int], seed: UInt64) throws {
        var random = SplitMix(seed: seed, stream: "guard itinerary")
        home = try Coordinate(latitude: 48.1, longitude: 11.5)
        let distance = ([.train, .office].contains(person) ? 18_000.0 : 11_000) / 1.4
        office = home.offset(north: distance * (0.5 + random.unit()), east: distance * (0.5 + random.unit()))
        (here, self.person, self.family, self.colleagues, self.random) = (home, person, family, colleagues, random)
        let firstDay = self.random.whole(0...6)
        var day = 0
        while day < days {
            switch (firstDay + day) % 7 {
            case 5 where day + 1 < days && self.random.happens(0.15): trip(from: day)
            case 5, 6: weekend(day)
            default: weekday(day)
            }
            day = now / 1440 + 1
        }
        stay(.home, until: days * 1440)
    }

    // MARK: Days

    private mutating func weekday(_ day: Int) {
        let atHome = person == .neighbour && random.happens(0.6)
        stay(.home, until: day * 1440 + random.whole(430...500))
        if !atHome { work(day) } else { errand(day * 1440 + random.whole(600...900)) }
        if random.happens(0.3) {
            outing(from: day * 1440 + random.whole(1120...1160), to: .park, metres: 1200, by: .walk)
        }
        stay(.home, until: (day + 1) * 1440 - 1)
    }

    private mutating func work(_ day: Int) {
        if person == .family, random.happens(0.5) { school() }
        commute(to: office)
        let lunch = day * 1440 + random.whole(705...735)
        if random.happens(person == .office ? 0.8 : 0.4), now < lunch {
            stay(.office, until: lunch)
            let company = colleagues.filter { _ in random.happens(person == .office ? 0.25 : 0.1) }
            visit(.restaurant, metres: 650, for: random.whole(35...55), with: company)
        }
        if person == .office, random.happens(0.05) {
            stay(.office, until: day * 1440 + 800)
            let company = colleagues.filter { _ in random.happens(0.2) }
            visit(.customer, metres: 6000, for: random.whole(90...180), with: company)
        }
        stay(.office, until: day * 1440 + random.whole(1000...1050))
        if random.happens(0.15), person == .office || person == .train {
            let bar = here.offset(north: 900, east: -700)
            let company = colleagues.filter { _ in random.happens(0.25) }
            go(.walk, to: bar, company)
            stay(.city, until: now + random.whole(80...150), company)
        }
        if random.happens(0.25) { shop() }
        if person == .family, random.happens(0.3) { school() }
        commute(to: home)
    }

    private mutating func weekend(_ day: Int) {
        stay(.home, until: day * 1440 + random.whole(560...680))
        if random.happens(0.3) { errand(now) }
        let company = person == .family ? family.filter { _ in random.happens(0.6) } : []
        if random.happens(0.6) {
            let place = random.happens(0.5) ? GuardPlace.city : .park
            stay(.home, until: day * 1440 + random.whole(780...840))
            let far = random.whole(5000...25_000)
            let isByTrain = person == .train || person == .office
            outing(from: now, to: place, metres: Double(far), by: isByTrain ? .train : .car, with: company)
        }
        if random.happens(0.25) {
            outing(from: day * 1440 + random.whole(1080...1120), to: .friend, metres: 4000, by: .car)
        }
        stay(.home, until: (day + 1) * 1440 - 1)
    }

    /// A weekend away by a long train.
    private mutating func trip(from day: Int) {
        stay(.home, until: day * 1440 + random.whole(500...620))
        let there = home.offset(north: 160_000 * random.unit() + 60_000, east: 90_000 * random.unit())
        ride(.longTrain, to: there, minutes: random.whole(100...190))
        stay(.hotel, until: now + random.whole(60...120))
        visit(.city, metres: 1800, for: random.whole(120...240), with: [])
        stay(.hotel, until: (day + 1) * 1440 + random.whole(600...700))
        ride(.longTrain, to: home, minutes: random.whole(100...190))
        stay(.home, until: (day + 2) * 1440 - 1)
    }

    // MARK: Parts

    private mutating func errand(_ start: Int) { outing(from: start, to: .shop, metres: 1500, by: .walk) }

    private mutating func outing(
        from start: Int, to place: GuardPlace, metres: Double, by means: GuardSegment.Kind, with company: [Int] = []
    ) {
        stay(.home, until: start)
        let there = around(metres)
        go(means, to: there, company)
        stay(place, until: now + random.whole(place == .shop ? 25...45 : 80...200), company)
        go(means, to: home, company)
    }

    /// There and back on foot, or by car where it is far.
    private mutating func visit(_ place: GuardPlace, metres: Double, for minutes: Int, with company: [Int]) {
        let base = here, kind = segments.last?.kind
        let means: GuardSegment.Kind = metres > 2000 ? .car : .walk
        go(means, to: around(metres), company)
        stay(place, until: now + minutes, company)
        go(means, to: base, company)
        if case .stay(let before) = kind { stay(before, until: now + 20) }
    }

    private mutating func shop() {
        go(.walk, to: around(900))
        stay(.shop, until: now + random.whole(22...40))
    }

    /// The children are let out, or taken in.
    private mutating func school() {
        let children = Array(family.prefix(1))
        let school = home.offset(north: 2500, east: 800)
        let isMorning = now % 1440 < 720
        go(.car, to: school, isMorning ? children : [])
        add(.stop, 4, to: school, children)
        if !isMorning { go(.car, to: home, children) }
    }

    private mutating func commute(to place: Coordinate) {
        switch person {
        case .train, .office: ride(.train, to: place, minutes: random.whole(22...32))
        case .neighbour: ride(.train, to: place, minutes: random.whole(14...22))
        case .commuter, .family: go(.car, to: place)
        }
    }

    private mutating func ride(_ kind: GuardSegment.Kind, to place: Coordinate, minutes: Int) {
        let station = here.offset(north: 400, east: 350)
        let end = place.offset(north: -400, east: 350)
        add(.walk, random.whole(6...9), to: station)
        add(.platform, random.whole(2...12), to: station)
        add(kind, minutes, to: end)
        add(.walk, random.whole(6...9), to: place)
    }

    private mutating func go(_ means: GuardSegment.Kind, to place: Coordinate, _ company: [Int] = []) {
        guard here.distance(to: place) > 50 else { return }
        if means == .train { return ride(.train, to: place, minutes: random.whole(15...30)) }
        let pace = means == .walk ? 75.0 : 500
        add(means, max(2, Int(here.distance(to: place) / pace) + random.whole(0...5)), to: place, company)
    }

    private mutating func around(_ metres: Double) -> Coordinate {
        let east = random.happens(0.5) ? 0.8 : -0.8, north = random.happens(0.5) ? 0.6 : -0.6
        return here.offset(north: north * metres, east: east * metres)
    }

    private mutating func stay(_ place: GuardPlace, until end: Int, _ company: [Int] = []) {
        guard end > now else { return }
        add(.stay(place), end - now, to: here, company)
    }

    private mutating func add(
        _ kind: GuardSegment.Kind, _ minutes: Int, to place: Coordinate, _ company: [Int] = []
    ) {
        segments.append(
            GuardSegment(kind: kind, start: now, end: now + minutes, from: here, to: place, companions: company)
        )
        (now, here) = (now + minutes, place)
    }
}
