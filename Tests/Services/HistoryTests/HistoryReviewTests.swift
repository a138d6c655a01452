import Alerts
import History
import Messages
import StoreSupport
import Testing
import Tracking

@testable import Store

@Suite(.onBothEngines) struct HistoryOrderTests {
    @Test func `an older fix that comes late does not say how the tracker is now`() throws {
        var bench = try HistoryBench()
        _ = try bench.step(10, north: 0)
        var old = try LocationMessage(
            decoding: bench.location(bench.keys, at: 2, north: 0, mark: FixMark(boot: 1, sequence: 9)).payload
        )
        (old.battery, old.mode) = (81, .bluetooth)
        let message = Message(topic: bench.topics.location(bench.keys), payload: old.encoded())
        let now = Timestamp(seconds: 16)
        let states = bench.states(try bench.core.ingest([message], at: now))
        #expect(states.map(\.battery) == [80] && states.map(\.activeMode) == [.cellular])
    }

    @Test func `a fix that is put aside for its time does not hold up those behind it`() throws {
        var bench = try HistoryBench()
        let batch = try (1...3).map { sequence in
            let seconds = sequence == 2 ? 4000 : Double(sequence)
            let mark = FixMark(boot: 1, sequence: UInt32(sequence))
            let message = bench.location(bench.keys, at: seconds, north: 0, mark: mark)
            var location = try LocationMessage(decoding: message.payload)
            location.createdAt = nil
            return Message(topic: message.topic, payload: location.encoded())
        }
        let now = Timestamp(seconds: 3)
        #expect(bench.stored(try bench.core.ingest(batch, at: now)) == [FixMark(boot: 1, sequence: 3)])
        #expect(try bench.store.fixCount(of: bench.keys) == 2)
        #expect(try bench.store.quarantine().map(\.reason) == ["future"])
        // A second copy is no second case.
        _ = try bench.core.ingest(batch, at: now)
        #expect(try bench.store.quarantine().count == 1)
    }

    @Test func `noise on a tracker's topics makes no tracker`() throws {
        var bench = try HistoryBench()
        for kind in ["reported", "desired", "availability"] {
            let message = Message(topic: "tagalong/eve/ghost/\(kind)", payload: Array("noise".utf8))
            _ = try bench.core.ingest([message], at: Timestamp(seconds: 1))
        }
        // A position of a device that is not known as a thing would be its owner's phone.
        let ghost = DeviceID(owner: try Name("eve"), device: try Name("ghost"))
        let answers = try bench.core.ingest([bench.location(ghost, at: 2, north: 0)], at: Timestamp(seconds: 2))
        #expect(answers.isEmpty)
        #expect(try bench.store.quarantine().count == 3)
    }
}

@Suite(.onBothEngines) struct HistoryResumeTests {
    @Test func `a tracker that stays silent after a restart becomes unknown, and not before its time`() throws {
        var bench = try HistoryBench()
        #expect(bench.states(try bench.step(0, north: 7)).map(\.level) == [.warning])
        var second = try HistoryBench(store: bench.store)
        var seen: [Level] = []
        for seconds in stride(from: 10.0, to: 2000, by: 10) {
            seen += second.states(try second.core.tick(at: Timestamp(seconds: seconds))).map(\.level)
        }
        #expect(seen.last == .unknown && seen.count { $0 == .unknown } == 1)
        #expect(seen.first != .unknown || seen.count == 1)
    }

    @Test func `the level told after a restart is the one before`() throws {
        var bench = try HistoryBench()
        _ = try bench.step(0, north: 7)
        var second = try HistoryBench(store: bench.store)
        #expect(second.states(try second.core.tick(at: Timestamp(seconds: 1))).allSatisfy { $0.level == .warning })
        second.sequence = bench.sequence
        let answers = try second.step(20, north: 7)
        #expect(second.alerts(answers).isEmpty)
        #expect(second.states(answers).map(\.level) == [.warning])
    }
}
