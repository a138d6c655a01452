import Foundation
import Glibc
import Testing

@testable import tagalong

/// Where the databases of runs are, and what becomes of those that nobody uses any more.
final class TemporaryStoreTests {
    private let parent = FileManager.default.temporaryDirectory.appending(path: "runs-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: parent) }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []).sorted()
    }

    @Test func `what a killed process has left goes with the next run, and what is in use stays`() throws {
        // As after a kill: a lock that nobody holds.
        let left = parent.appending(path: "tagalong-simulate-left")
        try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
        for name in ["history.sqlite", "lock"] { try Data("x".utf8).write(to: left.appending(path: name)) }
        // Another's, and a link, are not ours to remove.
        let other = parent.appending(path: "other")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: parent.appending(path: "tagalong-simulate-link"), withDestinationURL: other
        )
        let first = try TemporaryStore(in: parent)
        #expect(!names.contains("tagalong-simulate-left"))
        let second = try TemporaryStore(in: parent)
        #expect(first.path != second.path && names.count == 4)
        #expect(names.contains("other") && names.contains("tagalong-simulate-link"))
        first.remove()
        second.remove()
        #expect(names == ["other", "tagalong-simulate-link"])
    }
}
