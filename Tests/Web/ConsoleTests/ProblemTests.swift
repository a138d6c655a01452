import HTTPTypes
import JSON
import Testing

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

/// What was wrong is told in a few words, however much of it there was.
struct ProblemTests {
    @Test(arguments: ["k", "é", "e\u{301}", "👩‍👩‍👧‍👦"])
    func `a name of any length is quoted in part`(_ letter: String) throws {
        let name = String(repeating: letter, count: 10_000)
        var reader = BodyReader(.object([name: .flag(true)]))
        let problem = try #require(throws: Problem.self) { try reader.finish() }
        #expect(problem.detail.utf8.count <= Problem.longestDetail + 3)
        #expect(problem.errors.allSatisfy { ($0.pointer ?? "").utf8.count <= Problem.longestPlace + 3 })
    }

    @Test(arguments: [("short", "short"), ("éé", "éé"), ("abcdefgh", "abcdef…"), ("abcdeé", "abcde…")])
    func `a text is cut between scalars`(_ text: String, _ cut: String) {
        #expect(text.cut(toBytes: 6) == cut)
    }
}
