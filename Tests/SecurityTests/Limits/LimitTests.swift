import Foundation
import TestSupport
import Testing

/// SECURITY.md has the limits as the code has them, and each of them is held by a test.
struct LimitTests {
    @Test
    func `the table of limits is the code's`() throws {
        let text = try String(contentsOf: packageRoot.appendingPathComponent("SECURITY.md"), encoding: .utf8)
        let section = try #require(text.split(separator: "\n## ").first { $0.hasPrefix("Limits\n") })
        let table = section.split(separator: "\n").filter { $0.hasPrefix("|") }.map(String.init)
        #expect(table == Limit.table, "SECURITY.md, Limits, has to be:\n\(Limit.table.joined(separator: "\n"))")
    }

    @Test
    func `each limit names tests that there are`() throws {
        let files = FileManager.default.enumerator(atPath: packageRoot.appendingPathComponent("Tests").path)
        let names = Set((files?.compactMap { $0 as? String } ?? []).compactMap { $0.split(separator: "/").last })
        for limit in Limit.all {
            #expect(!limit.suites.isEmpty, "\(limit.what)")
            for suite in limit.suites { #expect(names.contains("\(suite).swift"), "\(limit.what): \(suite)") }
        }
    }
}
