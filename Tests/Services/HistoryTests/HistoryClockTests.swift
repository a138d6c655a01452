import History
import Messages
import StoreSupport
import Testing
import Tracking

@testable import Store

/// Devices whose clock is wrong, and the three times of a fix.
@Suite(.onBothEngines) struct HistoryClockTests {
    /// A fix of the keys whose clock is so many seconds ahead, made and sent then, arriving later.
    private func send(
        _ bench: inout HistoryBench,
        made: Double,
        sent: Double? = nil,
        arriving: Double,
        ahead: Double,
        tellsSending: Bool = true
    ) throws -> [Message] {
        bench.sequence += 1
        let mark = FixMark(boot: 1, sequence: bench.sequence)
        var location = try LocationMessage(
            decoding: bench.location(bench.keys, at: made + ahead, north: 0, mark: mark).payload
        )
        location.createdAt = tellsSending ? Timestamp(seconds: (sent ?? made) + ahead) : nil
        let message = Message(topic: bench.topics.location(bench.keys), payload: location.encoded())
        return try bench.core.ingest([message], at: Timestamp(seconds: arriving))
    }

    private func last(_ bench: HistoryBench) throws -> StoredFix? {
        try bench.store.latest(of: bench.keys, limit: 1).first
    }

    @Test func `measured, sent and received are kept apart`() throws {
        var bench = try HistoryBench()
        _ = try send(&bench, made: 100.25, sent: 160, arriving: 163.5, ahead: 0)
        let fix = try #require(try last(bench))
        #expect(fix.fix.time == Timestamp(seconds: 100.25))
        #expect(fix.sent == Timestamp(seconds: 160))
        #expect(fix.received == Timestamp(seconds: 163.5))
    }

    @Test func `after the service's own clock was ahead for a while, trackers are told as soon as ever`() throws {
        var bench = try HistoryBench()
        _ = try send(&bench, made: 7200, arriving: 7200, ahead: 0)
        // It is set right, two hours back; the tracker's was right all the time.
        let told = try send(&bench, made: 10, arriving: 10, ahead: 0)
        #expect(told.contains { $0.topic == bench.topics.stored(bench.keys) })
        #expect(told.contains { $0.topic == bench.topics.state(bench.keys) })
    }

    @Test func `a fix behind a gap does not wait until a clock that was set back is where it was`() throws {
        var bench = try HistoryBench()
        _ = try send(&bench, made: 7200, arriving: 7200, ahead: 0)
        bench.sequence += 1
        _ = try send(&bench, made: 7201, arriving: 7201, ahead: 0)
        #expect(bench.core.queues.held == 1)
        _ = try bench.core.tick(at: Timestamp(seconds: 10))
        #expect(bench.core.queues.held == 0)
    }

    @Test func `who does not tell when it sent is not told to have`() throws {
        var bench = try HistoryBench()
        _ = try send(&bench, made: 100, arriving: 101, ahead: 0, tellsSending: false)
        #expect(try last(bench)?.sent == nil)
    }

    @Test func `a clock that is ahead is learnt, kept, and sets right both times of the device`() throws {
        var bench = try HistoryBench()
        _ = try send(&bench, made: 100, sent: 110, arriving: 110, ahead: 3600)
        #expect(try last(bench)?.fix.time == Timestamp(seconds: 100))
        #expect(try last(bench)?.sent == Timestamp(seconds: 110))
        #expect(try bench.store.device(bench.keys)?.clockAhead == 3_600_000)
        #expect(try bench.store.counters()[.clockCorrected] == 1)
    }

    @Test func `after a restart the offset is still known`() throws {
        var bench = try HistoryBench()
        _ = try send(&bench, made: 100, arriving: 100, ahead: 3600)
        var second = try HistoryBench(store: bench.store)
        second.sequence = bench.sequence
        // It does not say when it was sent: without the offset it would be put aside.
        _ = try send(&second, made: 200, arriving: 200, ahead: 3600, tellsSending: false)
        #expect(try last(bench)?.fix.time == Timestamp(seconds: 200))
        #expect(try bench.store.quarantine().isEmpty)
    }

    @Test func `a delay is not taken for another offset, a greater offset is learnt`() throws {
        var bench = try HistoryBench()
        _ = try send(&bench, made: 100, arriving: 130, ahead: 3600)
        #expect(try bench.store.device(bench.keys)?.clockAhead == 3_570_000)
        _ = try send(&bench, made: 200, arriving: 200, ahead: 3600)
        #expect(try bench.store.device(bench.keys)?.clockAhead == 3_600_000)
        _ = try send(&bench, made: 300, arriving: 340, ahead: 3600)
        #expect(try last(bench)?.fix.time == Timestamp(seconds: 300))
    }

