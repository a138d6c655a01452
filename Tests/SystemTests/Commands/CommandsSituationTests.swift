import Foundation
import ServerSupport
import Testing

@Suite(.timeLimit(.minutes(30)))
struct CommandsSituationTests {
    @Test(arguments: [
        (["--only", "kept"], "--only requires --situations"),
        (["--path", "walk.gpx"], "--path requires --situations"),
        (["--keep", "wrong"], "--keep requires --situations"),
        (["--situations", "--seeds", "none"], "--situations takes one seed at least"),
        (["--situations", "--only", "kept/camel"], "no situation's description has the text"),
        (["--situations", "--path", "/nowhere/walk.gpx"], "/nowhere/walk.gpx: "),
        (["--situations", "--keep", "/dev/null/wrong"], "/dev/null/wrong: no folder can be made there"),
    ])
    func `what cannot be played is refused with a sentence`(_ arguments: [String], _ words: String) async throws {
        try await withSandbox { sandbox in
            let outcome = try await sandbox.start(["evaluate"] + arguments).ended()
            #expect(outcome.status != 0)
            #expect(outcome.errors.contains(words))
        }
    }

    @Test func `a recorded way is played beside other methods, and the days are not`() async throws {
        try await withSandbox { sandbox in
            let lines = (0..<60).map { "\($0 * 10),\(46 + Double($0) * 0.0001),14.5\n" }
            let way = try sandbox.write("time,lat,lon\n" + lines.joined(), to: "walk.csv")
            let wrong = "\(sandbox.directory)/wrong"
            let arguments = ["--situations", "--seeds", "1", "--path", way, "--only", "path-walk", "--keep", wrong]
            let outcome = try await sandbox.start(["evaluate"] + arguments + ["--json"]).ended()
            #expect(outcome.status == 0)
            #expect(outcome.errors.contains("situations: 4 runs"))
            #expect(outcome.output.contains(#""days":[],"situations":[{"method":"tagalong","subject":"rides""#))
            #expect(outcome.output.contains(#"{"method":"last two positions","subject":"losses""#))
            #expect(outcome.output.contains(#""travel":"path-walk""#))
            #expect(FileManager.default.fileExists(atPath: wrong))
        }
    }
}
