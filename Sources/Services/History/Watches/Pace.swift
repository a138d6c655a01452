import Tracking

/// How much is told of items and to their trackers within a second, so that a flood of fixes is stored before it is
/// talked about.
///
/// What nobody should wait for, such as another level, is told whatever the pace.
struct Pace: Sendable {
    /// What is told of an item or to its tracker from time to time.
    enum Word: Int, CaseIterable, Sendable {
        /// To its tracker, that its fixes are stored.
        case stored
        case state
        /// To Home Assistant, what the item is.
        case discovery

        /// Within so many seconds it is told, however much there is to tell of others: a tracker sends again after 15 s
        /// what it was not told to be stored (``FirmwareParameters``).
        fileprivate var limit: Int { self == .stored ? 10 : 30 }
    }

    /// So many items have news told at once in a second; the others of that second wait for the next turn.
    static let atOnce = 300
    /// So many have theirs told at a turn, once a second, after a second in which no more than ``calm`` had any.
    static let turn = 3_000
    /// More items than this with news in a second are a flood.
    static let calm = 5_000

    /// What Home Assistant is told waits while so many messages, or as many as items have their turn in a second, wait for
    /// the broker: each is a page of kilobytes.
    static let crowd = 1_000

    /// Messages that wait for the broker.
    var waiting = 0
    /// How many items there are.
    private var items = 0
    private var begin: Timestamp?
    private var left = Array(repeating: Pace.atOnce, count: Word.allCases.count)
    /// Items that had news in the running second, each as often as it had.
    private var load = 0
    private var isCalm = true

    /// Where the next turn begins: behind whoever had the last word.
    private var next = Array(repeating: 0, count: Word.allCases.count)

    /// Notes that so many items have news.
    mutating func note(_ count: Int, at now: Timestamp) {
        if let begin, (0..<1000).contains(now.milliseconds - begin.milliseconds) {
            load += count
            return
        }
        // Whoever is quiet for a second has been calm in it.
        isCalm = load <= Self.calm || begin.map { now.milliseconds - $0.milliseconds >= 2000 } ?? true
        (begin, load) = (now, count)
        left = left.map { _ in Self.atOnce }
    }

    /// Takes leave to tell something; false for not now.
    mutating func take(_ word: Word) -> Bool {
        guard left[word.rawValue] > 0, room(for: word) > 0 else { return false }
        left[word.rawValue] -= 1
        if word == .discovery { waiting += 1 }
        return true
    }

    /// How many of its messages may wait for the broker besides those that do.
    private func room(for word: Word) -> Int {
        word == .discovery ? max(0, max(Self.crowd, items / word.limit) - waiting) : .max
    }

    /// Whose turn it is, of those of `count` items that have something to tell.
    ///
    /// Each has its turn before another has a second one.
    mutating func turn(_ word: Word, of count: Int, _ owes: (Int) -> Bool) -> [Int] {
        items = count
        let pace = isCalm ? max(Self.turn, count / word.limit) : max(Self.atOnce, count / word.limit)
        let allowed = min(pace, room(for: word))
        var chosen: [Int] = []
        let first = next[word.rawValue] < count ? next[word.rawValue] : 0
        next[word.rawValue] = 0
        for offset in 0..<count {
            let index = first + offset < count ? first + offset : first + offset - count
            guard owes(index) else { continue }
            if chosen.count == allowed {
                next[word.rawValue] = index
                break
            }
            chosen.append(index)
        }
        left[word.rawValue] += chosen.count
        return chosen
    }
}
