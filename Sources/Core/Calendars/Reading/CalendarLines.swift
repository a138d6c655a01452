internal import ContentLines

/// A line of a calendar, with those that are folded into it.
struct RawLine: Sendable {
    /// Where it begins, from 1 on.
    let number: Int
    /// What it begins with; nil where that is nothing that is read.
    let name: PropertyName?
    /// Its bytes without the ends of lines; nil for one that nobody needs, and one that is too long.
    let bytes: [UInt8]?
}

/// Goes through a calendar by its lines.
///
/// Those that nobody needs, such as attached files, are passed over where they stand.
struct CalendarLines {
    private var lines: FoldedLines

    init(_ bytes: [UInt8]) { lines = FoldedLines(bytes) }

    /// The next one that is not empty; nil at the end.
    mutating func next() -> RawLine? {
        guard let first = lines.first() else { return nil }
        let begin = lines.number
        if let end = first.nameEnd {
            guard let name = PropertyName(first[..<end]) else {
                lines.skipFolded()
                return RawLine(number: begin, name: nil, bytes: nil)
            }
            return RawLine(number: begin, name: name, bytes: joined(first))
        }
        // The fold is inside the name.
        let all = joined(first)
        let name = all.flatMap { PropertyName($0[..<($0[...].nameEnd ?? $0.endIndex)]) }
        return RawLine(number: begin, name: name, bytes: all)
    }

    /// A line with all that is folded into it; nil where that is too long.
    private mutating func joined(_ first: ArraySlice<UInt8>) -> [UInt8]? {
        guard first.count <= FoldedLines.longest else {
            lines.skipFolded()
            return nil
        }
        let line = lines.joined(first)
        return line.isTooLong ? nil : line.bytes
    }
}
