import Testing
import Tracking

@testable import Guard

@Suite struct EpisodeWeightsTests {
    private static func stay(_ number: Int, metres: Double, start: Int = 0) throws -> Stay {
        let spot = Spot(try Coordinate(latitude: 51, longitude: 0).offset(north: metres, east: 0))
        return Stay(number: number, spot: spot, accuracy: 10, start: start, last: start, count: 2)
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

    @Test(arguments: [(2, 2.7), (20, 1.23)])
    func `who rides along in a full carriage counts less than what lies in a car`(_ met: Int, _ weight: Double) throws {
        let home = try Self.stay(1, metres: 0), office = try Self.stay(2, metres: 9000)
        let way = Leg(number: 2, from: home, to: office, departed: 0)
        let tag = GuardSighting(network: .findMy, identity: "1", time: Timestamp(seconds: 0))
        let track = TagTrack(number: 1, tag, at: 0, prior: 0)
        let weights = EpisodeWeights(policy: .standard, home: home.spot)
        let episode = weights.episode(way, .rode, of: track, others: 0, met: met)
        #expect(abs(episode.weight - weight) < 0.01)
    }

    @Test(arguments: [(1.4, 0), (1.6, 1)])
    func `a way from home that hardly counts, as in a full carriage, makes nobody a follower`(
        _ weight: Double, _ notices: Int
    ) throws {
        var day = try GuardDay()
        try day.liveWeekday()
        let time = day.now, start = Int(time.wholeSeconds) - 3600
        let home = try Self.stay(1, metres: 0, start: start), office = try Self.stay(2, metres: 9000, start: start)
        var track = TagTrack(
            number: 999, GuardSighting(network: .findMy, identity: "colleague", time: time), at: Int(time.wholeSeconds),
            prior: 0
        )
        let restaurant = try Self.stay(3, metres: 8000, start: start)
        let ways = [(from: home, to: office, weight: weight), (from: office, to: restaurant, weight: 3)]
        for way in ways {
            let leg = Leg(number: way.to.number, from: way.from, to: way.to, departed: 0)
            let isHome = way.from.number == home.number
            track.add(
                Episode(leg: leg, weight: way.weight, isIndependent: true, isHome: isHome, kind: .moved), .standard
            )
        }
        day.watch.state.tracks[999] = track
        #expect(day.watch.tick(at: time).count == notices)
    }
}
