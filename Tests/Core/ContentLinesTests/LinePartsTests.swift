import ContentLines
import Testing

struct LinePartsTests {
    private func parts(_ text: String, commas: Bool) throws(LineParts.Trouble) -> LineParts {
        let line = Array(text.utf8)
        return try LineParts(line, from: line[...].nameEnd ?? line.endIndex, commas: commas)
    }

    private func values(_ parts: LineParts) -> [String: [String]] {
        let pairs = parts.parameters.map { ($0.name, $0.values.map { String(decoding: $0, as: UTF8.self) }) }
        return Dictionary(pairs) { $1 }
    }

    @Test func `commas divide values where they are asked to, and never within quotes`() throws {
        let line = "TEL;type=home,\"a,b;c:d\";X:+41"
        let divided = try parts(line, commas: true)
        #expect(values(divided) == ["TYPE": ["home", "a,b;c:d"], "": ["X"]])
        #expect(String(decoding: divided.value, as: UTF8.self) == "+41")
        #expect(values(try parts(line, commas: false)) == ["TYPE": ["home,a,b;c:d"], "": ["X"]])
    }

    @Test(arguments: [
        ("A", LineParts.Trouble.noColon), ("A;B=C", .noColon), ("A;B=\"C:D", .openQuote),
    ])
    func `a line without a value or with an open quote is refused`(line: String, trouble: LineParts.Trouble) {
        #expect(throws: trouble) { try parts(line, commas: true) }
    }

    @Test func `names are found in letters of either case`() {
        let table = NameTable(["BEGIN", "END"])
        #expect(table.place(of: Array("end".utf8)[...]) == 1)
        #expect(table.place(of: Array("Begin".utf8)[...]) == 0)
        #expect(table.place(of: Array("EN".utf8)[...]) == nil)
        #expect(table.place(of: []) == nil)
    }

    @Test func `texts lose their escapes and stand in one line`() {
        #expect(ContentText.unescaped(#"a\, b\; c\\d\nE\"#) == "a, b; c\\d\nE")
        #expect(ContentText.oneLine(" one \n\n two\u{0} ") == "one, two")
        #expect(ContentText.parameter("^'x^' ^^ ^n ^a ^") == "\"x\" ^ \n ^a ^")
        #expect(ContentText.latin([0x41, 0xE9]) == "Aé")
    }
}
