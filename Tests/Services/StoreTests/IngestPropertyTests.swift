import StoreSupport
import Testing
import Tracking

@testable import Store

@Suite(.onBothEngines) struct IngestPropertyTests {
    /// Fixes with many of the same time and place, marked and not, by a few devices.
    static func fixes(_ generator: inout SeededGenerator) throws -> [StoredFix] {
        var fixes: [StoredFix] = []
        for name in ["a", "b"] {
            let device = try DeviceID.sample(name)
            for sequence in 1...300 as ClosedRange<UInt32> {
                fixes.append(
                    try .sample(
                        device,
                        at: Double(Int.random(in: 0...150, using: &generator)),
                        sequence: name == "a" ? sequence : nil,
                        latitude: Double(Int.random(in: 1...5, using: &generator))
                    )
                )
            }
        }
        return fixes
    }

    /// What the store has to say: each name once, in order.
    static func expected(_ fixes: [StoredFix], of device: DeviceID) -> [StoredFix] {
        var names = Set<FixRecord.Key>()
        return fixes.filter { $0.device == device }
            .map { ($0, FixRecord($0, context: 0, hasExtra: $0.extra != nil).key) }
            .filter { names.insert($0.1).inserted }
            .sorted { $0.1 < $1.1 }
            .map(\.0)
    }

    @Test(arguments: 0..<12 as Range<UInt64>)
    func `any order, multiplicity, batching and failing of batches gives the same fixes`(seed: UInt64) throws {
        var generator = SeededGenerator(state: seed)
        let fixes = try Self.fixes(&generator)
        var sent = (fixes + fixes.shuffled(using: &generator).prefix(200))
        // Half of the runs send in order, as trackers mostly do.
        if seed.isMultiple(of: 2) { sent.shuffle(using: &generator) }
        let place = try TestPlace()
        var open: Store? = try Store(path: place.path, mode: .readWrite(create: true), durability: .off)
        var rest = sent[...]
        while !rest.isEmpty {
            let batch = rest.prefix(Int.random(in: 1...150, using: &generator))
            let choice = Int.random(in: 0..<4, using: &generator)
            if choice == 1 {
                open = nil
                open = try Store(path: place.path, mode: .readWrite(create: false), durability: .off)
                continue
            }
            let store = try #require(open)
            if choice == 0 {
                #expect(throws: Interruption.self) {
                    try store.write { transaction in
                        for fix in batch { _ = try transaction.insert(fix) }
                        throw Interruption()
                    }
                }
            } else {
                try store.insert(Array(batch))
                rest = rest.dropFirst(batch.count)
            }
        }
        let store = try #require(open)
        for name in ["a", "b"] {
            let device = try DeviceID.sample(name)
            let expected = Self.expected(fixes, of: device)
            #expect(try store.allFixes(of: device) == expected)
            #expect(try store.latest(of: device, limit: 80) == expected.suffix(80).reversed())
            #expect(try store.fixCount(of: device) == expected.count)
        }
        let stored = Self.expected(fixes, of: try .sample("a")).count + Self.expected(fixes, of: try .sample("b")).count
        #expect(try store.counters() == [.stored: stored, .duplicates: sent.count - stored])
        #expect(try store.received(of: .sample("a"), boot: 1).ranges == [1...300])
    }
}
