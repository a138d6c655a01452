import Testing
import Tracking

@testable import Guard

@Suite struct EpisodeWeightsTests {
    private static func stay(_ number: Int, metres: Double) throws -> Stay {
        let spot = Spot(try Coordinate(latitude: 51, longitude: 0).offset(north: metres, east: 0))
        return Stay(number: number, spot: spot, accuracy: 10, start: 0, last: 0, count: 2)
    }

    @Test(arguments: [(0.0, true), (9800, false)])
    func `after lunch in company the way home tells something new, and another outing does not`(
        _ goal: Double, _ isIndependent: Bool
    ) throws {
        let office = try Self.stay(2, metres: 9000), home = try Self.stay(1, metres: 0).spot
        let lunch = Leg(number: 3, from: office, to: try Self.stay(3, metres: 8000), departed: 0)
        let way = Leg(number: 4, from: office, to: try Self.stay(4, metres: goal), departed: 0)
        let time = Timestamp(seconds: 0)
        var track = TagTrack(number: 1, GuardSighting(network: .findMy, identity: "1", time: time), at: 0, prior: 0)
        let weights = EpisodeWeights(policy: .standard, home: home)
        track.add(weights.episode(lunch, .moved, of: track, others: 1), .standard)
        #expect(weights.episode(way, .moved, of: track, others: 0).isIndependent == isIndependent)
    }
}
