import Testing

@testable import History

/// When a worker says how far it has come.
@Suite struct BeatsTests {
    private let start = ContinuousClock.now

    @Test func `a beat is due by the clock, however many turns there were`() {
        var beats = Beats(every: .seconds(5))
        let due = [0, 4, 4, 4, 5, 9, 30, 31, 34, 35].filter { beats.isDue(at: start.advanced(by: .seconds($0))) }
        #expect(due == [0, 5, 30, 35])
    }

    @Test func `a beat that is wanted at once is due, and the next one later`() {
        var beats = Beats(every: .seconds(5))
        var isDue = [beats.isDue(at: start)]
        beats.hurry()
        for seconds in [1, 5] { isDue.append(beats.isDue(at: start.advanced(by: .seconds(seconds)))) }
        #expect(isDue == [true, true, false])
    }
}
