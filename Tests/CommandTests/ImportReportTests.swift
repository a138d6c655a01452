import Exchange
import Testing

@testable import tagalong

@Suite struct ImportReportTests {
    @Test(arguments: [(0, nil), (1, "  1 other entry skipped: waypoints"), (2, "  2 other entries skipped: waypoints")])
    func `what is no position of a track is told as what it is`(count: Int, line: String?) {
        var report = ImportReport()
        report.passedOver = count
        let lines = report.sentences(item: "sam/keys", isDryRun: false).split(separator: "\n").dropFirst()
        #expect(lines.count == (line == nil ? 0 : 1))
        #expect(lines.first?.hasPrefix(line ?? "") ?? true)
    }
}
