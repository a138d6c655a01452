import ArgumentParser
import Foundation
import Gateway
import Testing

@testable import tagalong

/// `tagalong pair --key FILE`.
struct TagKeyFileTests {
    private static let secret = "Hy49TFtqeYgPHi08S1ppeIeWpbTD0uHwARIjNA=="

    private func withFile<Result>(_ text: String, _ body: (TagKeyFile) throws -> Result) throws -> Result {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("key-\(UUID())")
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        _ = FileManager.default.createFile(atPath: path.path, contents: Data(text.utf8), attributes: attributes)
        defer { try? FileManager.default.removeItem(at: path) }
        return try body(TagKeyFile(path: path.path))
    }

    private func refusal(_ text: String, _ name: String? = nil) throws -> CommandFailure? {
        try withFile(text) { file in
            do { _ = try file.key(of: name) } catch let failure as CommandFailure { return failure }
            return nil
        }
    }

    @Test func `a tag or a key is needed`() throws {
        #expect(throws: (any Error).self) { _ = try Pair.parse(["--item", "Keys"]) }
        #expect(try Pair.parse(["--key", "airtag.json", "--item", "Keys"]).keyFile == "airtag.json")
        #expect(try Pair.parse(["iTAG", "--item", "Keys"]).tag == "iTAG")
    }

    @Test func `of several tags one is to be named`() throws {
        let list = """
            [{"name": "Bag", "privateKey": "\(Self.secret)"},
             {"name": "Bicycle", "advertisementKey": "\(Self.secret)"}]
            """
        let failure = try #require(try refusal(list))
        #expect(
            failure.status == .badInput
                && failure.sentence.hasSuffix("has keys of Bag or Bicycle; name one of them as TAG"))
        #expect(try refusal(list, "Purse") != nil)
        #expect(try refusal(list, "Bicycle") == nil && refusal(list, "Bag") == nil)
    }

    @Test func `a file without keys is refused with its name, and nothing of it`() throws {
        let failure = try #require(try refusal("{\"eik\": \"5EC2E7\"}"))
        #expect(
            failure.status == .badInput
                && failure.sentence.hasSuffix(": eik: expected 32 bytes in hexadecimal or base64"))
        let missing = #expect(throws: CommandFailure.self) { _ = try TagKeyFile(path: "/nowhere/key").key(of: nil) }
        #expect(missing?.sentence == "/nowhere/key cannot be read: there is no such file")
    }

    @Test func `doctor tells when others may read the keys, and is silent where there are none`() throws {
        try withFile("") { file in
            #expect(BluetoothCheck.keys(KeyStore(path: file.path)).map(\.verdict) == [.ok])
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
            let finding = try #require(BluetoothCheck.keys(KeyStore(path: file.path)).first)
            #expect(finding.verdict == .warning && finding.remedy?.hasPrefix("chmod 600 ") == true)
        }
        #expect(BluetoothCheck.keys(KeyStore(path: "/nowhere/keys")).isEmpty)
    }
}
