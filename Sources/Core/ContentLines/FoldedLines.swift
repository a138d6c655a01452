/// Goes through a file of vCards or iCalendar by its lines, whichever way they end: CRLF, LF, or CR alone.
///
/// A line of the file that begins with a blank is folded into the one before (RFC 5545, section 3.1; RFC 6350, section
/// 3.2). Parts are handed out where they stand: who needs a line joins it, and any other is passed over without a copy.
/// They are joined before anything is read as text, as a fold may be inside a character.
package struct FoldedLines {
    /// How long a line may be that is kept, in bytes, with those that are folded into it.
    package static let longest = 1 << 16

    private let bytes: [UInt8]
    private var position = 0
    /// The number of the line of the file that was read last, from 1 on.
    package private(set) var number = 0

    /// Begins with a file; a mark of UTF-8 at its beginning is passed over.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// What the next line that is not empty has before its first fold; nil at the end of the file.
    package mutating func first() -> ArraySlice<UInt8>? {
        while let part = next() {
            if !part.isEmpty || isFolded { return part }
        }
        return nil
    }

    /// What is folded into the line next, without the blank; nil where the line ends.
    package mutating func folded() -> ArraySlice<UInt8>? { isFolded ? next()?.dropFirst() : nil }

    /// Passes over what is folded into the line.
    package mutating func skipFolded() {
        while isFolded { _ = next() }
    }

    /// A line with all that is folded into it.
    package mutating func joined(_ first: ArraySlice<UInt8>) -> JoinedLine {
        var line = JoinedLine(first)
        while let more = folded() { line.join(more) }
        return line
    }

    /// The next line of the file as it stands, folded or not, without its end; nil at the end of the file.
    package mutating func next() -> ArraySlice<UInt8>? {
        guard position < bytes.count else { return nil }
        let begin = position
        while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
        let line = bytes[begin..<position]
        if position < bytes.count {
            let isPair = bytes[position] == 0x0D && position + 1 < bytes.count && bytes[position + 1] == 0x0A
            position += isPair ? 2 : 1
        }
        number += 1
        return line
    }

    private var isFolded: Bool { position < bytes.count && bytes[position].isBlank }
}

/// A line that is put together from its parts, up to the length that is kept.
package struct JoinedLine {
    /// The parts so far; of a line that is too long those that were there before.
    package private(set) var bytes: [UInt8]
    /// Whether the line is longer than ``FoldedLines/longest``.
    package private(set) var isTooLong: Bool

    /// Begins with a part.
    package init(_ first: ArraySlice<UInt8>) {
        bytes = Array(first)
        isTooLong = first.count > FoldedLines.longest
    }

    /// Adds a part, unless the line is too long with it.
    package mutating func join(_ more: ArraySlice<UInt8>) {
        isTooLong = isTooLong || bytes.count + more.count > FoldedLines.longest
        if !isTooLong { bytes += more }
    }

    /// Takes off the last byte, if there is one.
    package mutating func removeLast() { _ = bytes.popLast() }
}

extension UInt8 {
    /// Whether it folds the line that it begins.
    package var isBlank: Bool { self == 0x20 || self == 0x09 }
}
