import Ranging
import TestSupport
import Testing
import Tracking

/// How far the positions of a device are believed, by what they were worth so far.
@Suite struct ConsistencyTests {
    private let origin: Coordinate

    init() throws {
        origin = try Coordinate(latitude: 46, longitude: 14)
    }

    /// Half an hour with a device that claims so many metres and errs by so many along each direction.
    private func sigma(
        claims accuracy: Double,
        errs: Double,
        every seconds: Int,
        pace: Double,
        seed: UInt64
    ) throws -> Double {
        var random = SeededGenerator(seed: seed)
        var track = PositionTrack()
        for second in stride(from: 0, through: 1800, by: seconds) {
            // Twelve even numbers sum up to a normal one.
            let error = SIMD2(
                (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) } * errs,
                (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) } * errs
            )
            track.insert(
                Fix(
                    coordinate: origin.offset(north: pace * Double(second) + error.x, east: error.y),
                    time: Timestamp(seconds: Double(second)),
                    accuracy: accuracy
                )
            )
        }
        return try #require(track.last).sigma
    }

    @Test(arguments: [1, 2], [0.0, 1.4])
    func `a phone that is wrong by more than it says is believed less`(_ seconds: Int, _ pace: Double) throws {
        for seed in 1...8 as ClosedRange<UInt64> {
            let told = Fix(coordinate: origin, time: Timestamp(seconds: 0), accuracy: 6).sigma
            let sigma = try sigma(claims: 6, errs: 30, every: seconds, pace: pace, seed: seed)
            #expect(sigma > 1.2 * told)
            #expect(sigma <= 3 * told + 1e-9)
        }
    }

    @Test(arguments: [1, 5, 20, 60, 300], [0.0, 1.4, 13])
    func `an honest phone is believed nearly as it says`(_ seconds: Int, _ pace: Double) throws {
        for seed in 1...8 as ClosedRange<UInt64> {
            let told = Fix(coordinate: origin, time: Timestamp(seconds: 0), accuracy: 6).sigma
            let sigma = try sigma(claims: 6, errs: told, every: seconds, pace: pace, seed: seed)
            #expect((told...1.5 * told).contains(sigma))
        }
    }

    @Test func `what does not err never has a doubt`() throws {
        #expect(try sigma(claims: 0, errs: 20, every: 5, pace: 3, seed: 1) == 0)
    }
}
