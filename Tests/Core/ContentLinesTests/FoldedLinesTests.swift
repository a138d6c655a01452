import ContentLines
import Testing

struct FoldedLinesTests {
    /// The lines of a text, each with the number at which it begins.
    private func lines(_ text: String) -> [String] {
        var (reader, found) = (FoldedLines(Array(text.utf8)), [String]())
        while let first = reader.first() {
            let begin = reader.number
            found.append("\(begin) \(String(decoding: reader.joined(first).bytes, as: UTF8.self))")
        }
        return found
    }

    @Test(arguments: ["\r\n", "\n", "\r"])
    func `lines end in three ways, and what begins with a blank is folded into the one before`(end: String) {
        let text = ["A:one", " two", "\tthree", "", "B:", "  four", ""].joined(separator: end)
        #expect(lines(text) == ["1 A:onetwothree", "5 B: four"])
    }

    @Test func `a mark of UTF-8 at the beginning is passed over, and a fold may be inside a character`() {
        #expect(lines("\u{FEFF}A:x\nB:y") == ["1 A:x", "2 B:y"])
        var reader = FoldedLines([0x41, 0xC3, 0x0A, 0x20, 0xA9])
        let line = reader.first().map { reader.joined($0) }
        let end = reader.first()
        #expect(line?.bytes == Array("Aé".utf8))
        #expect(end == nil)
    }

    @Test func `an empty line that something is folded into is one`() {
        #expect(lines("\n A\n\nB") == ["1 A", "4 B"])
    }

    @Test func `what is folded into a line can be passed over`() {
        var reader = FoldedLines(Array("A\n 1\n 2\nB".utf8))
        let first = reader.first()
        reader.skipFolded()
        let (folded, second) = (reader.folded(), reader.first())
        #expect(first == Array("A".utf8)[...])
        #expect(folded == nil)
        #expect(second == Array("B".utf8)[...])
        #expect(reader.number == 4)
    }

    @Test func `a line is kept up to 64 KiB`() {
        let part = String(repeating: "x", count: 1 << 10)
        for count in [64, 65] {
            var reader = FoldedLines(Array((Array(repeating: part, count: count).joined(separator: "\n ")).utf8))
            let line = reader.first().map { reader.joined($0) }
            #expect(line?.isTooLong == (count == 65))
            #expect(line?.bytes.count == FoldedLines.longest)
        }
        let long = [UInt8](repeating: 0x41, count: FoldedLines.longest + 1)
        #expect(JoinedLine(long[...]).isTooLong)
        #expect(!JoinedLine(long.dropLast()).isTooLong)
    }
}
