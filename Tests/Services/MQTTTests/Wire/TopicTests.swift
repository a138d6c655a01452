import TestSupport
import Testing

@testable import MQTT

struct TopicTests {
    @Test(arguments: ["a", "/", "a/b/c", "$SYS/x", "ü/😀", " ", String(repeating: "x", count: 65535)])
    func `a topic`(text: String) {
        #expect(TopicCheck.isTopic(text))
        #expect(TopicCheck.isFilter(text))
    }

    @Test(
        arguments: [
            "", "a\0", "a\n", "\u{7F}", "\u{9F}", "\u{85}", "\u{FFFF}", "\u{1FFFE}",
            String(repeating: "x", count: 65536), String(repeating: "ü", count: 40000),
        ]
    )
    func `no topic and no filter`(text: String) {
        #expect(!TopicCheck.isTopic(text))
        #expect(!TopicCheck.isFilter(text))
    }

    @Test(arguments: ["#", "+", "a/#", "+/a", "a/+/b/#", "/#", "+/+", "$share/g/a/#"])
    func `a filter that is no topic`(text: String) {
        #expect(TopicCheck.isFilter(text))
        #expect(!TopicCheck.isTopic(text))
    }

    @Test(arguments: ["a#", "#/a", "a/#/b", "a+", "+a/b", "a/b+/c", "##", "++"])
    func `a wildcard in the wrong place`(text: String) {
        #expect(!TopicCheck.isFilter(text))
    }

    @Test func `a topic seen before is the same text`() {
        var (cache, generator) = (TopicCache(), SeededGenerator(seed: 7))
        for _ in 0..<100_000 {
            let topic = "owntracks/owner-\(Int.random(in: 0..<50_000, using: &generator))/tracker"
            let bytes = Array("--\(topic)--".utf8)
            #expect(cache.topic(in: bytes, 2..<bytes.count - 2) == topic)
        }
    }

    @Test func `topics that differ in one place are told apart`() {
        var cache = TopicCache()
        for length in 1...40 {
            let text = [UInt8](repeating: UInt8(ascii: "a"), count: length)
            for place in 0..<length {
                var other = text
                other[place] = UInt8(ascii: "b")
                #expect(cache.topic(in: text, 0..<length) == String(decoding: text, as: UTF8.self))
                #expect(cache.topic(in: other, 0..<length) == String(decoding: other, as: UTF8.self))
            }
        }
    }

    @Test(arguments: [[0xFF], [0x61, 0x00], [0xC3], [0xED, 0xA0, 0x80]] as [[UInt8]])
    func `what is no text is no topic`(bytes: [UInt8]) {
        var cache = TopicCache()
        for _ in 0..<2 { #expect(cache.topic(in: bytes, 0..<bytes.count) == nil) }
    }

    @Test func `each reason of the specification has its words`() {
        #expect((UInt8(0x80)...0xA2).allSatisfy { ReasonCode(rawValue: $0).words != "unknown reason" })
        #expect(ReasonCode(rawValue: 0xA3).words == "unknown reason")
        #expect((UInt8(0)...6).map { ReasonCode(former: $0).rawValue } == [0, 0x84, 0x85, 0x88, 0x86, 0x87, 0x80])
    }
}
