/// A line of a vCard file, with those that are folded into it.
struct CardLine: Hashable, Sendable {
    /// Where it begins, from 1 on.
    let number: Int
    /// Its bytes without the ends of lines; nil for one that nobody needs, and one that is too long.
    let bytes: [UInt8]?
    let isTooLong: Bool
}

/// Goes through a file by its lines, whichever way they end: CRLF, LF, or CR alone.
///
/// Folded lines are joined before anything is read as text: a fold may be inside a character.
struct CardLines {
    /// How long a line may be that is kept, in bytes.
    static let longest = 1 << 16

    private let bytes: [UInt8]
    private var position = 0
    /// The number of the line that was read last.
    private var number = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// The next one that is not empty; nil at the end.
    mutating func next() -> CardLine? {
        while position < bytes.count {
            let first = physical()
            let begin = number
            if first.isEmpty, !isFolded { continue }
            let head = PropertyHead(bytes[first])
            guard head.isWanted else {
                skip(after: first, head)
                return CardLine(number: begin, bytes: nil, isTooLong: false)
            }
            var (text, isTooLong) = (Array(bytes[first]), first.count > Self.longest)
            func join(_ more: ArraySlice<UInt8>) {
                isTooLong = isTooLong || text.count + more.count > Self.longest
                if !isTooLong { text += more }
            }
            while isFolded { join(bytes[physical()].dropFirst()) }
            // Decided once, as the beginning of the line is there by now: it may be long, and there may be many more lines.
            let goesOn = text.last == UInt8(ascii: "=") && PropertyHead(text[...]).isQuotedPrintable
            while goesOn, text.last == UInt8(ascii: "="), position < bytes.count {
                text.removeLast()
                let more = bytes[physical()]
                join(more.first.map(Self.isBlank) == true ? more.dropFirst() : more)
            }
            return CardLine(number: begin, bytes: isTooLong ? nil : text, isTooLong: isTooLong)
        }
        return nil
    }

    /// Passes over what belongs to a line that nobody needs.
    private mutating func skip(after first: Range<Int>, _ head: PropertyHead) {
        var last = first
        while isFolded { last = physical() }
        guard head.isQuotedPrintable else { return }
        while bytes[last].last == UInt8(ascii: "="), position < bytes.count { last = physical() }
    }

    /// Whether the next line belongs to the one before.
    private var isFolded: Bool { position < bytes.count && Self.isBlank(bytes[position]) }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

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

/// The beginning of a line, as far as it decides whether the line is needed.
private struct PropertyHead {
    /// Whether somebody needs the line: also where that cannot be seen from its beginning.
    let isWanted: Bool
    /// Whether it goes on behind a `=` at the end.
    let isQuotedPrintable: Bool

    init(_ line: ArraySlice<UInt8>) {
        guard let end = line.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }) else {
            (isWanted, isQuotedPrintable) = (true, false)
            return
        }
        let name = line[..<end]
        let plain = name.lastIndex(of: UInt8(ascii: ".")).map { name[($0 + 1)...] } ?? name
        isWanted = PropertyName(plain) != nil
        guard line[end] == UInt8(ascii: ";"), line.last == UInt8(ascii: "=") else {
            isQuotedPrintable = false
            return
        }
        let head = line[end...].prefix { $0 != UInt8(ascii: ":") }
        isQuotedPrintable = String(decoding: head, as: UTF8.self).uppercased().contains("QUOTED-PRINTABLE")
    }
}
