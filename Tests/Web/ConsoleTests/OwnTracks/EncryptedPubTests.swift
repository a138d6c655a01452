import Console
import Foundation
import Store
import Testing
import Tracking

@testable import History

/// Phones in HTTP mode that encrypt what they post.
@Suite(.timeLimit(.minutes(30)))
struct EncryptedPubTests {
    @Test func `whoever encrypts is answered one encrypted object, and others as ever`() async throws {
        let owner = try Name("sam")
        var passphrases = PassphraseKeys()
        passphrases.set("naftalin", of: owner)
        let keys = passphrases
        let key = try #require(PassphraseKey.keys(of: "naftalin").first)
        try await withConsole(passphrases: keys) { console in
            _ = try await console.post(#"{"_type":"location","lat":46,"lon":14,"tst":1780000000}"#, as: "sam", "tablet")
            let text = #"{"_type":"location","lat":46.05,"lon":14.5,"tst":1780000060}"#
            let sealed = try #require(key.message(sealing: Array(text.utf8), nonce: [UInt8](repeating: 7, count: 24)))
            var answers: Set<String> = []
            for _ in 0..<2 {
                let answer = try await console.post(String(decoding: sealed, as: UTF8.self))
                #expect(answer.status == 200)
                answers.insert(answer.text)
                let object = try #require(try answer.json() as? [String: String])
                #expect(object["_type"] == "encrypted" && object.count == 2)
                let phone = DeviceID(owner: owner, device: try Name("phone"))
                guard case .opened(let plain, _) = keys.read(answer.body, of: phone) else {
                    Issue.record("the answer is not encrypted with the phone's passphrase: \(answer.text)")
                    return
                }
                let told = try JSONSerialization.jsonObject(with: Data(plain)) as? [[String: Any]]
                #expect(told?.map { $0["topic"] as? String } == ["owntracks/sam/tablet"])
            }
            // Each has a nonce of its own.
            #expect(answers.count == 2)
            #expect(try await console.post(text).text.hasPrefix("["))
            let last = try await console.get("/api/0/last?user=sam&device=phone&fields=tst")
            #expect(last.text == #"[{"tst":1780000060}]"#)
            let short = try await console.post(#"{"_type":"encrypted","data":"AAAA"}"#)
            #expect(short.status == 200 && short.text.hasPrefix("["))
            #expect(try console.store.quarantine().map(\.reason) == ["encrypted"])
        }
    }
}
