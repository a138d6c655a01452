import Testing
import Tracking

@testable import Messages

/// Texts within payloads that are longer than anything that is meant.
@Suite struct LongTextTests {
    private func result(error: String) -> [UInt8] {
        Array(#"{"_type":"result","id":"web-1","ok":false,"error":"\#(error)"}"#.utf8)
    }

    @Test func `a text has so many bytes at most, however it is written`() throws {
        let longest = String(repeating: "x", count: JSONText.longest)
        #expect(try CommandResult(decoding: result(error: longest)).error == longest)
        #expect(throws: MessageError.self) { try CommandResult(decoding: result(error: longest + "x")) }
        let escaped = String(repeating: #"\u0061"#, count: JSONText.longest)
        #expect(try CommandResult(decoding: result(error: escaped)).error?.utf8.count == JSONText.longest)
        #expect(throws: MessageError.self) { try CommandResult(decoding: result(error: escaped + "a")) }
    }

    @Test func `a short text of many marks is long`() {
        let id = "a" + String(repeating: "\u{301}", count: 200)
        let payload = Array(#"{"_type":"result","id":"\#(id)","ok":true}"#.utf8)
        #expect(throws: MessageError.self) { try CommandResult(decoding: payload) }
    }

    @Test func `a name that an earlier version let through is read without what is not allowed`() throws {
        let payload = Array(#"{"_type":"desired","version":7,"item":"Ke\u202eys"}"#.utf8)
        #expect(try DesiredState(decoding: payload).item?.text == "Keys")
        let towering = "a" + String(repeating: "\u{301}", count: 20_000)
        let long = Array(#"{"_type":"desired","version":7,"item":"\#(towering)"}"#.utf8)
        #expect(try DesiredState(decoding: long).version == 7)
    }
}
