import Foundation
import TestSupport
import Testing

/// The numbered cases of what was asked for, and the tests that are called after them.
///
/// That a test is there is all that is looked at, and not how much of its case it shows. Of R-15 one shows that without reminders
/// nothing leaves the machine; the 5 % of a core and the 50 ms are measured, by the benchmarks of reminders
/// (docs/performance.md), as a test run beside others would measure those.
@Suite struct CaseNumberTests {
    /// The numbers N of a letter with which names of tests begin: `R-N …` or `R-N: …`, and in Python `test_rN_…`.
    private static func numbers(of letter: Character) throws -> Set<Int> {
        let swift = try Regex("[\"`]\(letter)-(\\d+)[ :]", as: (Substring, Substring).self)
        let python = try Regex("def test_\(letter.lowercased())(\\d+)_", as: (Substring, Substring).self)
        var found: Set<Int> = []
        for (file, names) in [("swift", swift), ("py", python)] {
            let needle = Data((file == "py" ? "def test_\(letter.lowercased())" : "\(letter)-").utf8)
            for path in try files(ending: file) {
                let bytes = try Data(contentsOf: path)
                // Most have none, and are not looked through for a pattern.
                guard bytes.range(of: needle) != nil else { continue }
                let text = String(decoding: bytes, as: UTF8.self)
                found.formUnion(text.matches(of: names).compactMap { Int($0.output.1) })
            }
        }
        return found
    }

    private static func files(ending: String) throws -> [URL] {
        let tests = packageRoot.appending(path: "Tests")
        let all = try #require(FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil))
        return all.compactMap { $0 as? URL }.filter { $0.pathExtension == ending }
    }

    @Test func `each case of reminders has a test with its number`() throws {
        let cases = 1...16
        let found = try Self.numbers(of: "R")
        #expect(Set(cases).subtracting(found).sorted() == [])
    }
}
