import CivilTime
import Testing
import Tracking

@testable import Evaluation
@testable import Habits

/// What is read out of positions, held against what people in the simulation did.
@Suite struct HabitSightTests {
    private struct Count {
        var departures = 0
        var found = 0
        var invented = 0
        var wrong = 0
        var known = 0
        var told = 0
    }

    private func count(seed: UInt64) throws -> Count {
        let run = try HabitRun(seed: seed, weeks: 8).known()
        var count = Count()
        let departures = run.history.places.map { DepartureFinder(place: $0).departures(in: run.history.fixes) }
        let judged = run.history.things.map { thing in
            CompanyJudge(owner: Path(fixes: run.history.fixes), thing: Path(fixes: thing.fixes))
                .cases(zip(run.history.places, departures))
        }
        for (place, site) in [HabitSite.home, .office].enumerated() {
            let leavings = run.life.leavings.filter { $0.minute < 8 * 10_080 && $0.outing.place == site }
            let times = leavings.map { run.time(of: $0.minute) }
            count.departures += leavings.count
            for (number, departure) in departures[place].enumerated() {
                guard let index = times.firstIndex(where: { abs($0.duration(to: departure.time).inSeconds) < 2700 })
                else {
                    count.invented += 1
                    continue
                }
                count.found += 1
                for (thing, cases) in judged.enumerated() {
                    let company = cases[place][number].1
                    count.told += 1
                    if company != .unknown { count.known += 1 }
                    let isAlong = leavings[index].along.contains(thing)
                    if company == (isAlong ? .apart : .along) { count.wrong += 1 }
                }
            }
        }
        return count
    }

    @Test func `departures are found, none is invented, and what went along is known or said to be unknown`() throws {
        var all = Count()
        for seed in UInt64(1)...40 {
            let one = try count(seed: seed)
            all.departures += one.departures
            all.found += one.found
            all.invented += one.invented
            all.wrong += one.wrong
            all.known += one.known
            all.told += one.told
        }
        #expect(Double(all.found) >= 0.85 * Double(all.departures))
        #expect(Double(all.invented) <= 0.005 * Double(all.found))
        #expect(Double(all.known) >= 0.8 * Double(all.told))
        #expect(Double(all.wrong) <= 0.01 * Double(all.known))
    }
}
