import Access

/// The connections that may end for a newcomer, in the order in which they do.
///
/// Those of one source stand in a line of their own, and the first of each line in one line of all: which one is next is
/// found without a look at each of them, however many there are.
struct SeatOrder: Sendable {
    /// A connection that may end.
    struct Entry: Comparable, Sendable {
        /// What is worth more ends later.
        let worth: Int
        /// When it began what it is doing, among all that was begun; no two are the same.
        let since: Int
        let number: Int
        /// Whether it is a stranger's: those are worth less than all others, and weigh what their source has.
        let isStranger: Bool

        static func < (one: Entry, other: Entry) -> Bool { (one.worth, one.since) < (other.worth, other.since) }
    }

    /// The connections of a source that have the same share.
    struct Line: Hashable, Sendable {
        let source: NetworkAddress?
        /// How many connections the source may have.
        let share: Int
    }

    /// The first of a line, as it stands among those of all lines.
    private struct Head: Comparable, Sendable {
        let weight: Double
        let entry: Entry

        static func < (one: Head, other: Head) -> Bool {
            one.weight == other.weight ? one.entry < other.entry : one.weight > other.weight
        }
    }

    /// All shares that a source may have: one network may have addresses of both kinds.
    private let shares: Set<Int>
    private var lines: [Line: SortedList<Entry>] = [:]
    private var headOfLine: [Line: Head] = [:]
    private var heads = SortedList<Head>()
    private var strangersOfSource: [NetworkAddress?: Int] = [:]

    init(shares: Set<Int>) { self.shares = shares }

    /// The one that ends first; nil for none.
    var first: Int? { heads.first?.entry.number }

    /// The one of a source that ends first; nil for none.
    func first(of source: NetworkAddress?) -> Int? {
        shares.compactMap { headOfLine[Line(source: source, share: $0)] }.min()?.entry.number
    }

    mutating func insert(_ entry: Entry, in line: Line) {
        lines[line, default: SortedList()].insert(entry)
        if entry.isStranger { strangersOfSource[line.source, default: 0] += 1 }
        arrange(line.source)
    }

    mutating func remove(_ entry: Entry, from line: Line) {
        lines[line]?.remove(entry)
        if lines[line]?.first == nil { lines[line] = nil }
        if entry.isStranger {
            let count = strangersOfSource[line.source, default: 0] - 1
            strangersOfSource[line.source] = count == 0 ? nil : count
        }
        arrange(line.source)
    }

    /// Puts the lines of a source where they belong among all.
    private mutating func arrange(_ source: NetworkAddress?) {
        for share in shares {
            let line = Line(source: source, share: share)
            let head = lines[line]?.first.map { Head(weight: weight(of: $0, in: line), entry: $0) }
            if head == headOfLine[line] { continue }
            if let old = headOfLine[line] { heads.remove(old) }
            if let head { heads.insert(head) }
            headOfLine[line] = head
        }
    }

    /// How much of its share a stranger's source has; nothing for up to a tenth, more than which no browser opens.
    private func weight(of entry: Entry, in line: Line) -> Double {
        guard entry.isStranger else { return 0 }
        let part = Double(strangersOfSource[line.source, default: 0]) / Double(line.share)
        return part > 0.1 ? part : 0
    }
}

/// Elements in ascending order, no two of them equal.
private struct SortedList<Element: Comparable & Sendable>: Sendable {
    private var elements: [Element] = []

    var first: Element? { elements.first }
    mutating func insert(_ element: Element) { elements.insert(element, at: place(of: element)) }

    mutating func remove(_ element: Element) {
        let index = place(of: element)
        if index < elements.count, elements[index] == element { elements.remove(at: index) }
    }

    /// The index of the first element that is not less than another one.
    private func place(of element: Element) -> Int {
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if elements[middle] < element { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
