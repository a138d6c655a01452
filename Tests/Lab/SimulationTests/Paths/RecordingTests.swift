import Foundation
import Paths
import Simulation
import Testing
import Tracking

// The recordings are not part of the package; without them there is nothing to test here.
@Suite(.enabled(if: !recordings.isEmpty, "the recordings in ../shared/data/gpx are not there"))
struct RecordingTests {
    @Test(arguments: recordings)
    func `every recording replays from its first point to its last`(file: URL) throws {
        let path = try Path(file: file.path)
        let track = Track(path)
        #expect(track.knots.count == path.points.count)
        #expect(zip(track.knots, track.knots.dropFirst()).allSatisfy { $0.milliseconds <= $1.milliseconds })
        #expect(track.knots[0].milliseconds == 0)
        #expect(track.position(at: track.duration) == path.points.last?.coordinate)
    }

    @Test(arguments: [
        ("cerknicko-jezero.gpx", 296), ("korita-zbevnica.gpx", 871), ("Mojstrovka.gpx", 184),
        ("around-visnjan-with-car.gpx", 104),
    ])
    func `a real recording has all its track points`(name: String, count: Int) throws {
        let file = try #require(recordings.first { $0.lastPathComponent == name })
        #expect(try Path(file: file.path).points.count == count)
    }

    @Test(arguments: recordings)
    func `a recording cut off anywhere gives one sentence`(file: URL) throws {
        let bytes = [UInt8](try Data(contentsOf: file))
        let end = (bytes.lastIndex(of: UInt8(ascii: ">")) ?? 0)
        var generator = FuzzGenerator(seed: 11)
        for _ in 0..<100 {
            let cut = Int.random(in: 0..<end, using: &generator)
            let message = errorText { _ = try Path(bytes: Array(bytes[..<cut]), file: "cut.gpx") }
            #expect(message.hasPrefix("cut.gpx"))
            #expect(!message.contains("\n"))
        }
    }
}
