import Store
import Tracking

/// The reordering window of one device: which fixes go on at once, and which wait for the ones before them.
///
/// A tracker numbers its fixes in the order in which it sends them. So a fix whose number follows on the highest so far
/// goes on at once, and so does one that is behind it already. Only one behind a gap waits, until the gap is filled or
/// the window is over. Who does not number its fixes waits for nothing, for nobody knows of what is still to come.
struct ArrivalOrder: Sendable {
    /// The highest mark that has gone on; nil before the first.
    private(set) var highest: FixMark?
    /// Behind a gap, by mark.
    private(set) var waiting: [Arrival] = []

    /// At most so many wait.
    static let most = 64

    init(highest: FixMark? = nil) { self.highest = highest }

    /// Takes a fix in; false when it has to wait.
    ///
    /// `isFirst` tells that nothing of this device was known before the batch.
    mutating func admit(_ arrival: Arrival, isFirst: Bool) -> Bool {
        guard let mark = arrival.mark else { return true }
        if isFirst || follows(mark) {
            pass(mark)
            return true
        }
        let place = waiting.firstIndex { ($0.mark ?? mark) > mark } ?? waiting.endIndex
        waiting.insert(arrival, at: place)
        return false
    }

    /// Notes a mark whose fix is put aside: it is no gap.
    mutating func skip(_ mark: FixMark) {
        if follows(mark) { pass(mark) }
    }

    /// Takes out, in the order of their marks, the fixes that need not wait any more; the window is in milliseconds.
    mutating func release(at now: Timestamp, window: Int64) -> [Arrival] {
        guard !waiting.isEmpty else { return [] }
        let due = waiting.lastIndex { now.isApart(window, from: $0.stored.received) }
        var count = max((due ?? -1) + 1, waiting.count - Self.most)
        for arrival in waiting.prefix(count) { if let mark = arrival.mark { pass(mark) } }
        while count < waiting.count, let mark = waiting[count].mark, follows(mark) {
            pass(mark)
            count += 1
        }
        let released = Array(waiting.prefix(count))
        waiting.removeFirst(count)
        return released
    }

    /// Goes on after a restart with fixes that were waiting.
    mutating func restore(_ arrivals: [Arrival]) {
        waiting = arrivals.filter { $0.mark != nil }.sorted(by: Arrival.isNumberedBefore)
    }

    private mutating func pass(_ mark: FixMark) {
        if let highest, mark <= highest { return }
        highest = mark
    }

    /// Whether nothing is missing between the highest mark and this one.
    private func follows(_ mark: FixMark) -> Bool {
        guard let highest, mark > highest else { return true }
        return mark.boot == highest.boot ? mark.sequence == highest.sequence + 1 : mark.sequence == 1
    }
}
