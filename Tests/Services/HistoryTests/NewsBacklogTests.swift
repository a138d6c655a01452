import Testing
import Tracking

@testable import History

/// What a console has still to read of what others have stored.
@Suite struct NewsBacklogTests {
    private let start = ContinuousClock.now
    private let keys: DeviceID

    init() throws { keys = DeviceID(owner: try Name("sam"), device: try Name("keys")) }

    private func word(_ number: UInt64, run: UInt32 = 1, _ span: ClosedRange<Int64>? = nil) -> WorkerNews.Word {
        let stored = span.map { span in
            WorkerNews.Stored(
                device: keys, first: Timestamp(milliseconds: span.lowerBound),
                last: Timestamp(milliseconds: span.upperBound))
        }
        return WorkerNews.Word(worker: "ada", run: run, number: number, stored: stored.map { [$0] } ?? [])
    }

    /// One that has heard of the worker before.
    private func after(_ words: [WorkerNews.Word], isWatched: Bool = true) -> NewsBacklog {
        var backlog = NewsBacklog()
        if let first = words.first {
            backlog.add(word(first.number - (first.stored.isEmpty ? 0 : 1)), isWatched: true, at: start)
            _ = backlog.take(isWatched: true, at: start)
        }
        for word in words { backlog.add(word, isWatched: isWatched, at: start) }
        return backlog
    }

    @Test func `what comes in its order is read, that of a device at once`() {
        var backlog = after([word(3, 1...2), word(3), word(4, 5...9), word(4)])
        let work = backlog.take(isWatched: true, at: start)
        #expect(!work.hasMissed && work.stored.map(\.first.milliseconds) == [1])
        #expect(work.stored.map(\.last.milliseconds) == [9] && work.stored.map(\.count) == [2])
        #expect(backlog.take(isWatched: true, at: start).isEmpty)
    }

    @Test(
        arguments: [
            [(3, 1, true), (5, 1, true)], [(3, 1, true), (4, 1, false)], [(3, 1, true), (1, 2, true)],
            [(3, 1, true), (3, 1, true)],
        ] as [[(UInt64, UInt32, Bool)]])
    func `a word that is missing, the last one too, and a run that ended have whoever watches begin anew`(
        words: [(number: UInt64, run: UInt32, isNews: Bool)]
    ) {
        var backlog = after(words.map { word($0.number, run: $0.run, $0.isNews ? 1...1 : nil) })
        #expect(backlog.take(isWatched: true, at: start) == NewsBacklog.Work(hasMissed: true))
        #expect(backlog.take(isWatched: true, at: start).isEmpty)
    }

    @Test func `a worker that says nothing for long has gone, perhaps with something untold`() {
        var backlog = after([word(1, 1...1)])
        _ = backlog.take(isWatched: true, at: start)
        #expect(backlog.take(isWatched: true, at: start.advanced(by: .seconds(16))).isEmpty)
        let late = start.advanced(by: .seconds(17))
        #expect(backlog.take(isWatched: true, at: late).hasMissed)
        #expect(backlog.take(isWatched: true, at: late).isEmpty)
    }

    @Test(arguments: [true, false])
    func `a worker that was not known, or was forgotten, may have stored something before it was heard`(isNews: Bool) {
        var backlog = NewsBacklog()
        backlog.add(word(7, isNews ? 1...1 : nil), isWatched: true, at: start)
        #expect(backlog.take(isWatched: true, at: start) == NewsBacklog.Work(hasMissed: true))
        #expect(backlog.take(isWatched: true, at: start).isEmpty)
        // The database was away for so long that all were forgotten, and whoever watches has begun anew before it speaks.
        let late = start.advanced(by: .seconds(20))
        #expect(backlog.take(isWatched: true, at: late).hasMissed)
        backlog.add(word(8, isNews ? 2...2 : nil), isWatched: true, at: late)
        #expect(backlog.take(isWatched: true, at: late).hasMissed)
    }

    @Test func `workers that are new at the same time have whoever watches begin anew once`() {
        var backlog = NewsBacklog()
        for name in ["ada", "ben", "kim"] {
            let word = WorkerNews.Word(worker: name, run: 1, number: 4, stored: [])
            backlog.add(word, isWatched: true, at: start)
        }
        #expect(backlog.take(isWatched: true, at: start).hasMissed)
        #expect(backlog.take(isWatched: true, at: start).isEmpty)
    }

    @Test func `while nobody watches nothing is read, and then the newest of what came meanwhile`() {
        var backlog = after([word(1, 1...1), word(2, 2...2)], isWatched: false)
        #expect(backlog.take(isWatched: false, at: start).isEmpty)
        #expect(backlog.take(isWatched: true, at: start) == NewsBacklog.Work(skipped: [keys]))
        // Also where whoever watched has left before it was read.
        backlog.add(word(3, 3...3), isWatched: true, at: start)
        #expect(backlog.take(isWatched: false, at: start).isEmpty)
        #expect(backlog.take(isWatched: true, at: start) == NewsBacklog.Work(skipped: [keys]))
    }

    @Test func `what was missed while nobody watched is not forgotten`() {
        var backlog = NewsBacklog()
        backlog.miss()
        #expect(backlog.take(isWatched: false, at: start).isEmpty)
        #expect(backlog.take(isWatched: true, at: start).hasMissed)
    }
}
