import Testing
import Tracking

@testable import Guard

@Suite struct TrackRhythmTests {
    /// A track that was heard in each minute and rotated as told.
    private static func track(_ number: Int, began: Int, rotations: [Int], until last: Int) -> TagTrack {
        func piece(_ start: Int, _ end: Int) -> TagTrack {
            func sighting(_ time: Int) -> GuardSighting {
                GuardSighting(
                    network: .findMy, kind: "airtag", identity: "\(number)-\(start)", rssi: -70,
                    time: Timestamp(seconds: Double(time))
                )
            }
            var piece = TagTrack(number: number, sighting(start), at: start, prior: 0)
            for time in stride(from: start, through: end, by: 60) { piece.hear(sighting(time), at: time) }
            return piece
        }
        let starts = [began] + rotations
        let pieces = zip(starts, rotations + [last]).map { piece($0, $1 - 60) }
        return pieces.dropFirst().reduce(into: pieces[0]) { $0.join($1) }
    }

    @Test(arguments: [(3600, true), (3660, true), (3900, false)])
    func `what rotates by a period goes on as what begins in step after the way`(_ later: Int, _ isJoined: Bool) {
        let old = Self.track(1, began: 9000, rotations: [9900, 10_800, 11_700], until: 12_600)
        let new = Self.track(2, began: 11_700 + later, rotations: [12_600 + later], until: 13_200 + later)
        let rhythm = TrackRhythm(tracks: [1: old, 2: new], now: 13_200 + later)
        #expect(rhythm.predecessor(of: new)?.number == (isJoined ? 1 : nil))
    }

    @Test func `two at one time leave it open`() {
        let old = Self.track(1, began: 9000, rotations: [9900, 10_800, 11_700], until: 12_600)
        let other = Self.track(3, began: 9000, rotations: [9900, 10_800, 11_700], until: 12_600)
        let new = Self.track(2, began: 15_300, rotations: [16_200], until: 16_800)
        let rhythm = TrackRhythm(tracks: [1: old, 2: new, 3: other], now: 16_800)
        #expect(rhythm.predecessor(of: new) == nil)
    }

    @Test(arguments: [(600, false), (1500, true)])
    func `what outlives its period was joined wrongly`(_ life: Int, _ isOverdue: Bool) {
        let track = Self.track(1, began: 9000, rotations: [9900, 10_800, 11_700], until: 11_700 + life)
        #expect(track.isOverdue == isOverdue)
    }

    @Test func `what is taken apart has its legs by their time`() throws {
        let place = Spot(try Coordinate(latitude: 51, longitude: 0))
        func leg(_ departed: Int) -> Leg {
            let stay = Stay(number: departed, spot: place, accuracy: 10, start: departed + 600, last: 0, count: 2)
            return Leg(number: departed, from: stay, to: stay, departed: departed)
        }
        var track = Self.track(1, began: 9000, rotations: [9900, 10_800], until: 12_600)
        for departed in [9100, 10_300, 11_000] {
            track.add(
                Episode(leg: leg(departed), weight: 3, isIndependent: true, isHome: true, kind: .moved), .standard
            )
        }
        let parted = track.part(at: 1, number: 7)
        let rest = try #require(parted)
        #expect(track.identity == "1-9900")
        #expect(track.episodes.map(\.leg.departed) == [9100])
        #expect(track.score == 3)
        #expect(rest.identity == "1-10800")
        #expect(rest.episodes.map(\.leg.departed) == [11_000])
        #expect(rest.score == 3)
        #expect(track.joins == 1 && rest.joins == 0)
        #expect(track.lives == [900] && rest.lives.isEmpty)
    }
}
