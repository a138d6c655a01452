import Testing
import Tracking

@testable import Guard

@Suite struct TrackJoinTests {
    private static func track(_ number: Int, began: Int, strength: Int, until last: Int) -> TagTrack {
        func sighting(_ time: Int) -> GuardSighting {
            GuardSighting(
                network: .findMy, kind: "airtag", identity: "\(number)", rssi: strength,
                time: Timestamp(seconds: Double(time))
            )
        }
        var track = TagTrack(number: number, sighting(began), at: began, prior: 0)
        for time in stride(from: began + 60, through: last, by: 60) { track.hear(sighting(time), at: time) }
        return track
    }

    @Test(arguments: [(180, 2), (30, nil)])
    func `on the way the rotation that is due at the moment goes on, where no other fits as well`(
        _ later: Int, _ expected: Int?
    ) throws {
        var old = Self.track(1, began: 9000, strength: -70, until: 9840)
        old.lives = [900, 900, 900]
        let new = Self.track(2, began: 9900, strength: -71, until: 10_320)
        let other = Self.track(3, began: 9870 + later, strength: -72, until: 10_320)
        let join = TrackJoin(tracks: [1: old, 2: new, 3: other], isStaying: false, now: 10_320)
        var found: Int?
        if case .continues(let track) = join.outcome(for: new) { found = track.number }
        #expect(found == expected.map { _ in 1 })
    }
}
