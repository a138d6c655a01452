/// Walks over JSON bytes, checks them, and tells where the values are.
///
/// It makes no strings and no copies. Bytes outside RFC 8259, or outside UTF-8, are refused, and so are lone surrogates
/// and values nested deeper than ``depthLimit``.
package struct JSONScanner {
    /// How deep objects and lists may stand in one another.
    package static let depthLimit = 64

    let bytes: [UInt8]
    var position: Int

    init(_ bytes: [UInt8], at position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    /// Refuses bytes that are not exactly one JSON value.
    static func check(_ bytes: [UInt8]) throws(MessageError) {
        var scanner = JSONScanner(bytes)
        scanner.skipBlanks()
        _ = try scanner.value()
        try scanner.expectEnd()
    }

    /// The byte here, or 0 at the end; JSON has no place for a byte 0.
    @inline(__always)
    var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }

    /// Moves behind a byte if it is the one here.
    @inline(__always)
    mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
        guard byte == UInt8(ascii: scalar) else { return false }
        position += 1
        return true
    }

    @inline(__always)
    mutating func skipBlanks() {
        while case let byte = byte, byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            position += 1
        }
    }

    /// Moves behind a byte order mark, which some writers put in front.
    mutating func skipByteOrderMark() {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// Refuses anything but blanks behind the value.
    mutating func expectEnd() throws(MessageError) {
        skipBlanks()
        guard position == bytes.count else { throw failure("the end") }
    }

    /// The error that says what should stand here, or at an earlier byte.
    @inline(never)
    func failure(_ expected: String, at place: Int? = nil) -> MessageError {
        let position = place ?? position
        let found = position < bytes.count ? Self.excerpt(bytes, position..<bytes.count) : nil
        return MessageError(.json, field: "payload", expected: "\(expected) at byte \(position)", found: found)
    }

    /// The beginning of some bytes, for an error's text; control characters become blanks, as it may end up in a log.
    static func excerpt(_ bytes: [UInt8], _ range: Range<Int>) -> String {
        let limit = 40
        let shown = bytes[range.prefix(limit)].map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
        let text = String(decoding: shown, as: UTF8.self)
        return range.count > limit ? text + "…" : text
    }
}
