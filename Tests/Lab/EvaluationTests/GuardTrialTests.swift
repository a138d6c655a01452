import Testing

@testable import Evaluation

@Suite struct GuardTrialTests {
    @Test func `a seed gives the same days whoever plays them, measured beside each of AirGuard's levels`() async throws
    {
        let trial = GuardTrial(seeds: 3...4)
        let scores = try await trial.scores(workers: 1)
        let others = try await trial.scores(workers: 2)
        // What was not measured is no number, and equals nothing.
        #expect("\(scores)" == "\(others)", "the scores differ")
        #expect(scores.map(\.method) == ["tagalong", "AirGuard, low", "AirGuard, medium", "AirGuard, high"])
        // Five persons for a week, twice.
        #expect(scores.allSatisfy { $0.all.falseNotices.time == 70 })
        // The more sensitive a level, the more it tells of.
        let counts = scores.dropFirst().map(\.all.falseNotices.count)
        #expect(counts == counts.sorted())
    }

    @Test(arguments: [(AirGuardLevel.low, 120, 4), (.medium, 60, 3), (.high, 30, 2)])
    func `AirGuard tells of a device after so long at so many places`(
        _ level: AirGuardLevel, _ minutes: Int, _ places: Int
    ) {
        var app = AirGuardApp()
        for place in 0..<places - 1 { app.found("tag", at: place * 15, location: place) }
        app.found("tag", at: minutes, location: 0)
        let early = app.notifies("tag", isTile: false, at: minutes, level: level)
        app.found("tag", at: minutes + 15, location: places)
        let told = app.notifies("tag", isTile: false, at: minutes + 15, level: level)
        #expect(!early && told)
        let again = app.notifies("tag", isTile: false, at: minutes + 30, level: level)
        #expect(!again)
    }
}
