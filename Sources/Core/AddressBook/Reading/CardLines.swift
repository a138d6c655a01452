internal import ContentLines

/// A line of a vCard file, with those that are folded into it.
struct CardLine: Hashable, Sendable {
    /// Where it begins, from 1 on.
    let number: Int
    /// Its bytes without the ends of lines; nil for one that nobody needs, and one that is too long.
    let bytes: [UInt8]?
    let isTooLong: Bool
}

/// Goes through a file of vCards by its lines.
struct CardLines {
    private var lines: FoldedLines

    init(_ bytes: [UInt8]) { lines = FoldedLines(bytes) }

    /// The next one that is not empty; nil at the end.
    mutating func next() -> CardLine? {
        guard let first = lines.first() else { return nil }
        let begin = lines.number
        let head = PropertyHead(first)
        guard head.isWanted else {
            skip(after: first, head)
            return CardLine(number: begin, bytes: nil, isTooLong: false)
        }
        var line = lines.joined(first)
        // Decided once, as the beginning of the line is there by now: it may be long, and there may be many more lines.
        let goesOn = line.bytes.last == UInt8(ascii: "=") && PropertyHead(line.bytes[...]).isQuotedPrintable
        while goesOn, line.bytes.last == UInt8(ascii: "="), let more = lines.next() {
            line.removeLast()
            line.join(more.first?.isBlank == true ? more.dropFirst() : more)
        }
        return CardLine(number: begin, bytes: line.isTooLong ? nil : line.bytes, isTooLong: line.isTooLong)
    }

    /// Passes over what belongs to a line that nobody needs.
    private mutating func skip(after first: ArraySlice<UInt8>, _ head: PropertyHead) {
        var last = first
        while let more = lines.folded() { last = more }
        guard head.isQuotedPrintable else { return }
        while last.last == UInt8(ascii: "="), let more = lines.next() { last = more }
    }
}

/// The beginning of a line, as far as it decides whether the line is needed.
private struct PropertyHead {
    /// Whether somebody needs the line: also where that cannot be seen from its beginning.
    let isWanted: Bool
    /// Whether it goes on behind a `=` at the end.
    let isQuotedPrintable: Bool

    init(_ line: ArraySlice<UInt8>) {
        guard let end = line.nameEnd else {
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
