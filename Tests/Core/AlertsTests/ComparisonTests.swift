import Ranging
import Testing
import Tracking

@testable import Alerts

/// What is remembered of positions, and when it takes room.
@Suite struct ComparisonTests {
    private func fix(_ seconds: Double, accuracy: Double) throws -> Fix {
        let place = try Coordinate(latitude: 46, longitude: 14)
        return Fix(coordinate: place, time: Timestamp(seconds: seconds), accuracy: accuracy)
    }

    /// Looks at an item and a person who are in one place.
    private func look(_ comparison: inout Comparison, at seconds: Double, accuracy: Double) throws {
        let fix = try fix(seconds, accuracy: accuracy)
        var (item, person) = (PositionTrack(), PositionTrack())
        item.insert(fix)
        person.insert(fix)
        let isKnown = comparison.compare(at: fix, on: item, of: person, isRecorded: false)
        #expect(isKnown)
    }

    @Test(arguments: [true, false])
    func `a level that has changed by exact positions is remembered when they err`(isFall: Bool) throws {
        var comparison = Comparison()
        try look(&comparison, at: 1, accuracy: 0)
        #expect(comparison.memory == PositionMemory())
        let separation = Separation(distance: 7, sigma: 0)
        comparison.decide(by: .literal(separation), isFall: isFall)
        var expected = PositionMemory()
        expected.decide(by: Rice.distribution(around: separation), at: Timestamp(seconds: 1), isFall: isFall)
        #expect(comparison.memory == expected)
        // It counts in what is remembered from now on, too.
        let before = comparison.memory.heedfulPrior(at: Timestamp(seconds: 2))
        try look(&comparison, at: 2, accuracy: 6)
        #expect(comparison.memory.heedfulPrior(at: Timestamp(seconds: 2)) == before)
        #expect(comparison.memory != expected)
    }

    @Test func `the last change of level is the one that counts`() throws {
        var comparison = Comparison()
        try look(&comparison, at: 1, accuracy: 0)
        comparison.decide(by: .literal(Separation(distance: 30, sigma: 0)), isFall: false)
        let known = Rice.distribution(around: Separation(distance: 2, sigma: 3))
        comparison.decide(by: .fused(known, positions: nil), isFall: true)
        var expected = PositionMemory()
        expected.decide(by: known, at: Timestamp(seconds: 1), isFall: true)
        #expect(comparison.memory == expected)
        comparison.forgetPast()
        #expect(comparison.memory == PositionMemory())
    }
}
