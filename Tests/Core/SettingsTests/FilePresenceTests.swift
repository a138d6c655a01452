import Foundation
import Settings
import Testing

struct FilePresenceTests {
    @Test(arguments: [
        ("/proc/self/status", true, true), ("/proc/self", true, false), ("/proc/self/none", false, false),
        ("/proc/none/status", false, false), ("/proc/self/status/below", false, false),
    ])
    func `a file is there, a directory is no file, and below a file is nothing`(
        _ path: String,
        _ isThere: Bool,
        _ isFile: Bool
    ) throws {
        let found = try (FileBytes.isThere(path), FileBytes.exists(path))
        #expect(found == (isThere, isFile))
    }

    @Test func `what the system does not tell is not taken for a file that is missing`() throws {
        let path = "/" + String(repeating: "x", count: 300)
        let expected = SettingsError(file: path, message: "File name too long")
        #expect(throws: expected) { try FileBytes.isThere(path) }
        #expect(throws: expected) { try FileBytes.exists(path) }
    }
}
