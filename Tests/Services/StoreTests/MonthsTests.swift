import Foundation
import StoreSupport
import Synchronization
import Testing
import Tracking

@testable import Store

/// What is asked of months that are out is answered as if they had stayed.
@Suite(.onBothEngines) struct MonthsTests {
    /// A shelf whose months are stores in memory; what is lent is here, the rest has to be fetched.
    fileprivate final class Shelf: FixShelf {
        fileprivate let months = Mutex<[String: Store]>([:])
        private let here = Mutex<Set<String>>([])
        let fetches = Mutex<[CalendarMonth]>([])

        func put(_ store: Store, _ object: String) { months.withLock { $0[object] = store } }

        func open(_ month: MonthOut) throws -> Store? {
            here.withLock { $0.contains(month.object) } ? months.withLock { $0[month.object] } : nil
        }

        func fetch(_ month: MonthOut) async throws -> Store {
            fetches.withLock { $0.append(month.month) }
            here.withLock { _ = $0.insert(month.object) }
            return try #require(months.withLock { $0[month.object] })
        }

        func forget() { here.withLock { $0 = [] } }
    }

    private static let day = 86_400.0
    private static let now = Timestamp(milliseconds: 1_800_000_000_000)

    /// Moves a month out as the mover does, into a store of its own.
    private static func move(
        _ month: CalendarMonth, of device: DeviceID, from store: Store, to shelf: Shelf
    ) throws -> Bool {
        let former = try store.monthsOut(of: device).first { $0.month == month }
        var late: [StoredFix] = []
        let stamp = try store.scanStored(device, month) { late.append($0) }
        guard stamp.fixes > 0 else { return false }
        let out = try Store.inMemory()
        var all: [StoredFix] = []
        if let former {
            shelf.forget()
            let before = try #require(try shelf.stores(former))
            try before.scanMerged(late, of: device, month) { all.append($0) }
        } else {
            all = late
        }
        try out.write { transaction in for fix in all { try transaction.restore(fix) } }
        let generation = (former?.generation ?? 0) + 1
        let moved = MonthOut(
            device: device, month: month, generation: generation, object: "\(device)/\(month).\(generation)",
            fixes: all.count, first: all[0].fix.time, last: all[all.count - 1].fix.time, bytes: 1,
            digest: String(repeating: "0", count: 64), storage: "s3://test", moved: now)
        shelf.put(out, moved.object)
        try store.write { try $0.note([moved.object], of: device, at: now) }
        return try store.write { try $0.move(moved, stamp) }
    }

    /// Two stores with the same fixes over half a year, of the one of which months are out.
    private struct Pair {
        let plain: Store
        let moved: Store
        let shelf: Shelf
        let device: DeviceID
    }

    private static func pair(seed: UInt64, fixes: Int) throws -> Pair {
        var chance = SeededGenerator(state: seed)
        let device = try DeviceID.sample()
        let (plain, moved, shelf) = (try Store.forTest(), try Store.forTest(), Shelf())
        moved.attach(shelf)
        var all: [StoredFix] = []
        for number in 0..<fixes {
            let seconds = Double(Int.random(in: 0..<180 * 86_400, using: &chance))
            var fix = try StoredFix.sample(
                device, at: seconds, sequence: Bool.random(using: &chance) ? UInt32(number + 1) : nil,
                latitude: 48 + Double(Int.random(in: 0..<100, using: &chance)) / 100)
            fix.isImplausible = Int.random(in: 0..<10, using: &chance) == 0
            if Int.random(in: 0..<4, using: &chance) == 0 { fix.extra = Array("{\"n\":\(number)}".utf8) }
            all.append(fix)
        }
        let (early, late) = (all.prefix(fixes * 3 / 4), all.suffix(fixes / 4))
        for store in [plain, moved] { try store.insert(Array(early)) }
        for month in try moved.monthsToMove(of: device, endedBefore: now)
        where Int.random(in: 0..<3, using: &chance) > 0 {
            #expect(try move(month, of: device, from: moved, to: shelf))
        }
        // Some come late, some of those that came before come once more, and some of both are moved, too.
        for store in [plain, moved] { try store.insert(Array(late)) }
        let copies = early.filter { _ in Int.random(in: 0..<5, using: &chance) == 0 }
        for store in [plain, moved] { try store.insert(copies) }
        for month in try moved.monthsToMove(of: device, endedBefore: now)
        where Int.random(in: 0..<3, using: &chance) == 0 {
            _ = try move(month, of: device, from: moved, to: shelf)
        }
        shelf.forget()
        return Pair(plain: plain, moved: moved, shelf: shelf, device: device)
    }

