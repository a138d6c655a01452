import Foundation
import ServerSupport
import StoreSupport
import Testing
import Tracking

@testable import Access
@testable import Store

/// A database of accounts of the engine that the test runs on, and a directory of its own.
final class AccessBench {
    let directory: URL
    let access: AccessControl
    /// What it is opened with.
    let path: String
    let start = Timestamp(milliseconds: 1_767_000_000_000)

    init() throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("access-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        path =
            switch TestDatabase.current {
            case .sqlite: directory.path + "/access.sqlite"
            case .postgres(let server): server.address()
            }
        access = try AccessControl(path: path, rounds: 1 << 10)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// All that is stored: the bytes of the files, or of PostgreSQL all rows in words.
    func stored() throws -> Data {
        guard case .sqlite = TestDatabase.current else { return Data(try rows().utf8) }
        return try FileManager.default.contentsOfDirectory(atPath: directory.path).reduce(Data()) { bytes, file in
            bytes + (try Data(contentsOf: URL(fileURLWithPath: directory.path + "/" + file)))
        }
    }

    /// All rows in words.
    func rows() throws -> String {
        try access.database.read { session in
            let found = try session.rows("SELECT name, more FROM found ORDER BY id") { [$0[0] as String, $0[1]] }
            let all = try AccessTable.all.map { "\($0.name): \(try $0.rows(session).map(\.values))" }
            return (all + ["found: \(found)"]).joined(separator: "\n")
        }
    }

    /// The first column of the first row.
    func count(_ sql: String) throws -> Int { try access.database.read { try $0.value(sql) } ?? 0 }

    /// So many seconds after the start.
    func at(_ seconds: Double) -> Timestamp { start.advanced(by: .milliseconds(Int64(seconds * 1000))) }

    func account(_ name: String = "sam", passcode: String = "tannenbaum", isAdministrator: Bool = true) throws {
        try access.add(Name(name), isAdministrator: isAdministrator, at: start)
        try access.setPasscode(Passcode(passcode), current: nil, of: Name(name), from: nil, at: start)
    }

    func logIn(
        _ passcode: String,
        as name: String? = nil,
        from source: String = "192.0.2.1",
        at seconds: Double = 1
    ) throws -> OpenedSession {
        try access.logIn(name, passcode: passcode, from: source, at: at(seconds))
    }
}
