public import CivilTime
public import Reminders
public import Tracking

/// Finds reminders to offer in somebody's history: what they usually take along when they leave a place.
///
/// All of it is reckoned anew at each call, from what it is given; nothing is remembered.
public struct HabitFinder: Sendable {
    /// Where days and times of day are counted.
    public let zone: Zone
    /// How many are offered at most.
    public let limit: Int

    /// How many are offered at most, unless somebody says otherwise.
    public static let few = 5

    public init(zone: Zone, limit: Int = Self.few) { (self.zone, self.limit) = (zone, limit) }

    /// The suggestions, the surest first.
    ///
    /// - Parameters:
    ///   - history: What is known; fixes are in the order of time.
    ///   - known: Conditions of the reminders that there are, and of suggestions that were declined: nothing like these is
    ///     suggested.
    ///   - now: Until when the history goes.
    /// - Returns: At most ``limit``; equally sure ones by thing and place.
    public func suggestions(
        in history: HabitHistory, beside known: [Conditions] = [], until now: Timestamp
    ) -> [Suggestion] {
        let owner = Path(fixes: history.fixes)
        let miner = RuleMiner(today: zone.civil(at: now).date)
        var found: [Suggestion] = []
        let departures = history.places.map { DepartureFinder(place: $0).departures(in: history.fixes) }
        for thing in history.things where !thing.fixes.isEmpty {
            let judge = CompanyJudge(owner: owner, thing: Path(fixes: thing.fixes))
            for (place, judged) in zip(history.places, judge.cases(zip(history.places, departures))) {
                let records = DayRecord.records(of: judged, in: zone)
                found += miner.rules(in: records).map { Suggestion($0, thing, place) }
            }
        }
        let fresh = found.filter { suggestion in !known.contains { suggestion.isLike($0) } }
        return Array(fresh.sorted(by: Self.isSurer).prefix(limit))
    }

    private static func isSurer(_ left: Suggestion, _ right: Suggestion) -> Bool {
        if left.confidence != right.confidence { return left.confidence > right.confidence }
        return (left.thing.text, left.place.text) < (right.thing.text, right.place.text)
    }
}

extension Suggestion {
    /// Whether conditions are about the same: this thing away as this place is left, at some of the same times.
    public func isLike(_ other: Conditions) -> Bool {
        guard let place = other.place, place.event == .leaves, case .named(let name) = place.target, name == self.place,
            let thing = other.thing, thing.thing == self.thing, thing.state == .away
        else { return false }
        guard let time = other.time else { return true }
        guard !time.days.isDisjoint(with: days) else { return false }
        guard case .clock(let from) = time.from, case .clock(let to) = time.to, let span else { return true }
        return !Self.hours(from, to).isDisjoint(with: Self.hours(span.from, span.to))
    }

    /// The minutes of the day of a span, over midnight where it ends before it begins.
    private static func hours(_ from: ClockTime, _ to: ClockTime) -> Set<Int> {
        let (start, end) = (from.secondsOfDay / 60, to.secondsOfDay / 60)
        return start < end ? Set(start..<end) : Set(start..<1440).union(0..<end)
    }
}
