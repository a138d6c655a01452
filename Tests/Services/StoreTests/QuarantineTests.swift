import StoreSupport
import Testing
import Tracking

@testable import Store

@Suite(.onBothEngines) struct QuarantineTests {
    let store: Store

    init() throws { store = try Store.forTest() }

    private func row(_ number: Int, size: Int = 3, topic: String = "owntracks/anna/phone") -> QuarantineRow {
        QuarantineRow(
            received: Timestamp(milliseconds: Int64(number)),
            topic: topic,
            payload: [UInt8](repeating: 0x7B, count: size),
            reason: number.isMultiple(of: 2) ? "json" : "range",
            sentence: "lat: a number from -90 to 90 is expected"
        )
    }

    @Test func `a refused message is listed and counted by its reason`() throws {
        try store.write { transaction in
            for number in 1...3 { try transaction.quarantine(row(number)) }
        }
        #expect(try store.quarantine(limit: 2) == [row(3), row(2)].enumerated().map { $1.numbered(3 - $0) })
        #expect(try store.counters() == [.quarantined("json"): 1, .quarantined("range"): 2])
    }

    @Test func `of a long payload the beginning is kept and the size told`() throws {
        try store.write { try $0.quarantine(row(1, size: 5000)) }
        let kept = try #require(try store.quarantine().first)
        #expect(kept.payload.count == QuarantineRow.longestPayload)
        #expect(kept.size == 5000)
    }

    @Test func `only the newest are kept, but all are counted`() throws {
        let count = QuarantineRow.most + 10
        for batch in [1...20, 21...count] {
            try store.write { transaction in
                for number in batch { try transaction.quarantine(row(number)) }
            }
        }
        let kept = try store.quarantine(limit: count)
        #expect(kept.count == QuarantineRow.most)
        #expect(kept.last == row(11).numbered(11))
        #expect(try store.counters().values.reduce(0, +) == count)
    }

    @Test(arguments: ["owntracks/anna/phone", "owntracks/sam/watch"])
    func `one that floods removes its own messages only, those of its owner's other devices neither`(
        quiet: String
    ) throws {
        try store.write { transaction in
            for number in 1...20 { try transaction.quarantine(row(number, topic: quiet)) }
            for number in 1...(2 * QuarantineRow.most) {
                try transaction.quarantine(row(number, topic: "owntracks/sam/phone/\(number)"))
            }
        }
        let kept = try store.quarantine(limit: .max)
        #expect(kept.count == QuarantineRow.most)
        #expect(kept.count { $0.topic == quiet } == 20)
        // The newest of the one that floods.
        #expect(kept.first?.topic == "owntracks/sam/phone/\(2 * QuarantineRow.most)")
    }

    @Test func `shares are known again after a start, and after a removal`() throws {
        var shares = QuarantineShares()
        for number in 1...6 { #expect(shares.add(Int64(number), "t/a/\(number)", room: 6) == nil) }
        #expect(shares.add(7, "t/b/1", room: 6) == 1)
        #expect(shares.add(8, "t/b/1", room: 6) == 2)
        #expect(shares.add(9, "t/b/1", room: 6) == 3)
        // Now they have the same, and whoever comes loses.
        #expect(shares.add(10, "t/b/1", room: 6) == 7)
        #expect(shares.count == 6)
        try store.write { try $0.quarantine(row(1)) }
        _ = try store.write { try $0.expireQuarantine(before: Timestamp(milliseconds: 2), rows: 10) }
        try store.write { try $0.quarantine(row(2)) }
        #expect(try store.quarantine().count == 1)
    }

    @Test func `a topic of combining marks is cut by its bytes`() throws {
        let long = "owntracks/anna/a" + String(repeating: "\u{301}", count: 30_000)
        try store.write { try $0.quarantine(row(1, topic: long)) }
        let kept = try #require(try store.quarantine().first)
        #expect(kept.topic.utf8.count <= QuarantineRow.longestText.bytes)
    }

    @Test func `counters go on where they were`() throws {
        for _ in 0..<2 { try store.write { $0.count(.future, by: 2) } }
        #expect(try store.counters() == [.future: 4])
    }
}

extension QuarantineRow {
    fileprivate func numbered(_ number: Int) -> QuarantineRow {
        var copy = self
        copy.id = Int64(number)
        return copy
    }
}
