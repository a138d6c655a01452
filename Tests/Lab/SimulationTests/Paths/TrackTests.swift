import Paths
import Simulation
import Testing
import Tracking

/// A point on the meridian of Greenwich.
private func north(_ degrees: Double) throws -> Coordinate {
    try Coordinate(latitude: degrees, longitude: 0)
}

/// A track through points on the meridian at seconds since the start.
private func track(_ points: [(Int, Double)]) throws -> Track {
    try #require(Track(points: points.map { (at: .seconds($0.0), coordinate: try north($0.1)) }))
}

struct TrackTests {
    @Test(arguments: [(-5, 1.0), (0, 1.0), (5, 1.0), (10, 1.0), (15, 1.5), (20, 2.0), (30, 2.0), (40, 4.0), (99, 4.0)])
    func `points are joined at constant speed, and the ends stand still`(second: Int, latitude: Double) throws {
        let track = try track([(10, 1), (20, 2), (30, 2), (40, 4)])
        #expect(track.position(at: .seconds(second)).latitude == latitude)
        #expect(track.duration == .seconds(40))
    }

    @Test func `two points of one moment are a jump`() throws {
        let track = try track([(0, 1), (10, 2), (10, 5), (20, 6)])
        #expect(track.position(at: .milliseconds(9999)).latitude < 2)
        #expect(track.position(at: .seconds(10)).latitude == 5)
    }

    @Test func `points whose times run backwards are no track`() throws {
        #expect(
            Track(points: [(at: .seconds(2), coordinate: try north(1)), (at: .seconds(1), coordinate: try north(1))])
                == nil
        )
        #expect(Track(points: []) == nil)
    }

    @Test func `a fixed position has no duration`() throws {
        let track = Track(at: try north(3))
        #expect(track.duration == .zero)
        #expect(track.position(at: .seconds(1000)).latitude == 3)
    }

    @Test(arguments: [1.4, 5.0])
    func `a path without times is gone through at the speed given`(speed: Double) throws {
        let path = try Path(bytes: Array("lat,lon\n46,14\n46.001,14\n46.001,14.001".utf8), file: "a.csv")
        let track = Track(path, speed: speed)
        let length = zip(path.points, path.points.dropFirst()).reduce(0) {
            $0 + $1.0.coordinate.distance(to: $1.1.coordinate)
        }
        #expect((track.duration.inSeconds - length / speed).magnitude <= 0.001)
        let walked = path.points[0].coordinate.distance(to: track.position(at: .seconds(10)))
        #expect((walked - 10 * speed).magnitude < 1e-4)
    }

    @Test func `a recording's own times count from its first point`() throws {
        let text = "time,lat,lon\n1777626000,1,0\n1777626010,2,0\n,3,0\n1777626030,4,0"
        let track = Track(try Path(bytes: Array(text.utf8), file: "a.csv"), speed: 99)
        #expect(track.duration == .seconds(30))
        #expect(track.position(at: .seconds(5)).latitude == 1.5)
        // Between two times the way is shared out evenly, up to the ellipsoid's different degrees.
        #expect((track.position(at: .seconds(20)).latitude - 3).magnitude < 0.001)
    }

    @Test func `points before the first time and after the last are passed at the speed given`() throws {
        let text = "time,lat,lon\n,0,0\n1777626000,1,0\n1777626010,2,0\n,3,0"
        let track = Track(try Path(bytes: Array(text.utf8), file: "a.csv"), speed: 1000)
        let (first, last) = (try north(0).distance(to: north(1)), try north(2).distance(to: north(3)))
        #expect((track.knots[1].milliseconds - first).magnitude < 1e-6)
        #expect((track.knots[3].milliseconds - (first + 10_000 + last)).magnitude < 1e-6)
    }

    @Test func `a recording with one time all over counts as one without`() throws {
        let text = "time,lat,lon\n1777626000,1,0\n1777626000,1.001,0"
        let track = Track(try Path(bytes: Array(text.utf8), file: "a.csv"), speed: 10)
        #expect(track.duration > .seconds(10))
    }

    @Test func `the antimeridian is crossed the short way`() throws {
        let ends = [try Coordinate(latitude: 0, longitude: 179), try Coordinate(latitude: 0, longitude: -179)]
        let track = try #require(
            Track(points: [(at: .zero, coordinate: ends[0]), (at: .seconds(10), coordinate: ends[1])])
        )
        #expect(track.position(at: .seconds(5)).longitude.magnitude == 180)
    }

    @Test func `a cursor says the same as a search, forwards and backwards`() throws {
        var generator = FuzzGenerator(seed: 5)
        var (points, second) = ([(Int, Double)](), 0)
        for _ in 0..<200 {
            second += Int.random(in: 0...3, using: &generator)
            points.append((second, Double.random(in: -80...80, using: &generator)))
        }
        let track = try track(points)
        var cursor = TrackCursor(track)
        for _ in 0..<5000 {
            let time = Int64.random(in: -1000...Int64(second + 1) * 1000, using: &generator)
            #expect(cursor.position(atMilliseconds: time) == track.position(at: .milliseconds(time)))
        }
    }
}
