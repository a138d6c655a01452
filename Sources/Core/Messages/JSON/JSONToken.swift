/// A JSON value found in a payload, and not yet turned into anything.
struct JSONToken {
    enum Kind: UInt8 {
        case absent, null, no, yes, number, text, escapedText, object, array
    }

    var kind = Kind.absent
    /// The digits, when it is a number.
    var number = JSONNumber()
    private var start: Int32 = 0
    private var end: Int32 = 0

    init() {}

    @inline(__always)
    init(_ kind: Kind, _ range: Range<Int>) {
        self.kind = kind
        self.range = range
    }

    /// The bytes as written, with their quotes or brackets; a payload is far shorter than 2^31 bytes.
    var range: Range<Int> {
        @inline(__always) get { Int(start)..<Int(end) }
        @inline(__always) set {
            (start, end) = (Int32(clamping: newValue.lowerBound), Int32(clamping: newValue.upperBound))
        }
    }

    /// Whether there is nothing to read: no such key, or `null`.
    @inline(__always)
    var isEmpty: Bool { kind == .absent || kind == .null }

    /// The bytes between the quotes of a text.
    @inline(__always)
    var inner: Range<Int> { range.lowerBound + 1..<range.upperBound - 1 }
}
