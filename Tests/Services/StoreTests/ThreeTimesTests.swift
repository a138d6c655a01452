import StoreSupport
import Testing
import Tracking

@testable import Store

/// What a fix keeps beside its position since schema version 3.
@Suite(.onBothEngines) struct ThreeTimesTests {
    let store: Store
    let device: DeviceID

    init() throws { (store, device) = (try Store.forTest(), try .sample()) }

    @Test func `the time of sending comes back in whole seconds, and none stays none`() throws {
        var fixes: [StoredFix] = []
        for (index, delay) in [nil, 0, 0.4, -3, 86_400].enumerated() as EnumeratedSequence<[Double?]> {
            var fix = try StoredFix.sample(device, at: Double(index) + 0.25, sequence: UInt32(index + 1))
            fix.sent = delay.map {
                Timestamp(milliseconds: Timestamp(seconds: fix.fix.time.seconds + $0).wholeSeconds * 1000)
            }
            fixes.append(fix)
        }
        try store.insert(fixes)
        #expect(try store.allFixes(of: device) == fixes)
    }

    @Test(arguments: [1, 64, 200])
    func `a fix is marked and unmarked where it lies, also in an older block`(number: Int) throws {
        let fixes = try (1...200).map { try StoredFix.sample(device, at: Double($0), sequence: UInt32($0)) }
        try store.insert(fixes)
        let (fix, mark) = (fixes[number - 1].fix, fixes[number - 1].mark)
        for isImplausible in [true, false] {
            let device = device
            #expect(try store.write { try $0.mark(fix, mark, of: device, isImplausible: isImplausible) })
            let marked = try store.allFixes(of: device).filter(\.isImplausible)
            #expect(marked.map(\.mark) == (isImplausible ? [mark] : []))
            let plausible = try store.latest(of: device, limit: 200, isPlausible: true)
            #expect(plausible.count == (isImplausible ? 199 : 200))
        }
        #expect(try store.allFixes(of: device) == fixes)
    }

    @Test func `a block takes one byte more for a time of sending that stays`() throws {
        func bytes(sent: Int32?) -> Int {
            var record = FixRecord.before(0)
            record.key.mark = FixMark(boot: 1, sequence: 1)
            record.sent = sent
            var block = FixBlock(times: .min ... .max, record)
            for second in 1..<64 {
                record.key.time = Int64(second) * 1000
                record.key.mark.sequence += 1
                block.append(record)
            }
            return block.bytes.count
        }
        #expect(bytes(sent: 1) == bytes(sent: nil) + 1)
    }

    @Test func `the newest before a moment are those before it`() throws {
        try store.insert(try (1...200).map { try .sample(device, at: Double($0), sequence: UInt32($0)) })
        let moment = try StoredFix.sample(device, at: 100).fix.time
        #expect(try store.latest(of: device, limit: 2, before: moment).map(\.mark?.sequence) == [99, 98])
    }

    @Test func `refused messages are found by reason, topic, device and time, and page by page`() throws {
        let topics = ["owntracks/anna/keys", "tagalong/anna/keys/reported", "owntracks/anna/keys2", "noise"]
        try store.write { transaction in
            for (index, topic) in topics.enumerated() {
                try transaction.quarantine(
                    QuarantineRow(
                        received: Timestamp(seconds: Double(index)),
                        topic: topic,
                        payload: [],
                        reason: index == 3 ? "topic" : "json",
                        sentence: "?"
                    )
                )
            }
        }
        func found(_ filter: QuarantineFilter) throws -> [Int64] { try store.quarantine(filter).compactMap(\.id) }
        #expect(try found(QuarantineFilter(reason: "json")) == [3, 2, 1])
        #expect(try found(QuarantineFilter(topic: "owntracks/anna")) == [3, 1])
        #expect(try found(QuarantineFilter(device: device)) == [2, 1])
        #expect(try found(QuarantineFilter(start: Timestamp(seconds: 1), end: Timestamp(seconds: 2))) == [3, 2])
        #expect(try found(QuarantineFilter(before: 3)) == [2, 1])
        #expect(try found(QuarantineFilter(topic: "' OR 1=1 --")).isEmpty)
    }
}
