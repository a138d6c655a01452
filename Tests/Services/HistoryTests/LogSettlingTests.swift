import StoreSupport
import Testing

@testable import History

@Suite(.onBothEngines) struct LogSettlingTests {
    private var settling = LogSettling()

    /// Looks once a second for so many seconds; answers with those, counted from 1, at which the log was emptied.
    private mutating func look(
        _ seconds: Int, commits: (Int) -> Int, logBytes: Int = 0, isEmpty: Bool = true
    ) -> [Int] {
        (1...seconds).filter { second in
            guard settling.isDue(commits: commits(second), logBytes: logBytes) else { return false }
            settling.end(isEmpty: isEmpty)
            return true
        }
    }

    @Test mutating func `after a start the first rest is used, and then nothing is to be done`() {
        #expect(look(5) { min($0, 3) * 10 } == [5])
        #expect(look(1000) { _ in 30 } == [])
    }

    @Test mutating func `a log of a former life is emptied though nothing is written`() {
        #expect(look(100, commits: { _ in 0 }) == [2])
    }

    @Test mutating func `a large log is emptied at the next rest, a small one once a minute`() {
        _ = look(5) { _ in 1 }
        #expect(look(10, commits: { min($0, 4) * 10 + 1 }, logBytes: LogSettling.enough) == [6])
        #expect(look(119, commits: { 41 + $0 / 10 }, logBytes: 50_000) == [56, 116])
    }

    @Test mutating func `what never rests is written once a minute, unless there is too much of it`() {
        _ = look(5) { _ in 0 }
        #expect(look(200, commits: { $0 * 3 }) == [57, 117, 177])
        #expect(look(60, commits: { 600 + $0 * 200 }, logBytes: 80_000_000) == [])
        #expect(look(200, commits: { 12_600 + $0 * 101 }, logBytes: 80_000_000) == [])
    }

    @Test mutating func `a position a second is as good as a rest`() {
        _ = look(5) { _ in 1 }
        #expect(look(5, commits: { 100 + $0 * 2 }, logBytes: LogSettling.enough) == [3, 5])
    }

    @Test mutating func `for a reader it waits, and looks again`() {
        #expect(look(9, commits: { _ in 7 }, logBytes: 9_000_000, isEmpty: false) == [3, 5, 7, 9])
        #expect(look(9, commits: { _ in 7 }, logBytes: 9_000_000) == [2])
    }
}
