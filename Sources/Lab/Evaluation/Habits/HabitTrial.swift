import CivilTime
import Habits
import Simulation
import Tracking

/// Suggestions from simulated weeks of people, held against the half year after them.
///
/// A seed is a person with seven things: some that always go along, some that go along for work, for sport or at weekends,
/// and some by chance. Days off, holidays, illness, changes of life, things forgotten, and silent phones and trackers are
/// among it. How often all that is, is our assumption.
public struct HabitTrial: Sendable {
    public let seeds: ClosedRange<UInt64>
    public let weeks: Int

    /// Some persons, of each of whom so many weeks are known.
    public init(seeds: ClosedRange<UInt64>, weeks: Int = 8) { (self.seeds, self.weeks) = (seeds, weeks) }

    /// Weeks after those, in which it shows what is right.
    static let after = 26
    /// Of all departures that a suggestion is about, its thing goes along on so many at least: then it is right.
    static let right = 0.7
    /// Of the departures of a habit, so many have to be covered by suggestions that are right.
    static let covered = 0.6
    /// For so many days a habit must have been as it is, to be one that is to be found.
    static let oldest = 28

    /// The score, by seeds and not by who was done first.
    ///
    /// - Throws: What goes wrong in one of the runs.
    public func score(workers: Int, progress: @escaping @Sendable () -> Void = {}) async throws -> HabitScore {
        let weeks = weeks
        let outcomes = try await Workers.map(seeds, workers: workers, progress: progress) { seed in
            try HabitRun(seed: seed, weeks: weeks).outcome()
        }
        return HabitScore(outcomes)
    }
}

/// One person's weeks.
struct HabitRun {
    let seed: UInt64
    let weeks: Int

    /// What came of it.
    struct Outcome: Hashable, Sendable {
        struct Offer: Hashable, Sendable {
            let text: String
            let thing: String
            let isRight: Bool
        }
        struct Habit: Hashable, Sendable {
            let thing: String
            let isFound: Bool
        }
        /// Whether the phone told where it was also at rest.
        var isOften = true
        var offers: [Offer] = []
        var habits: [Habit] = []
    }

    /// What is simulated of it: how it was, and what is known of that.
    struct Known {
        let life: HabitLife
        let history: HabitHistory
        let isOften: Bool
        let first: CivilDate
        let zone: Zone

        func time(of minute: Int) -> Timestamp {
            zone.moment(of: CivilDateTime(date: first, time: .midnight).adding(seconds: minute * 60))
        }
    }

    func known() throws -> Known {
        let zone = try Zone(name: "CET", posix: "CET-1CEST,M3.5.0,M10.5.0/3")
        // Mondays from the 5th of January of 2026 on, so that the clocks change anywhere, or not at all.
        let first = CivilDate(daysSince1970: 20_458 + 7 * Int(seed % 12))
        let life = try HabitLife(weeks: weeks, then: HabitTrial.after, from: first, seed: seed)
        var senses = HabitSenses(life, weeks: weeks, from: first, zone: zone, seed: seed)
        let history = try senses.history()
        return Known(life: life, history: history, isOften: senses.isOften, first: first, zone: zone)
    }

    func outcome() throws -> Outcome {
        let known = try known()
        let finder = HabitFinder(zone: known.zone, limit: .max)
        let offered = finder.suggestions(in: known.history, until: known.time(of: weeks * 10_080))
        var outcome = judge(offered, known.life, known.first)
        outcome.isOften = known.isOften
        return outcome
    }

    private func judge(_ offered: [Suggestion], _ life: HabitLife, _ first: CivilDate) -> Outcome {
        let future = life.leavings.filter { $0.minute >= weeks * 10_080 }
        var outcome = Outcome()
        var right: [Suggestion] = []
        for suggestion in offered {
            let thing = life.person.things.firstIndex { $0.name == suggestion.thing.text } ?? 0
            let meant = future.filter { suggestion.covers($0, first) }
            let share = Double(meant.count { $0.along.contains(thing) }) / Double(max(1, meant.count))
            let isRight = meant.count >= 4 && share >= HabitTrial.right
            if isRight { right.append(suggestion) }
            let text = "\(suggestion.sentence), \(suggestion.evidence); truly \(Int((100 * share).rounded())) %"
            outcome.offers.append(Outcome.Offer(text: text, thing: suggestion.thing.text, isRight: isRight))
        }
        guard weeks * 7 - life.settled >= HabitTrial.oldest else { return outcome }
        for (index, thing) in life.person.things.enumerated() {
            for place in [HabitSite.home, .office] {
                let outings = thing.habit(leaving: place)
                let kept = future.filter { outings.contains($0.outing) && $0.along.contains(index) }
                // What is done less than once a week is none that eight weeks could show.
                guard kept.count >= HabitTrial.after else { continue }
                let covered = kept.count { leaving in
                    right.contains { $0.thing.text == thing.name && $0.covers(leaving, first) }
                }
                let isFound = Double(covered) >= HabitTrial.covered * Double(kept.count)
                outcome.habits.append(Outcome.Habit(thing: thing.name, isFound: isFound))
            }
        }
        return outcome
    }
}

extension Suggestion {
    /// Whether its reminder would be looked at as somebody leaves.
    fileprivate func covers(_ leaving: HabitLife.Leaving, _ first: CivilDate) -> Bool {
        guard place.text == (leaving.outing.place == .home ? "Home" : "Office"),
            days.contains(first.adding(days: leaving.minute / 1440).weekday)
        else { return false }
        guard let span else { return true }
        let minute = leaving.minute % 1440
        let end = span.to == .midnight ? 1440 : span.to.secondsOfDay / 60
        return minute >= span.from.secondsOfDay / 60 && minute < end
    }
}
