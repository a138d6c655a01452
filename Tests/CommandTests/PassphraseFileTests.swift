import Foundation
import Settings
import Testing

@testable import tagalong

@Suite struct PassphraseFileTests {
    private func sentence(_ text: String, mode: Int = 0o600) throws -> String? {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("keys-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = directory.path + "/owntracks-keys.yaml"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        do {
            _ = try PassphraseFile.read(path)
            return nil
        } catch { return error.description.replacing(directory.path + "/", with: "") }
    }

    @Test func `users, devices and what is no name of ours have passphrases, numbers too`() throws {
        let text = "keys:\n  sam: naftalin\n  sam/phone: \"another one\"\n  zoë@mail.example/My Phone: 4711\n"
        #expect(try sentence(text) == nil)
    }

    @Test(arguments: [
        (
            "keys:\n  sam: s3cret\n  a/b/c: s3cret\n",
            "owntracks-keys.yaml:3: keys: 'a/b/c' is given, USER or USER/DEVICE"
        ),
        ("keys:\n  alerts: s3cret\n", "owntracks-keys.yaml:2: keys: 'alerts' is given, USER or USER/DEVICE"),
        ("keys:\n  guard: s3cret\n", "owntracks-keys.yaml:2: keys: 'guard' is given, USER or USER/DEVICE"),
        ("keys:\n  sam:\n", "owntracks-keys.yaml:2: "),
        ("keys:\n  sam: \"\"\n", "owntracks-keys.yaml:2: keys: a passphrase is expected for sam, found none"),
        ("keys:\n  sam: [s3cret]\n", "owntracks-keys.yaml:2: "),
        (
            "keys:\n  a.b: s3cret\n  x--a_2eb: s3cret\n",
            "owntracks-keys.yaml:3: keys: x--a_2eb has a passphrase already"
        ),
        ("keys:\n  sam: s3cret\n  sam: s3cret\n", "owntracks-keys.yaml:2: key 'sam' is given twice"),
        ("sam: s3cret\n", "owntracks-keys.yaml:1: unknown key 'sam'"),
        ("", "owntracks-keys.yaml: the file is empty"),
    ])
    func `what is wrong is said with its line, and without a passphrase`(text: String, expected: String) throws {
        let told = try #require(try sentence(text))
        #expect(told.hasPrefix(expected))
        #expect(!told.contains("s3cret"))
    }

    @Test(arguments: [0o644, 0o640, 0o604])
    func `a file that others may read is refused`(mode: Int) throws {
        let told = try #require(try sentence("keys:\n  sam: x\n", mode: mode))
        #expect(told.contains("may be read by others than its owner; say chmod 600"))
    }
}
