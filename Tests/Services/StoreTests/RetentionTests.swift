import Foundation
import StoreSupport
import Testing
import Tracking

@testable import Store

@Suite(.onBothEngines) struct RetentionTests {
    private static let start = 1_735_689_600.0

    private static func time(_ seconds: Double) -> Timestamp { Timestamp(seconds: start + seconds) }

    /// A store with fixes 1 to `count`, a second apart.
    private static func store(_ count: Int, path: String? = nil) throws -> Store {
        let store =
            try path.map { try Store(path: $0, mode: .readWrite(create: true), durability: .off) } ?? .forTest()
        let device = try DeviceID.sample()
        try store.insert((1...count).map { try .sample(device, at: Double($0), sequence: UInt32($0)) })
        return store
    }

    private static func expire(_ store: Store, before seconds: Double, blocks: Int = 1000) throws -> Bool {
        try store.write { try $0.expire(.sample(), before: time(seconds), blocks: blocks) }
    }

    private static func sequences(_ store: Store) throws -> [UInt32] {
        try store.allFixes(of: .sample()).compactMap(\.mark?.sequence)
    }

    @Test(arguments: [0, 1, 63, 64, 65, 100, 199, 200, 300])
    func `fixes of before a time go, to the very fix, and the newest stays`(limit: Int) throws {
        let store = try Self.store(200)
        #expect(try Self.expire(store, before: Double(limit)))
        let kept = UInt32(max(1, min(limit, 200)))...200
        #expect(try Self.sequences(store) == Array(kept))
        #expect(try store.fixCount(of: .sample()) == kept.count)
        #expect(try store.counters()[.expired] ?? 0 == 200 - kept.count)
    }

    @Test(arguments: [
        (1, 200), (0, 64), (64, 65), (63, 128), (65, 65), (100, 130), (200, 300), (201, 300), (-5, 0), (9, 3),
    ])
    func `the fixes of a span are counted to the very fix, with the first and the last`(from: Int, to: Int) throws {
        let store = try Self.store(200)
        let count = try store.count(of: .sample(), from: Self.time(Double(from)), to: Self.time(Double(to)))
        let expected = (1...200).filter { (from...max(from, to)).contains($0) && from <= to }
        #expect(count.fixes == expected.count)
        #expect(count.first == expected.first.map { Self.time(Double($0)) })
        #expect(count.last == expected.last.map { Self.time(Double($0)) })
    }

    private static let limits: [(Double?, Int?)] = [
        (nil, 150), (nil, 200), (nil, 1000), (nil, 1), (100, nil), (0.5, nil), (100, 30), (10, 150),
    ]

    @Test(arguments: limits)
    func `what a retention would remove is what it removes`(seconds: Double?, fixes: Int?) throws {
        let store = try Self.store(200)
        let retention = try Retention(days: seconds.map { $0 / 86_400 }, fixes: fixes)
        let now = Self.time(201)
        let excess = try store.excess(of: .sample(), over: retention, at: now)
        #expect(excess.all == 200)
        #expect(try store.fixCount(of: .sample()) == 200, "it is only told")
        if let before = excess.before { _ = try store.write { try $0.expire(.sample(), before: before, blocks: 1000) } }
        #expect(try store.fixCount(of: .sample()) == 200 - excess.fixes)
        let byAge = seconds.map { Int($0.rounded(.down)) } ?? 200
        #expect(200 - excess.fixes == max(1, min(200, byAge, fixes ?? 200)))
    }

    @Test func `nothing is in excess of what is kept for ever, and of a device without fixes`() throws {
        let now = Self.time(1000)
        let all = try Self.store(3).excess(of: .sample(), over: .forever, at: now)
        #expect(all == RetentionExcess(fixes: 0, all: 3, before: nil))
        let retention = try Retention(days: 0.001, fixes: 1)
        let none = try Store.forTest().excess(of: .sample(), over: retention, at: now)
        #expect(none == RetentionExcess(fixes: 0, all: 0, before: nil))
    }

