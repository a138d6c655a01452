import Foundation
import Paths
import Rehearsal
import Settings
import Simulation
import Testing
import Tracking

private let recordings = Places.files(in: Places.recordings, ending: "gpx")
private let haveRecordings: Bool = {
    if recordings.isEmpty { print("No recording is replayed: \(Places.recordings.path) is not there.") }
    return !recordings.isEmpty
}()

/// Real recordings replayed as an owner's way, with a tracker in the owner's pocket.
@Suite(.enabled(if: haveRecordings, "the recordings in ../shared/data/gpx are not there"))
struct RecordingTests {
    @Test(arguments: recordings)
    func `a thing carried along a recording raises no alert`(file: String) throws {
        let length = Track(try Path(file: file)).duration
        // Some last a minute, some a day; a quarter of an hour is added, in which the owner stands.
        let step = max(1, Int(length.components.seconds) / 2000)
        let run = try ScenarioRun(Self.scenario(along: file, step: step, seconds: Int(length.components.seconds) + 900))
        #expect(run.failures == [])
        #expect(run.records[0].modes.map(\.mode) == [.bluetooth])
        #expect(run.records[0].alerts.isEmpty)
    }

    @Test(arguments: recordings)
    func `a scenario along half a recording is refused with a sentence`(file: String) throws {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let half = FileManager.default.temporaryDirectory.appending(path: "half-\(UUID().uuidString).gpx").path
        try String(text.prefix(text.count / 2)).write(toFile: half, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: half) }
        let error = #expect(throws: SettingsError.self) { try Self.scenario(along: half, step: 1, seconds: 60) }
        let sentence = try #require(error).description
        #expect(sentence.hasPrefix("test.yaml:5: the path cannot be read: \(half)"))
        #expect(!sentence.contains("\n"))
    }

    private static func scenario(along file: String, step: Int, seconds: Int) throws -> Scenario {
        try Scenario.written(
            """
            name: A recording
            step: \(step)s
            duration: \(seconds)s
            owners:
              - {id: sam, path: '\(file)', report-every: \(step)s}
            trackers:
              - {id: keys, owner: sam, with: sam}
            expect:
              - {tracker: keys, no-alert: true}
              - {tracker: keys, level: near, by: 1s}
              - {tracker: keys, fixes: {at-least: 90}}
            """
        )
    }
}
