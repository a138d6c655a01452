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
                last: Timestamp(milliseconds: span.upperBound), earliest: Timestamp(milliseconds: span.lowerBound),
                latest: Timestamp(milliseconds: span.upperBound))
        }
        return WorkerNews.Word(worker: "ada", run: run, number: number, stored: stored.map { [$0] } ?? [])
    }

    /// One that has heard of the worker before.
    private func after(_ words: [WorkerNews.Word], isWatched: Bool = true) -> NewsBacklog {
        var backlog = NewsBacklog()
        if let first = words.first {
            backlog.add(word(first.number - (first.stored.isEmpty ? 0 : 1)), isWatched: true, at: start)
            _ = backlog.take(isWatched: true, at: start.advanced(by: .seconds(-60)))
            backlog.end(at: start.advanced(by: .seconds(-60)))
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

    private func crowd(_ number: UInt64, _ count: Int) throws -> WorkerNews.Word {
        let sam = try Name("sam")
        let time = Timestamp(milliseconds: 1)
        let stored = try (0..<count).map { number in
            WorkerNews.Stored(
                device: DeviceID(owner: sam, device: try Name("t\(number)")), first: time, last: time, earliest: time,
                latest: time)
        }
        return WorkerNews.Word(worker: "ada", run: 1, number: number, stored: stored)
    }

    @Test func `more devices than can wait while all is read anew do not have it begin anew once more`() throws {
        var backlog = NewsBacklog()
        backlog.add(word(1), isWatched: true, at: start)
        #expect(backlog.take(isWatched: true, at: start).hasMissed)
        backlog.add(try crowd(2, NewsBacklog.most + 1), isWatched: true, at: start)
        backlog.end(at: start.advanced(by: .seconds(5)))
        let work = backlog.take(isWatched: true, at: start.advanced(by: .seconds(6)))
        #expect(!work.hasMissed && work.stored == [] && work.skipped.count == NewsBacklog.most + 1)
        // Afterwards it does, and after four times as long as it took.
        backlog.add(try crowd(3, NewsBacklog.most + 1), isWatched: true, at: start.advanced(by: .seconds(12)))
        let early = backlog.take(isWatched: true, at: start.advanced(by: .seconds(13)))
        #expect(!early.hasMissed && early.skipped.count == NewsBacklog.most + 1)
        backlog.add(word(3), isWatched: true, at: start.advanced(by: .seconds(24)))
        #expect(backlog.take(isWatched: true, at: start.advanced(by: .seconds(24))).isEmpty)
        #expect(backlog.take(isWatched: true, at: start.advanced(by: .seconds(25))).hasMissed)
    }

    @Test func `for single fixes that are not found all is read anew every half minute at most, and others are told`() {
        var backlog = after([word(1, 1...1)])
        _ = backlog.take(isWatched: true, at: start)
        backlog.lack()
        #expect(backlog.take(isWatched: true, at: start).hasMissed)
        backlog.end(at: start)
        backlog.lack()
        backlog.add(word(2, 2...2), isWatched: true, at: start.advanced(by: .seconds(15)))
        let work = backlog.take(isWatched: true, at: start.advanced(by: .seconds(15)))
        #expect(!work.hasMissed && work.stored.count == 1)
        backlog.add(word(2), isWatched: true, at: start.advanced(by: .seconds(30)))
        #expect(backlog.take(isWatched: true, at: start.advanced(by: .seconds(30))).hasMissed)
    }

    @Test func `what could not be read is read later`() {
        var backlog = after([word(1, 1...1)])
        let work = backlog.take(isWatched: true, at: start)
        backlog.putBack(work, at: start)
        #expect(backlog.take(isWatched: true, at: start).hasMissed)
        backlog.putBack(NewsBacklog.Work(hasMissed: true), at: start)
        #expect(backlog.take(isWatched: true, at: start.advanced(by: .seconds(1))).isEmpty)
        #expect(backlog.take(isWatched: true, at: start.advanced(by: .seconds(2))).hasMissed)
    }
}
