import Foundation
import Messages
import Testing

@testable import Notifications

struct HeaderTextTests {
    @Test(arguments: [
        ("Bag may be lost", "Bag may be lost"),
        ("Grüne Tasche", "=?UTF-8?B?R3LDvG5lIFRhc2NoZQ==?="),
        ("a\r\nBcc: x", "a  Bcc: x"),
        ("=?UTF-8?B?eA==?=", "=?UTF-8?B?PT9VVEYtOD9CP2VBPT0/PQ==?="),
    ])
    func `only plain text stands in a header as it is`(_ text: String, _ header: String) {
        #expect(HeaderText.encoded(text) == header)
    }

    @Test(arguments: [40, 45, 46, 100, 300])
    func `a long text is folded between characters`(_ count: Int) throws {
        let text = String(repeating: "é☂", count: count)
        let words = HeaderText.encoded(text).components(separatedBy: "\r\n ")
        #expect(words.allSatisfy { $0.utf8.count <= 75 })
        let decoded = try words.map { word in
            let data = try #require(Data(base64Encoded: String(word.dropFirst(10).dropLast(2))))
            return try #require(String(data: data, encoding: .utf8))
        }
        #expect(decoded.joined() == text)
    }
}