    @Test(arguments: 1...6)
    func `every question has the answer that it has without months out`(seed: UInt64) async throws {
        let pair = try Self.pair(seed: seed, fixes: 1200)
        let (plain, moved, device) = (pair.plain, pair.moved, pair.device)
        #expect(try !moved.monthsOut(of: device).isEmpty)
        var chance = SeededGenerator(state: seed &+ 99)
        func time(_ days: Double) -> Timestamp { Timestamp(seconds: 1_735_689_600 + days * Self.day) }
        for _ in 0..<40 {
            let days = [Double.random(in: -5..<185, using: &chance), Double.random(in: -5..<185, using: &chance)]
                .sorted()
            let (from, to) = (time(days[0]), time(days[1]))
            let limit = Int.random(in: 1..<300, using: &chance)
            let circle = Region.circle(
                try Coordinate(latitude: 48.5, longitude: 16.3), radius: Double.random(in: 1..<50_000, using: &chance))
            let region = Bool.random(using: &chance) ? circle : nil
            func same<Value: Equatable>(_ ask: (Store) throws -> Value) async throws {
                let expected = try ask(plain)
                #expect(try await moved.fetching { try ask(moved) } == expected)
            }
            if Bool.random(using: &chance) { pair.shelf.forget() }
            try await same { try $0.fixes(of: device, from: from, to: to, limit: limit) }
            try await same { try $0.fixes(of: device, from: from, to: to) }
            try await same { try $0.count(of: device, from: from, to: to) }
            try await same { try $0.latest(of: device, limit: limit, before: to) }
            try await same { try $0.latest(of: device, limit: limit) }
            try await same { try $0.fixes(of: device, matching: FixSearch(from: from, to: to, region: region)) }
            try await same {
                try $0.fixes(of: device, matching: FixSearch(from: from, to: to, region: region, newest: limit))
            }
            try await same { store in
                var scanned: [StoredFix] = []
                try store.scan(device, matching: FixSearch(from: from, region: region)) { scanned.append($0) }
                return scanned
            }
        }
        #expect(try moved.months(of: device) == plain.months(of: device))
        #expect(try moved.findings() == [])
    }

    @Test func `the newest always stay, and nothing is fetched for them`() throws {
        let pair = try Self.pair(seed: 7, fixes: 1000)
        let newest = try pair.moved.latest(of: pair.device, limit: Store.newestKept, reach: .store)
        #expect(try newest == pair.plain.latest(of: pair.device, limit: Store.newestKept))
        #expect(try pair.moved.latest(of: pair.device, limit: 24, isPlausible: true).count == 24)
        #expect(pair.shelf.fetches.withLock { $0 } == [])
    }

    /// A shelf on which each month has got another object by the time that it is fetched, once.
    private final class LateShelf: FixShelf {
        let next: Shelf
        private let change: Mutex<(@Sendable () throws -> Void)?>

        init(_ next: Shelf, _ change: @escaping @Sendable () throws -> Void) {
            self.next = next
            self.change = Mutex(change)
        }

        func open(_ month: MonthOut) throws -> Store? { try next.open(month) }

        func fetch(_ month: MonthOut) async throws -> Store {
            if let change = change.withLock({ $0.take() }) {
                try change()
                throw CocoaError(.fileNoSuchFile)
            }
            return try await next.fetch(month)
        }
    }

    @Test func `a month that gets another object while it is asked for is asked for by that`() async throws {
        let pair = try Self.pair(seed: 14, fixes: 1000)
        let (store, device, shelf) = (pair.moved, pair.device, pair.shelf)
        let expected = try pair.plain.fixes(of: device, matching: FixSearch())
        let month = try #require(try store.monthsOut(of: device).first)
        let late = LateShelf(shelf) {
            // What came late is moved to the others, as somebody else would.
            let copy = MonthOut(
                device: device, month: month.month, generation: month.generation + 1, object: "another",
                fixes: month.fixes, first: month.first, last: month.last, bytes: 1, digest: month.digest,
                storage: month.storage, moved: Self.now)
            shelf.put(try #require(try shelf.stores(month)), "another")
            #expect(try store.write { try $0.adopt(copy, insteadOf: month, isOfTracker: true) })
        }
        store.attach(late)
        #expect(try await store.fetching { try store.fixes(of: device, matching: FixSearch()) } == expected)
        #expect(try store.monthsOut(of: device).contains { $0.object == "another" })
    }

    @Test func `a device with few fixes keeps all of them`() throws {
        let (store, device) = (try Store.forTest(), try DeviceID.sample())
        try store.insert((0..<63).map { try .sample(device, at: Double($0) * Self.day) })
        #expect(try store.monthsToMove(of: device, endedBefore: Self.now) == [])
    }

    @Test func `where no archive is named a question of that time is refused, and no other one`() throws {
        let pair = try Self.pair(seed: 8, fixes: 1000)
        pair.moved.attach(nil)
        let error = #expect(throws: StoreError.self) {
            try pair.moved.fixes(of: pair.device, matching: FixSearch(newest: 900))
        }
        #expect("\(try #require(error))".contains("s3://test"))
        #expect(throws: StoreError.self) { try pair.moved.scan(pair.device, matching: FixSearch()) { _ in } }
        #expect(try pair.moved.fixes(of: pair.device, matching: FixSearch(newest: 10)).count == 10)
    }

