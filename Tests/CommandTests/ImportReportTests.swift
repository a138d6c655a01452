import Exchange
import Foundation
import Testing

@testable import tagalong

@Suite struct ImportReportTests {
    @Test(arguments: [(0, nil), (1, "  1 other entry skipped: waypoints"), (2, "  2 other entries skipped: waypoints")])
    func `what is no position of a track is told as what it is`(count: Int, line: String?) {
        var report = ImportReport()
        report.passedOver = count
        let outcome = ImportOutcome(files: ["a.gpx"], reports: [report])
        let lines = outcome.sentences(item: "sam/keys", isDryRun: false).split(separator: "\n").dropFirst()
        #expect(lines.count == (line == nil ? 0 : 1))
        #expect(lines.first?.hasPrefix(line ?? "") ?? true)
    }

    @Test func `of several files each has a line`() {
        var (one, two) = (ImportReport(), ImportReport())
        (one.stored, two.stored, two.duplicates, two.skipped) = (2, 1, 3, 1)
        let outcome = ImportOutcome(files: ["a.gpx", "b.gpx"], reports: [one, two])
        let lines = outcome.sentences(item: "sam/keys", isDryRun: true).split(separator: "\n")
        #expect(
            lines == [
                "sam/keys: 3 positions would be stored", "  a.gpx: 2 positions",
                "  b.gpx: 1 position, 3 there already, 1 left out", "  3 were there already", "  1 left out, such as:",
            ]
        )
    }

    @Test func `a failure half way says what is imported`() {
        let failure = CommandFailure(.unreachable, "the service does not answer")
        let paths = ["a.gpx", "b.gpx", "c.gpx"]
        #expect(ImportUpload.told(failure, of: paths, after: 0) == failure)
        let told = ImportUpload.told(failure, of: paths, after: 2)
        #expect(told.status == .unreachable)
        #expect(
            told.sentence == "the service does not answer; imported before that, 2 of 3 files: a.gpx, b.gpx; the same "
                + "command again imports the others, and stores nothing twice"
        )
    }

    @Test func `files have a length together only where none of them is a pipe`() throws {
        let path = FileManager.default.temporaryDirectory.path + "/size-\(UUID().uuidString)"
        defer { for end in ["", ".pipe"] { try? FileManager.default.removeItem(atPath: path + end) } }
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
        #expect(unsafe mkfifo(path + ".pipe", 0o600) == 0)
        #expect(ImportCommand.size(of: [path, path]) == 6)
        #expect(ImportCommand.size(of: [path, path + ".pipe"]) == nil)
    }
}
