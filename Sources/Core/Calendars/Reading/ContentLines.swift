/// A line of a calendar, with those that are folded into it.
struct RawLine: Sendable {
    /// Where it begins, from 1 on.
    let number: Int
    /// What it begins with; nil where that is nothing that is read.
    let name: PropertyName?
    /// Its bytes without the ends of lines; nil for one that nobody needs, and one that is too long.
    let bytes: [UInt8]?
}

/// Goes through a file by its lines, whichever way they end: CRLF, LF, or CR alone.
///
/// Folded lines are joined before anything is read as text: a fold may be inside a character (RFC 5545, section 3.1).
/// Those that nobody needs, such as attached files, are passed over where they stand.
struct ContentLines {
    /// How long a line may be that is read, in bytes.
    static let longest = 1 << 16

    private let bytes: [UInt8]
    private var position = 0
    /// The number of the line that was read last.
    private(set) var number = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// The next one that is not empty; nil at the end.
    mutating func next() -> RawLine? {
        while position < bytes.count {
            let first = physical()
            let begin = number
            if first.isEmpty, !isFolded { continue }
            let end = bytes[first].firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }
            if let end {
                guard let name = PropertyName(bytes[first.lowerBound..<end]) else {
                    while isFolded { _ = physical() }
                    return RawLine(number: begin, name: nil, bytes: nil)
                }
                return RawLine(number: begin, name: name, bytes: joined(first))
            }
            // The fold is inside the name.
            let all = joined(first)
            let name = all.flatMap { all in
                PropertyName(all.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") })
            }
            return RawLine(number: begin, name: name, bytes: all)
        }
        return nil
    }

    /// A line with all that is folded into it; nil where that is too long.
    private mutating func joined(_ first: Range<Int>) -> [UInt8]? {
        var text: [UInt8]? = first.count > Self.longest ? nil : Array(bytes[first])
        while isFolded {
            let more = bytes[physical()].dropFirst()
            if let count = text?.count, count + more.count <= Self.longest {
                text?.append(contentsOf: more)
            } else {
                text = nil
            }
        }
        return text
    }

    /// Whether the next line belongs to the one before.
    private var isFolded: Bool { position < bytes.count && (bytes[position] == 0x20 || bytes[position] == 0x09) }

    /// Where the next line stands, without its end.
    private mutating func physical() -> Range<Int> {
        let begin = position
        while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
        let line = begin..<position
        if position < bytes.count {
            let isPair = bytes[position] == 0x0D && position + 1 < bytes.count && bytes[position + 1] == 0x0A
            position += isPair ? 2 : 1
        }
        number += 1
        return line
    }
}
