import Glibc
import Testing
import Tracking

@testable import Guard

@Suite struct HandOverTests {
    private static func track(_ number: Int, _ strength: Int?) -> TagTrack {
        let sighting = GuardSighting(
            network: .findMy, identity: "\(number)", rssi: strength, time: Timestamp(seconds: 0)
        )
        return TagTrack(number: number, sighting, at: 0, prior: 0)
    }

    @Test(
        arguments: [
            ([-90, -71], -70, 2, 1), ([nil, -71], -70, 2, 2), ([nil, -81], -70, 2, 2), ([-40, -90], nil, 1, 2),
            ([nil, nil], -70, 1, 2), ([nil], -70, 1, 1),
        ] as [([Int?], Int?, Int, Double)]
    )
    func `a strength that was not told speaks neither for nor against`(
        _ olds: [Int?], _ new: Int?, _ chosen: Int, _ alike: Double
    ) {
        let tracks = olds.enumerated().map { Self.track($0 + 1, $1) }
        let found = TagGuard().mostAlike(tracks, to: Self.track(9, new))
        #expect(found?.track.number == chosen)
        #expect(found?.doubt == log(alike))
    }
}
