import CivilTime
import Simulation
import Tracking

/// Why somebody leaves a place.
enum HabitOuting: Int, Hashable, Sendable, CaseIterable {
    case work, gym, errand, weekend, visit
    /// From the office.
    case lunch, homeward

    /// Where it begins.
    var place: HabitSite { self == .lunch || self == .homeward ? .office : .home }
}

/// Where a simulated person may be.
enum HabitSite: Int, Hashable, Sendable, CaseIterable {
    case home, office, gym, shop, park, friend, restaurant, away
}

/// A thing of a simulated person.
struct HabitThing: Hashable, Sendable {
    let name: String
    /// How likely it is taken along, by what for.
    var chances: [HabitOuting: Double]
    /// How likely it is at all other times.
    var otherwise: Double
    /// To work on these days only; nil for all.
    var days: Set<Weekday>?

    func chance(_ outing: HabitOuting, _ day: Weekday) -> Double {
        if let days, outing == .work, !days.contains(day) { return otherwise }
        return chances[outing] ?? otherwise
    }

    /// What it is usually taken along for, leaving a place; none where there is no habit.
    func habit(leaving place: HabitSite) -> Set<HabitOuting> {
        let outings = HabitOuting.allCases.filter { $0.place == place }
        // What is taken to work is taken home.
        if place == .office, (chances[.work] ?? otherwise) >= Self.usually { return [.homeward] }
        return Set(outings.filter { (chances[$0] ?? otherwise) >= Self.usually })
    }

    /// How likely something is that is a habit.
    static let usually = 0.8
}

/// How a simulated person lives.
struct HabitPerson: Sendable {
    var workdays: Set<Weekday>
    /// Minutes of the day at which they leave for work, in the middle, and by how many that differs.
    var workStart: Int
    let workSpread: Double
    var gymDays: Set<Weekday>
    let gymStart: Int
    var things: [HabitThing]
    let sites: [HabitSite: Coordinate]

    init(_ random: inout SplitMix) throws {
        workdays = [.monday, .tuesday, .wednesday, .thursday, .friday]
        if random.happens(0.3) { workdays.remove(Self.workday(&random)) }
        workStart = random.whole(390...540)
        workSpread = Double(random.whole(8...25))
        gymDays = []
        let count = random.whole(0...3)
        while gymDays.count < count { gymDays.insert(Self.workday(&random)) }
        gymStart = random.whole(1095...1170)
        let home = try Coordinate(latitude: 47.05 + 0.3 * random.unit(), longitude: 8.3)
        var sites: [HabitSite: Coordinate] = [.home: home]
        let reaches: [(HabitSite, ClosedRange<Int>)] = [
            (.office, 3000...15_000), (.gym, 1000...4000), (.shop, 400...1500), (.park, 2000...20_000),
            (.friend, 1500...8000), (.away, 150_000...400_000),
        ]
        for (site, reach) in reaches { sites[site] = Self.around(home, Double(random.whole(reach)), &random) }
        sites[.restaurant] = Self.around(sites[.office] ?? home, Double(random.whole(350...900)), &random)
        self.sites = sites
        things = Self.things(&random)
        if random.happens(0.5), let index = things.firstIndex(where: { $0.name == "laptop" }) {
            things[index].days = Set(workdays.sorted().prefix(2))
        }
    }

    private static func workday(_ random: inout SplitMix) -> Weekday {
        Weekday(rawValue: random.whole(1...5)) ?? .monday
    }

    private static func around(_ centre: Coordinate, _ metres: Double, _ random: inout SplitMix) -> Coordinate {
        let east = 2 * random.unit() - 1
        let north = (1 - east * east).squareRoot() * (random.happens(0.5) ? 1 : -1)
        return centre.offset(north: north * metres, east: east * metres)
    }

    /// Habits that are kept more and less strictly, and things that go along by chance.
    private static func things(_ random: inout SplitMix) -> [HabitThing] {
        func strict() -> Double { 0.84 + 0.14 * random.unit() }
        var things = [HabitThing(name: "keys", chances: [:], otherwise: 0.9 + 0.09 * random.unit())]
        things.append(HabitThing(name: "bag", chances: [.work: strict()], otherwise: 0.03))
        things.append(HabitThing(name: "gym-bag", chances: [.gym: strict()], otherwise: 0.02))
        things.append(HabitThing(name: "laptop", chances: [.work: strict()], otherwise: 0.03))
        let isPhotographer = random.happens(0.5)
        let camera = isPhotographer ? strict() : 0.2 + 0.4 * random.unit()
        things.append(HabitThing(name: "camera", chances: [.weekend: camera], otherwise: 0.04))
        things.append(HabitThing(name: "umbrella", chances: [:], otherwise: 0.1 + 0.45 * random.unit()))
        things.append(HabitThing(name: "book", chances: [.work: 0.3 + 0.4 * random.unit()], otherwise: 0.1))
        return things
    }

    /// Something of the person's life becomes different from now on.
    mutating func change(_ random: inout SplitMix) {
        switch random.whole(0...3) {
        case 0: workStart += random.happens(0.5) ? 90 : -60
        case 1:
            let count = gymDays.count
            gymDays = []
            while gymDays.count < count { gymDays.insert(Self.workday(&random)) }
        case 2:
            // A habit ends.
            let index = random.whole(1...3)
            things[index].chances = [:]
        default:
            // One begins.
            things[6].chances = [.work: 0.92]
        }
    }
}
