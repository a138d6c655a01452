import CivilTime

/// That a thing goes along on some days, when its owner leaves between some times.
struct HabitRule: Hashable, Sendable {
    var days: Set<Weekday>
    var window: Window
    var tally: Tally
    /// Days with half of what is known only, the later one: it was otherwise before.
    var isRecent: Bool

    static let workdays: Set<Weekday> = [.monday, .tuesday, .wednesday, .thursday, .friday]
    static let weekend: Set<Weekday> = [.saturday, .sunday]
    static let everyDay = Set(Weekday.allCases)

    /// How many rules of its form there are to choose from, about: so many chances to find one by accident.
    ///
    /// Windows overlap: of those with an hour or more, about eight differ by much.
    var rivals: Int {
        let sets =
            switch days.count {
            case 7: 1
            case 5 where days == Self.workdays, 2 where days == Self.weekend: 3
            case 1: 7
            default: 127
            }
        return sets * (window.isDay ? 1 : 8) * (isRecent ? 2 : 1)
    }

    /// The worth of its days, less the trouble of saying it.
    var worth: Double {
        let trouble =
            switch days.count {
            case 7: 0.0
            case 5 where days == Self.workdays, 2 where days == Self.weekend: 0.2
            case 1: 1.0
            default: 1.5
            }
        return tally.worth - trouble - 0.02 * Double(min(window.count, 12)) - (isRecent ? 2 : 0)
    }
}
