import Messages
import StoreSupport
import Testing
import Tracking

@testable import History
@testable import Store

/// Case 2-1-1: a tracker that is silent is asked where it is.
@Suite(.onBothEngines) struct HistoryRequestTests {
    /// Lets time pass in steps of ten seconds; answers with when something was published on the tracker's command topic.
    private func wait(_ bench: inout HistoryBench, from start: Int, to end: Int) throws -> [Int] {
        var asked: [Int] = []
        for second in stride(from: start, through: end, by: 10) {
            let messages = try bench.core.tick(at: Timestamp(seconds: Double(second)))
            for message in messages where message.topic == bench.topics.command(bench.keys) {
                #expect(try Command(decoding: message.payload).verb == .locate)
                #expect(message.quality == .atLeastOnce && !message.retained)
                asked.append(second)
            }
        }
        return asked
    }

    private func answer(_ bench: inout HistoryBench, at seconds: Double) throws -> [Message] {
        let result = CommandResult(id: "history-1").encoded()
        let message = Message(topic: bench.topics.result(bench.keys), payload: result)
        return try bench.core.ingest([message], at: Timestamp(seconds: seconds))
    }

    private func reported(_ bench: HistoryBench, _ mode: Mode, every seconds: Int = 600) -> Message {
        let state = ReportedState(
            version: 1,
            power: mode == .off ? .off : .on,
            reportEvery: seconds,
            mode: .auto,
            firmware: "1",
            model: "T1",
            boot: 1,
            battery: 80,
            activeMode: mode
        )
        return Message(topic: bench.topics.reported(bench.keys), payload: state.encoded(), retained: true)
    }

    @Test func `2-1-1: a cellular tracker silent for ten minutes is asked, once an interval`() throws {
        var bench = try HistoryBench()
        _ = try bench.step(0, north: 0)
        #expect(try wait(&bench, from: 10, to: 3600) == [630, 1260, 1890])
        #expect(try bench.store.counters()[.asked] == 3)
    }

    @Test func `2-1-1: who reports in time is not asked`() throws {
        var bench = try HistoryBench()
        for second in stride(from: 0, to: 6000, by: 600) {
            _ = try bench.step(Double(second), north: 0)
            #expect(try wait(&bench, from: second + 10, to: second + 600).isEmpty)
        }
    }

    @Test(arguments: [(1800, nil as Int?, 1830), (1800, 900, 930), (5, nil, 90)])
    func `2-1-1: the interval is the desired one, or else the reported one`(
        reportedEvery: Int,
        desiredEvery: Int?,
        expected: Int
    ) throws {
        var bench = try HistoryBench()
        var batch = [reported(bench, .cellular, every: reportedEvery)]
        if let desiredEvery {
            let desired = DesiredState(version: 1, reportEvery: desiredEvery).encoded()
            batch.append(Message(topic: bench.topics.desired(bench.keys), payload: desired, retained: true))
        }
        _ = try bench.core.ingest(batch, at: Timestamp(seconds: 0))
        _ = try bench.step(0, north: 0)
        #expect(try wait(&bench, from: 10, to: 2000).first == expected)
    }

    /// A rehearsed day in three minutes: 30 s of it are 63 ms, which the broker alone may take.
    @Test(arguments: [(1.0, 3630.0), (10, 363), (480, 10.5)])
    func `2-1-1: however fast a rehearsed life runs, a report may be three seconds on its way`(
        speed: Double,
        due: Double
    ) {
        let start = Timestamp(seconds: 1_777_626_000)
        let requests = LocationRequests(heard: start)
        let scale = TimeScale(start: start, speed: speed)
        let isDue = { (seconds: Double) in
            requests.isDue(at: start.advanced(byMilliseconds: seconds * 1000), interval: 3600, scale: scale)
        }
        #expect(!isDue(due - 0.01) && isDue(due))
    }

