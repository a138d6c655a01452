import API
import Foundation
import Messages
import Store
import TestSupport
import Testing
import Tracking

/// What is asked of a time that is in object storage.
@Suite struct ArchivedMonthTests {
    /// A storage that is away.
    private struct Away: FixShelf {
        func open(_ month: MonthOut) throws -> Store? { nil }
        func fetch(_ month: MonthOut) async throws -> Store { throw CocoaError(.fileReadUnknown) }
    }

    private struct Document: Decodable { let detail: String }

    private static let location = Message(
        topic: "owntracks/sam/keys",
        payload: Array(#"{"_type":"location","lat":46.05,"lon":14.5,"tst":1700000000,"boot":1,"seq":1}"#.utf8)
    )

    /// What the pages know the sentence by.
    private static func pattern() throws -> Regex<AnyRegexOutput> {
        let path = "Sources/Web/Pages/Files/scripts/plain.js"
        let script = try String(contentsOf: packageRoot.appendingPathComponent(path), encoding: .utf8)
        let found = try #require(script.firstMatch(of: /\/(\^the positions of .*)\/\.exec\(text\)/))
        return try Regex(String(found.1))
    }

    @Test(arguments: [true, false])
    func `a time that cannot be had is refused in words that the pages know, and no other one`(
        isAway: Bool
    ) async throws {
        try await withConsole { console in
            try await console.ingest([Self.location])
            let month = try #require(CalendarMonth("2020-03"))
            let keys = DeviceID(owner: try Name("sam"), device: try Name("keys"))
            let out = MonthOut(
                device: keys, month: month, generation: 1, object: "sam/keys/2020-03.1-0.jsonl.gz", fixes: 2,
                first: month.start, last: month.start.advanced(by: .seconds(60)), bytes: 1,
                digest: String(repeating: "0", count: 64), storage: "s3://things", moved: month.end)
            #expect(try console.store.write { try $0.adopt(out, insteadOf: nil, isOfTracker: true) })
            console.store.attach(isAway ? Away() : nil)
            let path = "/api/v1/items/sam/keys/fixes"
            let answer = try await console.get("\(path)?from=2020-03-01T00:00:00Z&to=2020-04-01T00:00:00Z")
            #expect(answer.status == 503, "\(answer.text)")
            #expect(answer.headers["retry-after"] == (isAway ? "60" : nil))
            let document: Document = try answer.decode()
            let match = try #require(try Self.pattern().firstMatch(in: document.detail), "\(document.detail)")
            #expect(match.output[1].substring == "2020" && match.output[2].substring == "03")
            #expect((match.output[3].substring != nil) == isAway)
            #expect(try await console.get("\(path)?from=2023-01-01T00:00:00Z").status == 200)
        }
    }

    @Test func `metrics tell how the archive stands, where there is one`() async throws {
        var archive = ArchiveMetrics(months: 12, bytes: 3456, removals: 7, failures: 2, succeeded: nil)
        let first = try await withConsole(archive: archive) { try await $0.get("/metrics").text }
        for line in ["months 12", "bytes 3456", "removals_pending 7", "failures_total 2"] {
            #expect(first.contains("\ntagalong_archive_\(line)\n"))
        }
        #expect(!first.contains("\ntagalong_archive_last_success_seconds "))
        archive.succeeded = Timestamp(milliseconds: 1_700_000_000_000)
        let second = try await withConsole(archive: archive) { try await $0.get("/metrics").text }
        #expect(second.contains("\ntagalong_archive_last_success_seconds 1700000000\n"))
        let documented = try String(
            contentsOf: packageRoot.appendingPathComponent("docs/operations.md"), encoding: .utf8)
        for match in second.matches(of: /# TYPE (tagalong_archive_[a-z_]+)/) {
            #expect(documented.contains("`\(match.1)`"))
        }
    }
}
