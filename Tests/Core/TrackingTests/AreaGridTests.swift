import Testing
import Tracking

@Suite struct AreaGridTests {
    /// Positions all over the globe, close to its poles and its seam too.
    private static let positions: [Coordinate] = {
        var generator = SplitMix(state: 7)
        let latitudes = (0..<400).map { _ in Double.random(in: -90...90, using: &generator) }
        let edges = [-90, -89.9999, -0.0001, 0, 0.0001, 60.3931277, 89.9909, 89.9999, 90]
        return (latitudes + edges).flatMap { latitude in
            [-180, -179.9999, 179.9999, 180, Double.random(in: -180...180, using: &generator)].compactMap {
                try? Coordinate(latitude: latitude, longitude: $0)
            }
        }
    }()

    @Test func `all of a cell is within the radius that is told of it`() {
        for position in Self.positions {
            let distance = AreaGrid.middle(of: position).distance(to: position)
            #expect(distance <= AreaGrid.radius, "\(position)")
        }
    }

    @Test func `the middle of a cell is in it, so that a second rounding changes nothing`() {
        for position in Self.positions {
            let middle = AreaGrid.middle(of: position)
            #expect(AreaGrid.middle(of: middle) == middle)
        }
    }

    @Test func `a thing that moves within its cell is told at one place, however often one looks`() throws {
        let middle = AreaGrid.middle(of: try Coordinate(latitude: 60.3931277, longitude: 5.3242891))
        for (north, east) in [(300.0, 300.0), (-300, 300), (0, -400), (450, 0)] {
            #expect(AreaGrid.middle(of: middle.offset(north: north, east: east)) == middle)
        }
        #expect(AreaGrid.middle(of: middle.offset(north: 700, east: 0)) != middle)
    }

    @Test func `a fix by area says where and when, and nothing else`() throws {
        let fix = Fix(
            coordinate: try Coordinate(latitude: 60.3931277, longitude: 5.3242891),
            time: Timestamp(milliseconds: 1_767_000_000_000),
            accuracy: 3.5,
            altitude: 118,
            verticalAccuracy: 2,
            speed: 4,
            course: 270
        )
        #expect(fix.byArea == Fix(coordinate: AreaGrid.middle(of: fix.coordinate), time: fix.time, accuracy: 750))
    }

    private struct SplitMix: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }
}
