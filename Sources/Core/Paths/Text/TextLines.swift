import JSON

/// The lines of a text file with their numbers; without line ends, without a byte order mark.
struct TextLines: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var position: Int
    private var number = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.withoutByteOrderMark.startIndex
    }

    mutating func next() -> (number: Int, bytes: ArraySlice<UInt8>)? {
        guard position < bytes.count else { return nil }
        var end = position
        while end < bytes.count, bytes[end] != 0x0A { end += 1 }
        var line = bytes[position..<end]
        while let last = line.last, ByteNumber.isBlank(last) { line.removeLast() }
        while let first = line.first, ByteNumber.isBlank(first) { line.removeFirst() }
        position = end + 1
        number += 1
        return (number, line)
    }
}

extension ArraySlice<UInt8> {
    /// The number the bytes spell; nil when they spell none.
    var number: Double? { ByteNumber.double(span) }

    /// The bytes as text, with replacement characters for what is none.
    var string: String { String(decoding: self, as: UTF8.self) }
}
