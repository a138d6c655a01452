import Testing
import Tracking

@testable import Evaluation

@Suite struct GuardTruthTests {
    @Test(arguments: [([50, 130, 190, 330], 330), ([50, 130], nil), ([130, 330], nil)])
    func `two legs are known when the tag was heard before and after each, and the phone reported`(
        _ heard: [Int], _ expected: Int?
    ) throws {
        let home = try Coordinate(latitude: 51, longitude: 0), work = home.offset(north: 9000, east: 0)
        let stops = [
            GuardTruth.Stop(place: .home, spot: home, start: 0, end: 100),
            GuardTruth.Stop(place: .office, spot: work, start: 120, end: 300),
            GuardTruth.Stop(place: .home, spot: home, start: 320, end: 400),
        ]
        let legs = [GuardTruth.Leg(from: stops[0], to: stops[1]), GuardTruth.Leg(from: stops[1], to: stops[2])]
        let reported = [(minute: 125, place: work), (minute: 325, place: home)]
        #expect(GuardTruth.knowable(legs, heard: heard, reported: reported) == expected)
    }
}
