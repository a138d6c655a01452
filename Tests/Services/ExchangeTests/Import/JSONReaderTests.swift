import JSON
import Testing

struct JSONReaderTests {
    /// What a reader makes of a file that comes in pieces of so many bytes.
    private func texts(_ text: String, piece: Int) throws -> [String?] {
        var rest = Array(text.utf8)[...]
        var json = try JSONReader(longestText: 4096) {
            defer { rest = rest.dropFirst(piece) }
            return Array(rest.prefix(piece))
        }
        var texts: [String?] = []
        try json.elements { json in texts.append(try json.string()) }
        try json.end()
        return texts
    }

    @Test(arguments: [1, 2, 3, 7, 1000])
    func `pieces may end anywhere`(piece: Int) throws {
        let text = #" ["a\u00e9\ud83d\ude00\/\n", "žaba", {"skipped\"": [1.5e3, -0, true, null, "\\"]}, "" ] "#
        #expect(try texts(text, piece: piece) == ["aé😀/\n", "žaba", nil, ""])
    }

    @Test func `what is wrong with the letters of a file becomes a replacement character`() throws {
        let found = try texts(#"["\ud800", "\ud800x", "\ude00", "\ud800\u0041"]"#, piece: 5)
        #expect(found == ["\u{FFFD}", "\u{FFFD}x", "\u{FFFD}", "\u{FFFD}"])
        #expect(throws: JSONError.self) { try JSONValue(Array(#""\ud800""#.utf8)) }
    }

    @Test(arguments: ["01", "1.", ".5", "+1", "1e", "--1", "tru", "[1,]", #"{"a" 1}"#, #"["a]"#])
    func `what is no JSON is refused, in pieces too`(text: String) {
        #expect(throws: JSONError.self) { try texts("[" + text + "]", piece: 1) }
    }

    @Test func `members keep their order, and are written by their names when that is asked for`() throws {
        let value = try JSONValue(Array(#"{"b":1,"a":[0.5,{"d":null,"c":"\u001f/"}]}"#.utf8))
        #expect(String(decoding: value.encoded(), as: UTF8.self) == #"{"b":1,"a":[0.5,{"d":null,"c":"\u001f/"}]}"#)
        let sorted = String(decoding: value.encoded(.sorted), as: UTF8.self)
        #expect(sorted == #"{"a":[0.5,{"c":"\u001f/","d":null}],"b":1}"#)
        #expect(String(decoding: value.encoded(.line), as: UTF8.self).hasPrefix(#"{"b":1.0,"a":[0.5,"#))
    }
}