    @Test func `a step removes no more blocks than it may`() throws {
        let store = try Self.store(200)
        #expect(try !Self.expire(store, before: 190, blocks: 1))
        #expect(try Self.sequences(store).first == 65)
        #expect(try !Self.expire(store, before: 190, blocks: 1))
        #expect(try Self.sequences(store).first == 129)
        #expect(try !Self.expire(store, before: 190, blocks: 1))
        #expect(try Self.expire(store, before: 190, blocks: 1))
        #expect(try Self.sequences(store).first == 190)
    }

    @Test func `what has come stays known: a copy of a removed fix is a copy, and nothing is asked for again`() throws {
        let store = try Self.store(200)
        _ = try Self.expire(store, before: 150)
        let copy = try StoredFix.sample(.sample(), at: 10, sequence: 10)
        #expect(try store.insert([copy]) == [false])
        #expect(try store.received(of: .sample(), boot: 1).ranges == [1...200])
        #expect(try store.write { try $0.contiguousThrough(.sample(), boot: 1) } == 200)
        #expect(try store.fixCount(of: .sample()) == 51)
    }

    @Test func `unknown keys go with their fixes, and others stay`() throws {
        let store = try Self.store(1)
        let fixes = try (2...130).map { number in
            var fix = try StoredFix.sample(.sample(), at: Double(number), sequence: UInt32(number))
            fix.extra = Array(#"{"n":\#(number)}"#.utf8)
            return fix
        }
        try store.insert(fixes)
        _ = try Self.expire(store, before: 100)
        #expect(try store.allFixes(of: .sample()) == Array(fixes[98...]))
        #expect(try store.rows("fix_extras") == 31)
    }

    @Test func `a late fix after a removal is stored once and in its place`() throws {
        let place = try TestPlace()
        let store = try Self.store(200, path: place.path)
        _ = try Self.expire(store, before: 199.5)
        let late = try StoredFix.sample(.sample(), at: 50.5, sequence: 300)
        let next = try StoredFix.sample(.sample(), at: 201, sequence: 201)
        #expect(try store.insert([late, next]) == [true, true])
        #expect(try store.insert([late, next]) == [false, false])
        let all = try Store(path: place.path, mode: .readOnly).allFixes(of: .sample())
        #expect(all.compactMap(\.mark?.sequence) == [300, 200, 201])
        #expect(try store.findings().isEmpty)
    }

    @Test(arguments: 0..<20)
    func `batches and removals in any order leave what a list would`(seed: UInt64) throws {
        var chance = SeededGenerator(state: seed)
        let (store, device) = (try Store.forTest(), try DeviceID.sample())
        var model: [Int: UInt32] = [:]
        var sequence: UInt32 = 0
        for _ in 0..<60 {
            if Int.random(in: 0..<4, using: &chance) == 0 {
                let cutoff = Int.random(in: 0..<2000, using: &chance)
                _ = try Self.expire(store, before: Double(cutoff), blocks: 1000)
                let newest = model.keys.max() ?? 0
                model = model.filter { $0.key >= min(cutoff, newest) }
            } else {
                var batch: [StoredFix] = []
                for _ in 0..<Int.random(in: 1...60, using: &chance) {
                    let second = Int.random(in: 0..<2000, using: &chance)
                    if model[second] != nil { continue }
                    sequence += 1
                    model[second] = sequence
                    batch.append(try .sample(device, at: Double(second), sequence: sequence))
                }
                try store.insert(batch)
            }
            #expect(try Self.sequences(store) == model.sorted { $0.key < $1.key }.map(\.value))
        }
        #expect(try store.findings().isEmpty)
    }

    @Test(arguments: [1, 36, 64, 100, 199, 200, 1000], [1, 2, 512])
    func `a count from the newest back finds where to cut, in steps of any size`(keeping: Int, blocks: Int) throws {
        let store = try Self.store(200)
        var count = CountBack(keeping: keeping)
        var steps = 0
        while !count.isDone, steps < 100 {
            try store.countBack(.sample(), &count, blocks: blocks)
            steps += 1
        }
        #expect(count.isDone)
        #expect(count.cutoff == (keeping > 200 ? nil : Self.time(Double(201 - keeping))))
    }

    @Test func `a fix that is too old when it comes is not stored, and counts as come`() throws {
        let (store, device) = (try Store.forTest(), try DeviceID.sample())
        let old = try StoredFix.sample(device, at: 0, sequence: 1)
        let new = try StoredFix.sample(device, at: 10, sequence: 2)
        let stored = try store.write { transaction in
            try [old, new, old].map { try transaction.insert($0, notBefore: Self.time(5)) }
        }
        #expect(stored == [false, true, false])
        #expect(try store.allFixes(of: device) == [new])
        #expect(try store.received(of: device, boot: 1).ranges == [1...2])
        #expect(try store.counters() == [.stored: 1, .outdated: 1, .duplicates: 1])
    }

    @Test func `alerts go with the positions of their time, those of a running episode stay`() throws {
        let (store, device) = (try Store.forTest(), try DeviceID.sample())
        let events = [("1", "raised", "a"), ("2", "cleared", "a"), ("3", "raised", "b"), ("4", "escalated", "b")]
        try store.write { transaction in
            for (id, event, episode) in events {
                try transaction.insert(
                    AlertRow(
                        id: id,
                        device: device,
                        event: event,
                        level: event == "cleared" ? "none" : "warning",
                        previous: "none",
                        threshold: 5,
                        distance: 6,
                        confidence: 0.99,
                        time: Self.time(Double(id) ?? 0),
                        episode: episode
                    )
                )
            }
        }
        let isDone = try store.write { try $0.expireEvents(of: device, before: Self.time(4), rows: 10) }
        #expect(isDone)
        #expect(try store.alerts(of: device).map(\.id) == ["4", "3"])
    }

    @Test func `the file becomes smaller while it is open`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("a.db")
        let store = try Self.store(100_000, path: path)
        try store.checkpoint()
        let before = try size(path)
        while try !Self.expire(store, before: 99_000, blocks: 128) {}
        var steps = 0
        while try store.giveBack(pages: 8) > 0 { steps += 1 }
        try store.checkpoint()
        #expect(steps > 2)
        let after = try size(path)
        #expect(after < before / 4, "\(before) bytes before, \(after) after")
        #expect(try store.fixCount(of: .sample()) == 1001)
        #expect(try store.findings().isEmpty)
    }

    private func size(_ path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }

    @Test func `a retention of a device's own is kept and taken back`() throws {
        let (store, device) = (try Store.forTest(), try DeviceID.sample())
        let retention = try Retention(days: 90, fixes: 1000)
        try store.write { try $0.setRetention(retention, of: device, at: Self.time(0)) }
        #expect(try store.retentions() == [device: retention])
        try store.write { try $0.setRetention(.forever, of: device, at: Self.time(0)) }
        #expect(try store.retentions() == [device: .forever])
        try store.write { try $0.setRetention(nil, of: device, at: Self.time(0)) }
        #expect(try store.retentions().isEmpty)
    }

    @Test(arguments: [(0.0, 1), (-1, 1), (.nan, 1), (.infinity, 1), (36_501, 1), (1, 0), (1, -5)])
    func `numbers that are no retention are refused`(days: Double, fixes: Int) {
        #expect(throws: Retention.Invalid.self) { try Retention(days: days, fixes: fixes) }
    }
}

extension Store {
    func rows(_ table: String) throws -> Int {
        try read { try $0.value("SELECT count(*) FROM \(table)") ?? 0 }
    }
}
