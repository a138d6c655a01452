import Simulation
import TestSupport
import Testing
import Tracking

/// Where a simulated item is, as a function of its seed and the time.
@Suite struct RoamingTests {
    private let start = Timestamp(milliseconds: 1_777_000_000_000)

    private func roaming(
        _ kind: Roaming.Kind, radius: Double = 300, seed: UInt64 = 7, latitude: Double = 46.05
    ) throws -> Roaming {
        let centre = try Coordinate(latitude: latitude, longitude: 14.5)
        return Roaming(kind, around: centre, radius: radius, seed: seed, start: start)
    }

    private func moments(_ hours: Int, every seconds: Int = 10) -> [Timestamp] {
        stride(from: 0, to: hours * 3600, by: seconds).map { start.advanced(by: .seconds($0)) }
    }

    @Test func `what stays is where it was put, before it began too`() throws {
        let roaming = try roaming(.stays)
        for time in moments(3) { #expect(roaming.position(at: time) == roaming.centre) }
        #expect(roaming.position(at: Timestamp(milliseconds: 0)) == roaming.centre)
    }

    @Test(arguments: [50.0, 300, 5000], [0.0, 46.05, -63, 78])
    func `what walks begins at the centre and stays within its radius`(radius: Double, latitude: Double) throws {
        for seed in UInt64(0)..<6 {
            let roaming = try roaming(.walks, radius: radius, seed: seed, latitude: latitude)
            #expect(roaming.position(at: start) == roaming.centre)
            let farthest = moments(24, every: 60).map { roaming.centre.distance(to: roaming.position(at: $0)) }.max()
            let reached = try #require(farthest)
            #expect(reached <= radius)
            // It makes use of its room.
            #expect(radius > 300 || reached > radius / 2)
        }
    }

    @Test(arguments: [Roaming.Kind.walks, .leaves])
    func `nobody walks faster than people do, nor jumps`(kind: Roaming.Kind) throws {
        for seed in UInt64(0)..<4 {
            let roaming = try roaming(kind, radius: 400, seed: seed)
            var last = roaming.centre
            var walked = 0.0
            for time in moments(6, every: 1) {
                let next = roaming.position(at: time)
                let metres = last.distance(to: next)
                #expect(metres < 1.32)
                walked += metres
                last = next
            }
            #expect(walked > 2000)
        }
    }

    @Test(arguments: [50.0, 1000])
    func `what leaves is at home, goes beyond its radius and comes back, each time elsewhere`(radius: Double) throws {
        let roaming = try roaming(.leaves, radius: radius)
        let distances = moments(12).map { roaming.centre.distance(to: roaming.position(at: $0)) }
        #expect(distances.first == 0)
        var visits: [Coordinate] = []
        var returns = 0
        var isAway = false
        for (time, distance) in zip(moments(12), distances) {
            #expect(distance <= radius * 1.3)
            if distance > radius * 1.2, !isAway {
                isAway = true
                visits.append(roaming.position(at: time))
            } else if distance < 1, isAway {
                isAway = false
                returns += 1
            }
        }
        #expect(visits.count >= 5 && returns >= visits.count - 1)
        #expect(Set(visits).count == visits.count)
    }

    @Test func `who asks anew gets the same answer, and another seed goes another way`() throws {
        let later = start.advanced(by: .seconds(86_400 * 400 + 1234))
        #expect(try roaming(.walks).position(at: later) == roaming(.walks).position(at: later))
        #expect(try roaming(.walks).position(at: later) != roaming(.walks, seed: 8).position(at: later))
    }

    @Test func `a radius that there is none of counts as the nearest`() throws {
        #expect(try roaming(.walks, radius: 1).radius == 50 && roaming(.walks, radius: 1e9).radius == 5000)
    }

    @Test func `at the ends of the world it is somewhere`() throws {
        for latitude in [-90.0, 90, 89.9999] {
            for kind in Roaming.Kind.allCases {
                let roaming = try roaming(kind, radius: 5000, latitude: latitude)
                for time in moments(8, every: 120) {
                    #expect((-90...90).contains(roaming.position(at: time).latitude))
                    #expect((-180...180).contains(roaming.position(at: time).longitude))
                }
            }
        }
    }
}