    @Test(arguments: [Mode.bluetooth, .off])
    func `2-1-1: a tracker in Bluetooth mode or switched off is not asked`(mode: Mode) throws {
        var bench = try HistoryBench()
        _ = try bench.step(0, north: 0)
        _ = try bench.core.ingest([reported(bench, mode)], at: Timestamp(seconds: 1))
        #expect(try wait(&bench, from: 10, to: 4000).isEmpty)
    }

    @Test func `2-1-1: a tracker that is to be off is not asked`() throws {
        var bench = try HistoryBench()
        _ = try bench.step(0, north: 0)
        let desired = Message(
            topic: bench.topics.desired(bench.keys),
            payload: DesiredState(version: 2, power: .off).encoded(),
            retained: true
        )
        _ = try bench.core.ingest([desired], at: Timestamp(seconds: 1))
        #expect(try wait(&bench, from: 10, to: 4000).isEmpty)
    }

    @Test func `2-1-1: three requests without an answer make it unreachable, and any answer ends that`() throws {
        var bench = try HistoryBench()
        _ = try bench.step(0, north: 0)
        _ = try wait(&bench, from: 10, to: 2510)
        #expect(try state(bench)?.unreachableSince == nil)
        let told = bench.states(try bench.core.tick(at: Timestamp(seconds: 2520)))
        #expect(told.map(\.unreachableSince) == [Timestamp(seconds: 2520)])
        #expect(try wait(&bench, from: 2530, to: 9000).isEmpty)
        let back = bench.states(try answer(&bench, at: 9001))
        #expect(back.count == 1 && back.first?.unreachableSince == nil)
        let counters = try bench.store.counters()
        #expect(counters[.unreachable] == 1 && counters[.answered] == 1)
        // From then on it is asked again.
        #expect(try wait(&bench, from: 9010, to: 9700) == [9640])
    }

    @Test func `2-1-1: a fix ends it too, and an old copy of one does not`() throws {
        var bench = try HistoryBench()
        _ = try bench.step(0, north: 0)
        #expect(try wait(&bench, from: 10, to: 1000) == [630])
        let copy = bench.location(bench.keys, at: 0, north: 0, mark: FixMark(boot: 1, sequence: 1))
        _ = try bench.core.ingest([copy], at: Timestamp(seconds: 1001))
        #expect(try wait(&bench, from: 1010, to: 1300) == [1260])
        _ = try bench.step(1301, north: 0)
        #expect(try wait(&bench, from: 1310, to: 1930).isEmpty)
        #expect(try bench.store.counters()[.answered] == 1)
    }

    @Test func `2-1-1: a restart neither forgets what was asked nor asks before the broker has told what it kept`()
        throws
    {
        var bench = try HistoryBench()
        _ = try bench.step(0, north: 0)
        #expect(try wait(&bench, from: 10, to: 1300) == [630, 1260])
        var second = try HistoryBench(store: bench.store)
        _ = second.core.connected(at: Timestamp(seconds: 5000))
        #expect(try wait(&second, from: 5000, to: 5050).isEmpty)
        #expect(try wait(&second, from: 5060, to: 5680) == [5060])
        #expect(try state(second)?.unreachableSince == nil)
        _ = try wait(&second, from: 5690, to: 5690)
        #expect(try state(second)?.unreachableSince == Timestamp(seconds: 5690))
        var third = try HistoryBench(store: bench.store)
        #expect(try third.core.tick(at: Timestamp(seconds: 9000)).isEmpty)
    }

    @Test func `2-1-1: a history that is told not to ask does not`() throws {
        var bench = try HistoryBench()
        bench.core = try HistoryCore(store: bench.store, configuration: HistoryConfiguration(asksSilent: false))
        _ = bench.core.connected(at: Timestamp(seconds: 0))
        _ = try bench.step(0, north: 0)
        #expect(try wait(&bench, from: 10, to: 4000).isEmpty)
    }

    private func state(_ bench: HistoryBench) throws -> StateMessage? {
        try bench.store.document(.state, of: bench.keys).map { try StateMessage(decoding: $0.payload) }
    }
}