    @Test func `a clock that was set right is right`() throws {
        var bench = try HistoryBench()
        _ = try send(&bench, made: 100, arriving: 100, ahead: 3600)
        _ = try send(&bench, made: 200, arriving: 200, ahead: 0)
        #expect(try last(bench)?.fix.time == Timestamp(seconds: 200))
        #expect(try bench.store.device(bench.keys)?.clockAhead == nil)
    }

    @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
    func `a message that only comes again is a copy, and says nothing of a clock that is ahead`(
        isKept: Bool,
        isNumbered: Bool
    ) throws {
        var bench = try HistoryBench()
        let mark = isNumbered ? FixMark(boot: 1, sequence: 1) : nil
        var message = bench.location(bench.keys, at: 220, north: 0, mark: mark)
        message.retained = false
        _ = try bench.core.ingest([message], at: Timestamp(seconds: 100))
        // The broker has kept it, or hands it out again as it was not acknowledged; 72 s later it seems to be on time.
        var second = try HistoryBench(store: bench.store)
        message.retained = isKept
        _ = try second.core.ingest([message], at: Timestamp(seconds: 172))
        let (count, counters) = (try bench.store.fixCount(of: bench.keys), try bench.store.counters())
        #expect(count == 1)
        #expect(counters[.duplicates] == 1)
        let (time, ahead) = (try last(bench)?.fix.time, try bench.store.device(bench.keys)?.clockAhead)
        #expect(time == Timestamp(seconds: 100))
        #expect(ahead == 120_000)
    }

    @Test func `a tracker that stands still says by new fixes that its clock was set right`() throws {
        var bench = try HistoryBench()
        _ = try send(&bench, made: 100, arriving: 100, ahead: 120)
        _ = try send(&bench, made: 220, arriving: 220, ahead: 0)
        let (time, ahead) = (try last(bench)?.fix.time, try bench.store.device(bench.keys)?.clockAhead)
        #expect(time == Timestamp(seconds: 220))
        #expect(ahead == nil)
    }

    @Test func `a future that no clock explains makes no device`() throws {
        var bench = try HistoryBench()
        let message = Message(
            topic: "owntracks/eve/ghost",
            payload: Array(#"{"_type":"location","lat":46,"lon":14,"tst":4000}"#.utf8)
        )
        _ = try bench.core.ingest([message], at: Timestamp(seconds: 5))
        #expect(try bench.store.devices().isEmpty)
        #expect(try bench.store.counters() == [.future: 1, .quarantined("future"): 1])
    }

    /// A position that names these seconds, to a service that knows when positions began.
    private func send(_ members: String) throws -> (bench: HistoryBench, told: [Message]) {
        var bench = try HistoryBench()
        let configuration = HistoryConfiguration(earliest: LocationBounds.earliest)
        bench.core = try HistoryCore(store: bench.store, configuration: configuration)
        let text = #"{"_type":"location","lat":46,"lon":14,"seq":1,"boot":1,\#(members)}"#
        let message = Message(topic: bench.topics.location(bench.keys), payload: Array(text.utf8))
        return (bench, try bench.core.ingest([message], at: Timestamp(seconds: 1_777_626_000)))
    }

    @Test(arguments: [0, 37, 315_964_799])
    func `a position of a clock that was never set is refused, and its tracker goes on`(seconds: Int) throws {
        let (bench, told) = try send("\"tst\":\(seconds)")
        #expect(bench.stored(told) == [FixMark(boot: 1, sequence: 1)])
        let refused = try bench.store.quarantine()
        #expect(refused.map(\.reason) == ["range"])
        #expect(
            refused.map(\.sentence) == [
                "tst: a time from 1980-01-06T00:00:00.000Z on is expected, as of a clock that was set, found "
                    + "\(Timestamp(seconds: Double(seconds)))"
            ]
        )
        #expect(try bench.store.fixCount(of: bench.keys) == 0)
    }

    @Test(arguments: [(0, nil), (315_964_800, 315_964_800)] as [(Int, Double?)])
    func `a time of sending of a clock that was never set is none`(seconds: Int, sent: Double?) throws {
        let (bench, _) = try send("\"tst\":315964800,\"created_at\":\(seconds)")
        #expect(try #require(try last(bench)).sent == sent.map { Timestamp(seconds: $0) })
    }

    @Test func `of too many positions of one moment the rest are refused, and their tracker goes on`() throws {
        var bench = try HistoryBench()
        let most = UInt32(StoreTransaction.mostOfOneMoment)
        let messages = (1...most + 5).map { sequence in
            bench.location(bench.keys, at: 100, north: 0, mark: FixMark(boot: 1, sequence: sequence))
        }
        let told = try bench.core.ingest(messages, at: Timestamp(seconds: 100))
        #expect(try bench.store.counters()[.stored] == Int(most))
        #expect(try bench.store.counters()[.quarantined("crowded")] == 5)
        let stored = try #require(told.last { $0.topic == bench.topics.stored(bench.keys) })
        #expect(String(decoding: stored.payload, as: UTF8.self).contains("\(most + 5)"))
    }
}