    @Test func `what changed after it was written is not dropped`() throws {
        let (store, device, month) = (
            try Store.forTest(), try DeviceID.sample(), try #require(CalendarMonth("2025-01"))
        )
        try store.insert((0..<300).map { try .sample(device, at: Double($0) * 43_200) })
        let stamp = try store.scanStored(device, month) { _ in }
        try store.insert([try .sample(device, at: 777)])
        let moved = MonthOut(
            device: device, month: month, generation: 1, object: "object", fixes: stamp.fixes, first: month.start,
            last: month.start, bytes: 1, digest: String(repeating: "0", count: 64), storage: "s3://test",
            moved: Self.now)
        try store.write { try $0.note(["object"], of: device, at: Self.now) }
        #expect(try !store.write { try $0.move(moved, stamp) })
        #expect(try store.fixCount(of: device) == 301)
        #expect(try store.monthsOut() == [])
        #expect(try store.removals().map(\.object) == ["object"], "it goes with the next look")
    }

    @Test func `another storage is refused while something is in the former one`() throws {
        let (store, device) = (try Store.forTest(), try DeviceID.sample())
        func settle(_ place: String) throws -> String? {
            try store.write { try $0.settle(archive: "\(place) at host", storage: place) }
        }
        #expect(try store.archivePlace() == nil)
        #expect(try settle("s3://one") == nil)
        #expect(try settle("s3://two") == nil, "nothing is out")
        try store.write { try $0.note(["object"], of: device, at: Self.now) }
        #expect(try settle("s3://one") == "s3://two at host")
        #expect(try settle("s3://two") == nil)
        #expect(try store.archivePlace() == "s3://two at host")
        try store.write { try $0.move(archive: "s3://one at host", storage: "s3://one") }
        #expect(try settle("s3://one") == nil)
        #expect(try settle("s3://two") == "s3://one at host")
        // A database of before has no more than what its months say.
        let pair = try Self.pair(seed: 13, fixes: 800)
        let refusal = try pair.moved.write { try $0.settle(archive: "s3://other at host", storage: "s3://other") }
        #expect(refusal == "s3://test")
        #expect(try pair.moved.write { try $0.settle(archive: "s3://test at host", storage: "s3://test") } == nil)
        #expect(try pair.moved.archivePlace() == "s3://test at host")
    }

    @Test func `what is put back is all there, however many are of one moment`() throws {
        let (store, device) = (try Store.forTest(), try DeviceID.sample())
        let count = StoreTransaction.mostOfOneMoment + 200
        let fixes = try (0..<count).map {
            try StoredFix.sample(device, at: 5, sequence: UInt32(($0 * 7919) % count + 1))
        }
        try store.write { transaction in for fix in fixes { try transaction.restore(fix) } }
        #expect(try store.fixCount(of: device) == count)
        #expect(try Set(store.allFixes(of: device)) == Set(fixes))
    }

    @Test func `a month that is read in pieces is the month`() throws {
        let (store, device) = (try Store.forTest(), try DeviceID.sample())
        let month = try #require(CalendarMonth("2025-01"))
        let fixes = try (0..<10_000).map {
            try StoredFix.sample(device, at: Double($0) * 120, sequence: UInt32($0 + 1))
        }
        try store.insert(fixes)
        var scanned: [StoredFix] = []
        let stamp = try store.scanStored(device, month) { fix in
            scanned.append(fix)
            // Somebody stores something between the pieces, which would wait for ever if they held what he needs.
            if scanned.count == 5000 { try store.insert([try .sample(device, at: 7)]) }
        }
        #expect(scanned == fixes)
        #expect(stamp.fixes == 10_000)
        #expect(try store.scanStored(device, month) { _ in } != stamp, "what came meanwhile makes it another one")
    }

