import Access
import Foundation
import Testing
import Tracking

/// A database of accounts in a directory of its own.
final class AccessBench {
    let directory: URL
    let access: AccessControl
    let start = Timestamp(milliseconds: 1_767_000_000_000)

    init() throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("access-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        access = try AccessControl(path: directory.path + "/access.sqlite", rounds: 1 << 10)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

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
