extension String {
    /// The text as it may stand in HTML, in an element or within double quotes.
    public var markupEscaped: String {
        replacingMarks([0x26: "&amp;", 0x3C: "&lt;", 0x3E: "&gt;", 0x22: "&quot;"])
    }

    /// The text with other texts in place of some of its ASCII marks, wherever they stand.
    ///
    /// It goes by bytes: who looks for characters does not find a mark behind a letter such as U+0D4E, with which it is one
    /// character to Swift, and two to whatever reads the text.
    public func replacingMarks(_ marks: [UInt8: String]) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        for byte in utf8 {
            if let mark = marks[byte] { bytes.append(contentsOf: mark.utf8) } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
