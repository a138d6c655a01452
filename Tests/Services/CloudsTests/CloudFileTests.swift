import Foundation
import Settings
import Testing
import Tracking

@testable import Clouds

/// `clouds.yaml`.
struct CloudFileTests {
    private static let whole = """
        clouds:
          hologram:
            kind: hologram
            token-file: token
            api-key-file: key
            organization: 144
            protocol: udp
            port: 4010
            encrypted: no
            devices:
              1502: sam/keys
              "1503": sam/bike
        """

    private func read(_ text: String, token: String = CloudFixtures.token) throws -> CloudConfiguration {
        let directory = FileManager.default.temporaryDirectory.appending(path: "clouds-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        for (name, secret) in [("token", token), ("key", "s3cr3t-key")] {
            let path = "\(directory)/\(name)"
            try secret.write(toFile: path, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        }
        return try CloudConfiguration(SettingsFile(name: "\(directory)/clouds.yaml", text: text), environment: [:])
    }

    @Test func `a whole file is read with its secrets, and shows none of them`() throws {
        let entry = try #require(try read(Self.whole).clouds.first)
        #expect(entry.name.text == "hologram" && entry.cloud.canSend)
        #expect(entry.opens(with: CloudFixtures.token) && !entry.opens(with: CloudFixtures.token + "0"))
        #expect(!entry.opens(with: ""))
        #expect(entry.trackers.mapValues(\.description) == ["1502": "sam/keys", "1503": "sam/bike"])
        let cloud = try #require(entry.cloud as? HologramCloud)
        #expect(cloud.organization == 144 && cloud.transport == .udp && cloud.port == 4010)
        #expect(cloud.isEncrypted == false)
        #expect(cloud.url == "https://dashboard.hologram.io/api/1")
        var shown = ""
        dump(entry, to: &shown)
        shown += "\(entry)"
        #expect(!shown.contains("s3cr3t") && !shown.contains(CloudFixtures.token))
    }

    @Test func `without a key devices only report`() throws {
        let text = Self.whole.replacing("    api-key-file: key\n", with: "").replacing("    port: 4010\n", with: "")
        #expect(try read(text).clouds.map(\.cloud.canSend) == [false])
    }

    @Test(arguments: [
        ("kind: hologram", "kind: soracom", ":3: 'kind' is 'soracom': hologram is expected"),
        ("    kind: hologram\n", "", ":2: 'kind' is missing"),
        ("    token-file: token\n", "", ":2: 'token-file' is missing"),
        ("    port: 4010\n", "", "'port' is missing"),
        ("    api-key-file: key\n", "", ":7: 'port' is of use only with 'api-key-file'"),
        ("port: 4010", "port: 70000", "'port' is '70000': a whole number from 1 to 65535 is expected"),
        ("protocol: udp", "protocol: sms", "'protocol' is 'sms': one of tcp or udp is expected"),
        ("port: 4010", "ports: 4010", "unknown key 'ports', did you mean 'port'?"),
        ("1502:", "C1502:", "the device 'C1502': the number of a device in Hologram's dashboard is expected"),
        ("sam/keys", "keys", "'1502' is 'keys': a tracker as OWNER/TRACKER is expected"),
        ("sam/keys", "alerts/keys", "'1502' is 'alerts/keys': a tracker as OWNER/TRACKER is expected"),
        ("sam/bike", "sam/keys", "sam/keys is device 1502 already: one device is expected"),
        ("organization: 144", "url: http://holo.example", "a URL that begins with https://"),
        ("organization: 144", "url: https://a:b@holo.example", "a URL that begins with https://"),
    ])
    func `a mistake is told with its place`(good: String, bad: String, sentence: String) throws {
        do {
            _ = try read(Self.whole.replacing(good, with: bad))
            Issue.record("it is read")
        } catch { #expect("\(error)".contains(sentence), "\(error)") }
    }

    @Test(arguments: ["short", "0123456789 0123456789", "0123456789/0123456789"])
    func `a token that could be guessed or stands in no address is refused`(token: String) {
        #expect(throws: SettingsError.self) { try read(Self.whole, token: token) }
    }

    @Test func `a tracker is behind one cloud`() throws {
        let other = Self.whole.replacing("clouds:\n", with: "").replacing("  hologram:\n", with: "  other:\n")
        do {
            _ = try read(Self.whole + "\n" + other)
            Issue.record("it is read")
        } catch { #expect("\(error)".contains("is behind 'hologram' already"), "\(error)") }
    }
}