    @Test func `what is deleted takes its objects along`() throws {
        let pair = try Self.pair(seed: 9, fixes: 1000)
        let objects =
            try pair.moved.monthsOut(of: pair.device).map(\.object) + ["\(pair.device)/index.json", "\(pair.device)/"]
        let before = try pair.moved.removals().map(\.object)
        #expect(try pair.moved.write { try $0.delete(pair.device) })
        #expect(try pair.moved.monthsOut() == [])
        #expect(try Set(pair.moved.removals().map(\.object)) == Set(objects + before))
        let removals = try pair.moved.removals()
        try pair.moved.write { transaction in
            for removal in removals {
                try transaction.forget(removal, at: Self.now)
                #expect(try transaction.take(removal))
            }
            // Noted once more before it was done.
            try transaction.note([objects[0]], of: pair.device, at: Self.now)
            for removal in removals { try transaction.forget(removal, at: Self.now) }
        }
        #expect(try pair.moved.removals().map(\.object) == [objects[0]])
    }

    @Test func `months that a retention does not keep go as whole ones`() throws {
        let pair = try Self.pair(seed: 10, fixes: 1200)
        let (store, device) = (pair.moved, pair.device)
        for month in try store.monthsToMove(of: device, endedBefore: Self.now) {
            _ = try Self.move(month, of: device, from: store, to: pair.shelf)
        }
        let months = try store.monthsOut(of: device)
        let (first, rest) = (try #require(months.first), months.dropFirst())
        let inside = Timestamp(milliseconds: first.last.milliseconds)
        _ = try store.write { try $0.expireMonths(of: device, before: inside, keeping: nil, index: "i", at: Self.now) }
        #expect(try store.monthsOut(of: device) == months, "its last fix is kept yet")
        let after = Timestamp(milliseconds: inside.milliseconds + 1)
        let gone = try store.write {
            try $0.expireMonths(of: device, before: after, keeping: nil, index: "i", at: Self.now)
        }
        #expect(gone == [first.object])
        #expect(try store.monthsOut(of: device) == Array(rest))
        #expect(try store.removals().map(\.object).contains("i"))
        let kept = try #require(rest.last)
        let here = try store.fixCount(of: device) - rest.reduce(0) { $0 + $1.fixes }
        _ = try store.write {
            try $0.expireMonths(of: device, before: nil, keeping: here + 1, index: "i", at: Self.now)
        }
        #expect(try store.monthsOut(of: device) == [kept])
        #expect(rest.count > 1)
    }

    @Test func `what comes late of older times makes no month an old one`() throws {
        let pair = try Self.pair(seed: 12, fixes: 1200)
        let (store, device) = (pair.moved, pair.device)
        for month in try store.monthsToMove(of: device, endedBefore: Self.now) {
            _ = try Self.move(month, of: device, from: store, to: pair.shelf)
        }
        let newest = try #require(try store.monthsOut(of: device).last)
        let later = try store.count(of: device, from: newest.month.end, to: Self.now).fixes
        try store.insert((1...500).map { try .sample(device, at: -Double($0) * Self.day, sequence: nil) })
        let excess = try store.excess(of: device, over: Retention(days: nil, fixes: later + 1), at: Self.now)
        #expect(excess.before.map { $0 <= newest.month.start } ?? true)
        _ = try store.write {
            try $0.expireMonths(of: device, before: nil, keeping: later + 1, index: "i", at: Self.now)
        }
        #expect(try store.monthsOut(of: device) == [newest])
    }

    @Test func `a month that is taken back is as it was`() throws {
        let pair = try Self.pair(seed: 11, fixes: 1200)
        let (store, device) = (pair.moved, pair.device)
        for month in try store.monthsOut(of: device) {
            var fixes: [StoredFix] = []
            _ = try #require(try pair.shelf.stores(month)).scanStored(device, month.month) { fixes.append($0) }
            #expect(try store.write { try $0.takeBack(month, fixes, removing: [month.object], at: Self.now) })
            #expect(try !store.write { try $0.takeBack(month, fixes, removing: [], at: Self.now) }, "once is enough")
        }
        store.attach(nil)
        #expect(
            try store.fixes(of: device, matching: FixSearch()) == pair.plain.fixes(of: device, matching: FixSearch()))
        #expect(try store.findings() == [])
    }

    @Test func `months out are copied with all else`() throws {
        let pair = try Self.pair(seed: 12, fixes: 1000)
        let copy = try Store.forTest()
        try StoreCopy(from: pair.moved, to: copy).run()
        #expect(try copy.monthsOut() == pair.moved.monthsOut())
        #expect(try copy.removals() == pair.moved.removals())
    }
}

extension MonthsTests.Shelf {
    /// Whether or not it has to be fetched.
    fileprivate func stores(_ month: MonthOut) throws -> Store? { months.withLock { $0[month.object] } }
}
