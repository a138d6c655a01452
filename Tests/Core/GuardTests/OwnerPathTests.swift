import Testing
import Tracking

@testable import Guard

@Suite struct OwnerPathTests {
    private static func path(_ ways: [(metres: Double, minute: Int, accuracy: Double)]) throws -> OwnerPath {
        let home = try Coordinate(latitude: 51, longitude: 0)
        var path = OwnerPath()
        for way in ways {
            let spot = Spot(home.offset(north: way.metres, east: 0))
            _ = path.locate(spot, accuracy: way.accuracy, at: way.minute * 60, .standard)
        }
        return path
    }

    @Test func `a better position on the way out does not take the stop along`() throws {
        let start = [(metres: 0.0, minute: 0, accuracy: 25.0), (0, 30, 25)]
        let before = try Self.path(start), after = try Self.path(start + [(200, 60, 5)])
        #expect(after.present?.spot == before.present?.spot)
        #expect(after.present?.accuracy == 25)
    }

    @Test func `who goes on has not arrived`() throws {
        let path = try Self.path([(0, 0, 10), (0, 30, 10), (420, 36, 10), (650, 39, 25), (650, 60, 25)])
        let leg = try #require(path.leg(.standard))
        #expect(leg.arrived == 39 * 60)
        #expect(leg.from.distance(to: leg.to) > 600)
    }
}
