import Foundation
import Rehearsal
import Simulation
import Testing

/// What is told of a run with many trackers.
@Suite struct FleetFramesTests {
    private static func lines(_ text: String, fleet: Int) throws -> [String] {
        let scenario = try Scenario.written(text)
        var rehearsal = try Rehearsal(scenario, fleet: fleet)
        var frames = FleetFrames(of: rehearsal, fleet: fleet)
        var bytes = frames.head(of: rehearsal)
        for step in 0..<rehearsal.steps {
            try rehearsal.play(step: step)
            bytes += frames.frame(of: rehearsal)
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `the lines are these, and places count from the first owner, across the end of longitudes too`() throws {
        let lines = try Self.lines(
            """
            name: Two
            duration: 2s
            owners: [{id: sam, position: [46, 179.9999], report-every: 1s}]
            trackers: [{id: keys, owner: sam, position: [46, -179.9999], report-every: 1s}]
            """,
            fleet: 2
        )
        #expect(
            lines.first == #"{"at_s":0,"fleet":2,"every_s":1,"end_s":2,"lat":46.0,"lon":179.9999,"#
                + #""trackers":["sam-1/keys-1","sam-2/keys-2"]}"#
        )
        #expect(lines.count == 4)
        // 200 millionths of a degree to the east, 15 m; both copies.
        let last = try #require(lines.last)
        #expect(last.hasPrefix(#"{"at_s":2,"places":[0,200,"#) && last.contains(#",0,200,"#))
    }

    @Test func `the last moment is told also where it falls between two`() throws {
        let lines = try Self.lines(
            """
            name: Long
            duration: 481s
            owners: [{id: sam, position: [46, 14], report-every: 10s}]
            trackers: [{id: keys, owner: sam, with: sam, report-every: 10s}]
            """,
            fleet: 1
        )
        #expect(lines.count == 1 + 241 + 1)
        #expect(lines.last?.hasPrefix(#"{"at_s":481,"#) == true)
    }
}
