import Curl
import Foundation
import Logging
import ServerSupport
import StoreSupport
import Synchronization
import TestSupport
import Testing
import Tracking

@testable import Archive
@testable import Store

/// Months out and back, with a real object storage and each engine of the store.
@Suite(.onBothEngines) struct MonthMoverMotoTests {
    /// A store, and where its months go.
    private final class Scene: Sendable {
        let server: TestObjectStorage
        let address: ArchiveAddress
        let store: Store
        let device: DeviceID
        let place: TestPlace
        let clock = ManualClock(at: Timestamp(milliseconds: 1_760_000_000_000))
        let directory = "\(FileManager.default.temporaryDirectory.path)/archive-\(UUID().uuidString)"
        private let requests = Mutex(0)
        /// The request from which on none is answered.
        private let end = Mutex(Int.max)

        init(address: ArchiveAddress? = nil) async throws {
            server = try await TestObjectStorage.shared
            self.address = try address ?? #require(ArchiveAddress(server.address()))
            place = try TestPlace()
            store = try Store(path: place.path, mode: .readWrite(create: true), durability: .off)
            device = DeviceID(owner: try Name("ada"), device: try Name("bike"))
        }

        deinit { try? FileManager.default.removeItem(atPath: directory) }

        /// Has all requests from a number on fail.
        func cut(at number: Int) {
            end.withLock { $0 = number }
            requests.withLock { $0 = 0 }
        }

        var count: Int { requests.withLock { $0 } }

        /// What happens before a request is sent.
        private let before = Mutex<(@Sendable (HTTPRequest) -> Void)?>(nil)

        func beforeRequests(_ body: (@Sendable (HTTPRequest) -> Void)?) { before.withLock { $0 = body } }

        /// Which requests are signed wrongly, so that they are refused.
        private let refused = Mutex<(@Sendable (HTTPRequest) -> Bool)?>(nil)

        func refuse(_ isRefused: (@Sendable (HTTPRequest) -> Bool)?) { refused.withLock { $0 = isRefused } }

        func storage(_ address: ArchiveAddress? = nil) -> ObjectStorage {
            ObjectStorage(
                address ?? self.address, StorageCredentials(accessKey: server.accessKey, secret: server.secret),
                clock: SystemClock(),
                pause: { _ in }
            ) { request throws(CurlFailure) in
                let number = self.requests.withLock { number in
                    number += 1
                    return number
                }
                guard number <= self.end.withLock({ $0 }) else {
                    return try await HTTPRequest(.get, "http://127.0.0.1:1/").send()
                }
                self.before.withLock { $0 }?(request)
                var request = request
                if self.refused.withLock({ $0 })?(request) == true {
                    request.headers = request.headers.map {
                        ($0.name, $0.name == "Authorization" ? "\($0.value)0" : $0.value)
                    }
                }
                return try await request.send()
            }
        }

        func cache(limit: Int = MonthCache.standardLimit) -> MonthCache {
            MonthCache(storage(), in: directory, limit: limit)
        }

        func mover(days: String = "0d", of store: Store? = nil, at address: ArchiveAddress? = nil) throws -> MonthMover
        {
            MonthMover(
                store ?? self.store, storage(address), cache(), keepHot: try #require(KeepHot(days)),
                clock: clock)
        }

        /// The files of fetched months.
        func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: directory).sorted() }

        /// Fixes 8 hours apart from a day of 2025 on.
        func insert(
            _ numbers: Range<Int>, hour: Double = 0, marked: Bool = true, of device: DeviceID? = nil
        ) throws {
            let device = device ?? self.device
            try store.write { transaction in
                for number in numbers {
                    let time = Timestamp(seconds: 1_735_689_600 + Double(number) * 8 * 3600 + hour * 3600)
                    var fix = StoredFix(
                        device: device,
                        fix: Fix(
                            coordinate: try Coordinate(latitude: 46 + Double(number % 90) / 100, longitude: 14.5),
                            time: time, accuracy: 4.5),
                        received: time.advanced(by: .milliseconds(120)))
                    if marked { fix.mark = FixMark(boot: 1, sequence: UInt32(number + 1)) }
                    if number.isMultiple(of: 7) { fix.extra = Array("{\"n\":\(number)}".utf8) }
                    _ = try transaction.insert(fix)
                }
            }
        }

        func all() async throws -> [StoredFix] {
            try await store.fetching { try store.fixes(of: device, matching: FixSearch()) }
        }
    }

    /// moto holds the time of a signature against its own.
    private struct SystemClock: UTCClock {
        var minimumResolution: Duration { .milliseconds(1) }
        var now: Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
        func sleep(until deadline: Timestamp, tolerance: Duration?) async throws {
            try await Task.sleep(for: now.duration(to: deadline))
        }
    }

    @Test func `months that are over go, and what is asked of them is answered as before`() async throws {
        let scene = try await Scene()
        try scene.insert(0..<600)
        let before = try await scene.all()
        let report = try await scene.mover().sweep()
        #expect(report.months == 5)
        let months = try scene.store.monthsOut()
        #expect(months.map { "\($0.month)" } == ["2025-01", "2025-02", "2025-03", "2025-04", "2025-05"])
        #expect(months.map(\.fixes) == [93, 84, 93, 90, 93])
        #expect(report.fixes == 453)
        #expect(try scene.store.removals() == [])
        #expect(try scene.store.latest(of: scene.device, limit: 1000, reach: .store).count == 147)
        #expect(throws: StoreError.self) { try scene.store.fixes(of: scene.device, matching: FixSearch()) }
        scene.store.attach(scene.cache())
        #expect(try await scene.all() == before)
        #expect(
            try scene.store.count(of: scene.device, from: months[1].month.start, to: months[2].month.start).fixes == 85)
        #expect(try await ArchiveCheck(scene.store, scene.storage()).findings(isFull: true) == [])
        #expect(try scene.store.findings() == [])
        let again = try await scene.mover().sweep()
        #expect(again == MonthMover.Report())
    }

    @Test func `what keep-hot keeps stays`() async throws {
        let scene = try await Scene()
        try scene.insert(0..<600)
        // 2025-10-09 less 220 days is the third of March.
        #expect(try await scene.mover(days: "220d").sweep().months == 2)
    }

    @Test func `an end at any request loses nothing and doubles nothing`() async throws {
        let scene = try await Scene()
        try scene.insert(0..<300)
        scene.store.attach(scene.cache())
        let before = try await scene.all()
        var ends = 0
        // Ever further, until one comes through; each begins with what the one before has left.
        for number in 0... {
            scene.cut(at: number)
            do { _ = try await scene.mover().sweep() } catch is ArchiveError {
                ends += 1
                scene.cut(at: .max)
                #expect(try await scene.all() == before)
                continue
            }
            break
        }
        #expect(ends > 3)
        scene.cut(at: .max)
        #expect(try await scene.all() == before)
        #expect(try scene.store.monthsOut().count == 2)
        #expect(try scene.store.findings() == [])
        _ = try await scene.mover().sweep()
        #expect(try await ArchiveCheck(scene.store, scene.storage()).findings(isFull: true) == [])
    }

    @Test func `what comes late is asked for with the rest, and goes into another object, once`() async throws {
        let scene = try await Scene()
        try scene.insert(0..<100, marked: false)
        try scene.insert(100..<300)
        scene.store.attach(scene.cache())
        _ = try await scene.mover().sweep()
        let first = try scene.store.monthsOut()
        // Between the others, once more what is out, and once more what is here.
        try scene.insert(0..<10, hour: 1, marked: false)
        try scene.insert(0..<100, marked: false)
        try scene.insert(100..<120)
        let expected = try await scene.all()
        #expect(expected.count == 310)
        #expect(Set(expected).count == 310)
        let report = try await scene.mover().sweep()
        #expect(report.months == 2)
        #expect(report.removed == 2)
        let second = try scene.store.monthsOut()
        #expect(second.map(\.generation) == [2, 2])
        #expect(second.map(\.fixes) == [first[0].fixes + 10, first[1].fixes])
        #expect(try await scene.all() == expected)
        #expect(try await ArchiveCheck(scene.store, scene.storage()).findings(isFull: true) == [])
    }

    @Test func `what is deleted goes from the storage, later when it is away`() async throws {
        let scene = try await Scene()
        try scene.insert(0..<300)
        _ = try await scene.mover().sweep()
        #expect(try await scene.storage().list().count == 3)
        scene.store.attach(scene.cache())
        #expect(try await scene.all().count == 300)
        #expect(try scene.store.write { try $0.delete(scene.device) })
        scene.cut(at: 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scene.directory).count == 2)
        await #expect(throws: ArchiveError.self) { try await scene.mover().sweep() }
        #expect(try scene.store.removals().count == 4)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: scene.directory) == [], "nothing of it is kept here")
        scene.cut(at: .max)
        #expect(try await scene.mover().sweep().removed == 2)
        #expect(try scene.store.removals() == [])
        #expect(try await scene.storage().list() == [])
    }

    @Test func `a month comes back, and its object goes`() async throws {
        let scene = try await Scene()
        try scene.insert(0..<300)
        let before = try await scene.all()
        _ = try await scene.mover().sweep()
        for month in try scene.store.monthsOut() { #expect(try await scene.mover().takeBack(month)) }
        #expect(try scene.store.monthsOut() == [])
        #expect(try await scene.all() == before)
        _ = try await scene.mover(days: "9000d").sweep()
        #expect(try await scene.storage().list() == [])
        #expect(try scene.store.findings() == [])
    }

    @Test func `an older copy of the database, and a new one, take over what is there`() async throws {
        let scene = try await Scene()
        try scene.insert(0..<300)
        _ = try await scene.mover().sweep()
        // What was copied then knows nothing of what came late, and names an object that is gone.
        let copy = try Store.forTest()
        try StoreCopy(from: scene.store, to: copy).run()
        try scene.insert(0..<10, hour: 1, marked: false)
        scene.store.attach(scene.cache())
        let all = try await scene.all()
        _ = try await scene.mover().sweep()
        let months = try scene.store.monthsOut()
        #expect(try await ArchiveCheck(copy, scene.storage()).findings(isFull: false).contains { $0.kind == .missing })
        #expect(try await scene.mover(of: copy).adopt().map(\.object) == [months[0].object])
        copy.attach(scene.cache())
        #expect(try await copy.fetching { try copy.fixes(of: scene.device, matching: FixSearch()) } == all)
        #expect(try await scene.mover(of: copy).adopt() == [])
        let new = try Store.forTest()
        #expect(try await scene.mover(of: new).adopt().map(\.object) == months.map(\.object))
        new.attach(scene.cache())
        #expect(try new.devices().map(\.kind) == [.tracker])
        let found = try await new.fetching { try new.fixes(of: scene.device, matching: FixSearch()) }
        #expect(found == Array(all.prefix(found.count)) && found.count == months.reduce(0) { $0 + $1.fixes })
    }

    @Test func `an older copy writes no index before it has taken over what came later`() async throws {
        let scene = try await Scene()
        try scene.insert(0..<300)
        _ = try await scene.mover().sweep()
        let copy = try Store.forTest()
        try StoreCopy(from: scene.store, to: copy).run()
        try scene.insert(0..<10, hour: 1, marked: false)
        _ = try await scene.mover().sweep()
        let newer = try #require(try scene.store.monthsOut().first)
        // Something else of the copy's life, which would be moved.
        let first = try #require(try copy.latest(of: scene.device, limit: 1).first)
        var other = first
        other.fix.time = Timestamp(seconds: 1_735_689_600 + 50 * 8 * 3600 + 60)
        other.mark = nil
        _ = try copy.write { try $0.insert(other) }
        copy.attach(scene.cache())
        await #expect(throws: ArchiveError.unknown(storage: "\(scene.address)", object: newer.object)) {
            try await scene.mover(of: copy).sweep()
        }
        #expect(try await scene.mover(of: copy).adopt().map(\.object) == [newer.object])
        #expect(try await scene.mover(of: copy).sweep().months == 1)
    }

    @Test func `what is wrong with one device keeps no other one`() async throws {
        let scene = try await Scene()
        try scene.insert(0..<300)
        _ = try await scene.mover().sweep()
        let gone = try #require(try scene.store.monthsOut().first)
        try await scene.storage().delete(gone.object)
        // Late, so that the object that is gone is needed.
        try scene.insert(0..<1, hour: 1, marked: false)
        let other = DeviceID(owner: try Name("zoe"), device: try Name("bike"))
        try scene.store.write { transaction in
            for number in 0..<300 {
                let time = Timestamp(seconds: 1_735_689_600 + Double(number) * 8 * 3600)
                let place = try Coordinate(latitude: 46, longitude: 14.5)
                _ = try transaction.insert(
                    StoredFix(device: other, fix: Fix(coordinate: place, time: time, accuracy: 4), received: time))
            }
        }
        await #expect(throws: ArchiveError.missing(storage: "\(scene.address)", object: gone.object)) {
            try await scene.mover().sweep()
        }
        #expect(try !scene.store.monthsOut(of: other).isEmpty)
    }

    @Test func `an older copy takes a replica of the storage by what its indices tell, or without what is missing`()
        async throws
    {
        let scene = try await Scene()
        try scene.insert(0..<300)
        _ = try await scene.mover().sweep()
        let copy = try Store.forTest()
        try StoreCopy(from: scene.store, to: copy).run()
        try scene.insert(0..<10, hour: 1, marked: false)
        scene.store.attach(scene.cache())
        let all = try await scene.all()
        _ = try await scene.mover().sweep()
        let (months, replica) = (try scene.store.monthsOut(), try #require(ArchiveAddress(scene.server.address())))
        let entries = try await scene.storage().list()
        for entry in entries where entry.name != months[1].object {
            let bytes = try #require(try await scene.storage().get(entry.name, limit: entry.size))
            try await scene.storage(replica).put(entry.name, bytes, type: "application/gzip")
        }
        // The copy knows the first month by an object that is nowhere any more.
        let missing = ArchiveError.notCopied(storage: replica.place, missing: 1, of: 2, object: months[1].object)
        await #expect(throws: missing) { try await scene.mover(of: copy, at: replica).adopt() }
        #expect(try copy.archivePlace() == scene.address.place)
        let partial = try Store.forTest()
        try StoreCopy(from: copy, to: partial).run()
        var lost: [MonthOut] = []
        let adopted = try await scene.mover(of: partial, at: replica).adopt(
            withoutMissing: true, givenUp: { lost.append($0) })
        #expect(adopted.map(\.object) == [months[0].object])
        #expect(lost.map(\.object) == [months[1].object])
        #expect(try partial.monthsOut().map(\.object) == [months[0].object])
        #expect(try partial.fixCount(of: scene.device) == all.count - months[1].fixes)
        // What turns up later is taken over as well.
        let bytes = try #require(try await scene.storage().get(months[1].object, limit: months[1].bytes))
        try await scene.storage(replica).put(months[1].object, bytes, type: "application/gzip")
        for store in [copy, partial] {
            _ = try await scene.mover(of: store, at: replica).adopt()
            store.attach(MonthCache(scene.storage(replica), in: "\(scene.directory)/copy"))
            #expect(try await store.fetching { try store.fixes(of: scene.device, matching: FixSearch()) } == all)
            _ = try await scene.mover(of: store, at: replica).clear()
            #expect(try store.removals() == [])
        }
    }

    @Test func `what is to be removed is not taken over`() async throws {
        let scene = try await Scene()
        try scene.insert(0..<300)
        _ = try await scene.mover().sweep()
        #expect(try scene.store.write { try $0.delete(scene.device) })
        #expect(try await scene.mover().adopt() == [])
        #expect(try scene.store.devices() == [])
    }

    @Test func `a check tells what is missing, other, unknown and waiting`() async throws {
        let scene = try await Scene()
        try scene.insert(0..<600)
        _ = try await scene.mover().sweep()
        let (months, storage) = (try scene.store.monthsOut(), scene.storage())
        try await storage.delete(months[0].object)
        try await storage.put(months[1].object, [1, 2, 3], type: "text/plain")
        var other = try #require(try await storage.get(months[2].object, limit: 1 << 20))
        other[other.count - 1] ^= 1
        try await storage.put(months[2].object, other, type: "text/plain")
        try await storage.put("stray", [1], type: "text/plain")
        try await storage.put("going", [1], type: "text/plain")
        try await storage.put("ada/bike/index.json", [1], type: "text/plain")
        try scene.store.write { try $0.note(["going"], of: scene.device, at: scene.clock.now) }
        let check = ArchiveCheck(scene.store, storage)
        let quick = try await check.findings(isFull: false)
        #expect(quick.map(\.kind) == [.missing, .differs, .index, .waiting, .unknown])
        let full = try await check.findings(isFull: true)
        #expect(full.map(\.kind) == [.missing, .differs, .differs, .index, .waiting, .unknown])
        #expect(full.filter(\.isBad).map(\.object) == months.prefix(3).map(\.object))
        scene.store.attach(scene.cache())
        await #expect(throws: FixesAway.self) { try await scene.all() }
        let april = months[3].month
        #expect(
            try await scene.store.fetching {
                try scene.store.fixes(of: scene.device, from: april.start, to: april.end)
            }.count == 91)
    }

    @Test func `a storage that is away is told for that time, and for no other`() async throws {
        let scene = try await Scene()
        try scene.insert(0..<600)
        _ = try await scene.mover().sweep()
        scene.store.attach(scene.cache())
        scene.cut(at: 0)
        let error = await #expect(throws: FixesAway.self) { try await scene.all() }
        #expect("\(try #require(error))".contains("2025-01"))
        #expect(try scene.store.latest(of: scene.device, limit: 100).count == 100)
        #expect(try scene.store.fixCount(of: scene.device) == 600)
        scene.cut(at: .max)
        #expect(try await scene.all().count == 600)
        scene.cut(at: 0)
        #expect(try await scene.all().count == 600, "from the cache")
    }

    @Test func `the cache keeps to its limit, and a search of more than that is answered`() async throws {
        let scene = try await Scene()
        try scene.insert(0..<600)
        _ = try await scene.mover().sweep()
        scene.store.attach(scene.cache(limit: 1))
        #expect(try await scene.all().count == 600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scene.directory).count == 1)
    }

    @Test func `a service moves what is due, says once what is wrong, and goes on`() async throws {
        let scene = try await Scene()
        try scene.insert(0..<300)
        let looks = Mutex(0)
        scene.cut(at: 0)
        let clock = scene.clock
        let service = ArchiveService(
            try scene.mover(), of: scene.store, clock: clock,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) { _ in
            let look = looks.withLock { look in
                look += 1
                return look
            }
            if look == 1 { scene.cut(at: .max) }
            clock.advance(by: .seconds(60))
            if look > 2 { throw CancellationError() }
        }
        try await service.run()
        #expect(try scene.store.monthsOut().count == 2)
    }

    @Test func `what a frozen worker writes after its note was cleared goes once nobody can be writing it any more`()
        async throws
    {
        let scene = try await Scene()
        try scene.insert(0..<10)
        let (object, index) = ("ada/bike/2025-01.1-00000000.jsonl.gz", "ada/bike/index.json")
        // It has noted what it is about to write, and is frozen.
        try scene.store.write { transaction in
            let over = MonthMover.end(of: scene.clock.now).over
            try transaction.note([object], of: scene.device, at: scene.clock.now, until: over)
            try transaction.note([index], of: scene.device, at: scene.clock.now)
        }
        _ = try await scene.mover().clear()
        #expect(try !scene.mover().hasRemovals(), "nothing is asked of the storage again and again")
        try await scene.storage().put(object, [1], type: "application/gzip")
        try await scene.storage().put(index, [1], type: "application/json")
        scene.clock.advance(by: MonthMover.patience)
        #expect(try scene.mover().hasRemovals())
        _ = try await scene.mover().clear()
        #expect(try await scene.storage().list() == [])
        #expect(try scene.store.removals() == [])
    }

    @Test func `nothing is written any more that was noted too long ago`() async throws {
        let scene = try await Scene()
        let (storage, clock) = (scene.storage(), scene.clock)
        let end = MonthMover.end(of: clock.now)
        clock.advance(by: .seconds(601))
        await #expect(throws: ArchiveError.self) {
            try await storage.put("late", [1], type: "text/plain", while: { clock.now <= end.begin })
        }
        #expect(try await storage.list() == [])
        #expect(end.over > end.begin.advanced(by: .seconds(900)))
    }

    @Test func `of a device that is deleted nothing stays, not even what was never recorded`() async throws {
        let scene = try await Scene()
        try scene.insert(0..<300)
        _ = try await scene.mover().sweep()
        let strange = ["ada/bike/2025-07.1-00000000.jsonl.gz", "ada/bike2/2025-07.1-00000000.jsonl.gz"]
        for name in strange { try await scene.storage().put(name, [1], type: "application/gzip") }
        #expect(try scene.store.write { try $0.delete(scene.device) })
        #expect(try await scene.mover().clear() == 3)
        #expect(try await scene.storage().list().map(\.name) == [strange[1]], "that is another device's")
        #expect(try scene.store.removals() == [])
    }

    @Test func `another storage is refused until all is there, and taken then`() async throws {
        let scene = try await Scene()
        try scene.insert(0..<300)
        let before = try await scene.all()
        _ = try await scene.mover().sweep()
        let other = try #require(ArchiveAddress(scene.server.address()))
        let error = ArchiveError.elsewhere(former: scene.address.place, set: other.place)
        #expect(throws: error) { try scene.storage(other).expectPlace(of: scene.store) }
        await #expect(throws: error) { try await scene.mover(at: other).sweep() }
        await #expect(throws: error) { try await scene.mover(at: other).clear() }
        let months = try scene.store.monthsOut()
        await #expect(throws: error) { try await scene.mover(at: other).takeBack(months[0]) }
        #expect(try await scene.storage(other).list() == [])
        for (number, entry) in try await scene.storage().list().enumerated() {
            if number == 1 {
                let missing = ArchiveError.notCopied(
                    storage: other.place, missing: 1, of: 2, object: months[1].object)
                await #expect(throws: missing) { try await scene.mover(at: other).adopt() }
            }
            let bytes = try #require(try await scene.storage().get(entry.name, limit: entry.size))
            try await scene.storage(other).put(entry.name, bytes, type: "application/gzip")
        }
        #expect(try await scene.mover(at: other).adopt() == [])
        try scene.storage(other).expectPlace(of: scene.store)
        #expect(try scene.store.monthsOut().map(\.storage) == ["\(other)", "\(other)"])
        #expect(throws: ArchiveError.self) { try scene.storage().expectPlace(of: scene.store) }
        scene.store.attach(MonthCache(scene.storage(other), in: scene.directory))
        #expect(try await scene.all() == before)
        #expect(try await scene.mover(at: other).sweep() == MonthMover.Report())
        #expect(try await scene.storage().list().count == 3, "what lies at the former place is left alone")
    }

    @Test func `what others have deleted goes from the cache with the next look, and drafts nobody works on`()
        async throws
    {
        let scene = try await Scene()
        try scene.insert(0..<300)
        _ = try await scene.mover().sweep()
        let cache = scene.cache()
        scene.store.attach(cache)
        _ = try await scene.all()
        #expect(try scene.files().count == 2)
        // As another version has called them, of another archive, and what a killed writer has left, now and long ago.
        let former = String(repeating: "0", count: 64) + ".sqlite"
        let others = [former, "0123456789abcdef.\(former)", "new.draft", "old.draft"]
        for (number, name) in others.enumerated() {
            let path = "\(scene.directory)/\(name)"
            #expect(FileManager.default.createFile(atPath: path, contents: Data([1])))
            let age = number == 3 ? 3601.0 : 0
            let time = Double(scene.clock.now.milliseconds) / 1000 - age
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: time)], ofItemAtPath: path)
        }
        try cache.sweep(at: scene.clock.now) { try scene.store.objectsOut() }
        #expect(try scene.files().count == 4)
        #expect(try !scene.files().contains(former) && !scene.files().contains("old.draft"))
        // Somebody else deletes, whose cache is elsewhere.
        let elsewhere = "\(scene.directory)-elsewhere"
        let mover = MonthMover(
            scene.store, scene.storage(), MonthCache(scene.storage(), in: elsewhere), keepHot: .standard,
            clock: scene.clock)
        #expect(try scene.store.write { try $0.delete(scene.device) })
        _ = try await mover.clear()
        #expect(try scene.files().count == 4)
        try cache.sweep(at: scene.clock.now.advanced(by: .seconds(60))) { [] }
        #expect(try scene.files().count == 4, "not at each look")
        try cache.sweep(at: scene.clock.now.advanced(by: .seconds(1801))) { try scene.store.objectsOut() }
        #expect(try scene.files() == [others[1], "new.draft"])
    }

    @Test func `where nobody moves months what others have deleted goes from the cache, too`() async throws {
        let scene = try await Scene()
        try scene.insert(0..<300)
        _ = try await scene.mover().sweep()
        let (cache, clock, looks) = (scene.cache(), scene.clock, Counter())
        scene.store.attach(cache)
        _ = try await scene.all()
        try await CacheSweep(cache, of: scene.store, clock: clock) { pause in
            let look = looks.next()
            guard look == 1 else {
                #expect(try scene.files() == [])
                throw CancellationError()
            }
            #expect(try scene.files().count == 2)
            #expect(try scene.store.write { try $0.delete(scene.device) })
            clock.advance(by: pause)
        }.run()
        #expect(looks.next() == 3)
    }

    private final class Counter: Sendable {
        private let number = Mutex(0)

        func next() -> Int {
            number.withLock { number in
                number += 1
                return number
            }
        }
    }

    @Test func `what is to go while it is fetched does not stay`() async throws {
        let scene = try await Scene()
        try scene.insert(0..<300)
        _ = try await scene.mover().sweep()
        let month = try #require(try scene.store.monthsOut().first)
        let cache = scene.cache()
        scene.beforeRequests { _ in cache.forget(month.object) }
        let store = try await cache.fetch(month)
        #expect(try store.fixCount(of: scene.device) == month.fixes, "who asked for it reads it to the end")
        #expect(try scene.files() == [])
        #expect(try cache.open(month) == nil)
    }

    @Test func `a fetched month that is damaged is fetched once more`() async throws {
        let scene = try await Scene()
        try scene.insert(0..<300)
        let before = try await scene.all()
        _ = try await scene.mover().sweep()
        scene.store.attach(scene.cache())
        #expect(try await scene.all() == before)
        for name in try scene.files() {
            let path = "\(scene.directory)/\(name)"
            var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            // The head stays, so that it opens.
            for index in 4096..<bytes.count { bytes[index] = 0xA5 }
            try bytes.write(to: URL(fileURLWithPath: path))
        }
        scene.store.attach(scene.cache())
        #expect(try await scene.all() == before)
    }

    @Test func `what is to be removed goes between two devices, when others have their turn, too`() async throws {
        let scene = try await Scene()
        let zoe = DeviceID(owner: try Name("zoe"), device: try Name("bike"))
        try scene.insert(0..<300)
        try scene.insert(0..<300, of: zoe)
        var looks = 0
        var left: [[String]] = []
        let report = try await scene.mover().sweep(between: {
            looks += 1
            left.append(try await scene.storage().list().map(\.name).filter { $0.hasPrefix("ada/") })
            if looks == 1 { #expect(try scene.store.write { try $0.delete(scene.device) }) }
        })
        #expect(looks == 2)
        #expect(left.map(\.count) == [3, 0])
        #expect(report.months == 4)
        #expect(report.removed == 2)
    }

    @Test func `a damaged index is told, and all others are taken over`() async throws {
        let scene = try await Scene()
        let zoe = DeviceID(owner: try Name("zoe"), device: try Name("bike"))
        try scene.insert(0..<300)
        try scene.insert(0..<300, of: zoe)
        _ = try await scene.mover().sweep()
        let months = try scene.store.monthsOut()
        try await scene.storage().put("ada/bike/index.json", [1], type: "application/json")
        try await scene.storage().put(months[3].object, [1], type: "application/gzip")
        let new = try Store.forTest()
        var failures: [ArchiveError] = []
        let adopted = try await scene.mover(of: new).adopt(failed: { failures.append($0) })
        #expect(adopted.map(\.object) == [months[2].object])
        #expect(failures.count == 2)
        #expect("\(failures[0])".contains("ada/bike/index.json"))
        #expect("\(failures[1])".contains(months[3].object))
    }

    @Test func `what cannot be removed keeps nothing from being moved, and is tried again once an hour`() async throws {
        let scene = try await Scene()
        let zoe = DeviceID(owner: try Name("zoe"), device: try Name("bike"))
        try scene.insert(0..<300)
        // One by its name, and a folder, before one that could go.
        try scene.store.write { transaction in
            for object in ["ada/bike/bad", "ada/bike/", "ada/bike/good"] {
                try transaction.note([object], of: scene.device, at: Timestamp(milliseconds: 0))
            }
        }
        for name in ["bad", "other"] { try await scene.storage().put("ada/bike/\(name)", [1], type: "text/plain") }
        let tried = Mutex(0)
        scene.refuse { request in
            guard request.method == .delete, request.url.hasSuffix("bad") || request.url.hasSuffix("other") else {
                return false
            }
            tried.withLock { $0 += 1 }
            return true
        }
        let looks = Mutex(0)
        let (health, clock, lines) = (ArchiveHealth(), scene.clock, LogLines())
        let service = ArchiveService(
            try scene.mover(), of: scene.store, clock: clock, logger: lines.logger, health: health
        ) { _ in
            let look = looks.withLock { look in
                look += 1
                return look
            }
            if look == 1 { #expect(try scene.store.monthsOut(of: scene.device).count == 2) }
            if look == 200 { try scene.insert(0..<300, of: zoe) }
            clock.advance(by: .seconds(60))
            if look == 300 { throw CancellationError() }
        }
        try await service.run()
        #expect(try scene.store.monthsOut(of: zoe).count == 2)
        #expect(tried.withLock { $0 } == 10, "two of them in five hours")
        #expect(try scene.store.removals().map(\.object).sorted() == ["ada/bike/", "ada/bike/bad"])
        #expect(health.current.failures <= 10)
        #expect(!lines.contain("used again"))
        scene.refuse(nil)
        clock.advance(by: .seconds(3600))
        _ = try await scene.mover().sweep()
        #expect(try scene.store.removals() == [])
    }

    @Test func `while months cannot be moved nothing says that they are`() async throws {
        let scene = try await Scene()
        try scene.insert(0..<300)
        let looks = Mutex(0)
        let (health, clock, lines) = (ArchiveHealth(), scene.clock, LogLines())
        // Another partition, with which all is well.
        let other = health.begin(at: clock.now)
        scene.cut(at: 0)
        let began = clock.now
        let service = ArchiveService(
            try scene.mover(), of: scene.store, clock: clock, logger: lines.logger, health: health
        ) { _ in
            let look = looks.withLock { look in
                look += 1
                return look
            }
            health.succeed(other, at: clock.now)
            switch look {
            case 120:
                #expect(health.current.succeeded == began)
                #expect(health.current.failures > 3)
                #expect(!lines.contain("used again"))
                scene.cut(at: .max)
            case 200:
                #expect(health.current.succeeded == clock.now)
                #expect(lines.contain("used again"))
                throw CancellationError()
            default: break
            }
            clock.advance(by: .seconds(60))
        }
        try await service.run()
        #expect(looks.withLock { $0 } == 200)
        #expect(try scene.store.monthsOut().count == 2)
    }

    @Test func `an index that a frozen worker has written goes also when that is interrupted`() async throws {
        let scene = try await Scene()
        try scene.insert(0..<10)
        let (object, index) = ("ada/bike/2025-01.1-00000000.jsonl.gz", "ada/bike/index.json")
        try scene.store.write { transaction in
            try transaction.note(
                [object], of: scene.device, at: scene.clock.now, until: MonthMover.end(of: scene.clock.now).over)
        }
        _ = try await scene.mover().clear()
        try await scene.storage().put(object, [1], type: "application/gzip")
        try await scene.storage().put(index, [1], type: "application/json")
        scene.clock.advance(by: MonthMover.patience)
        // The object goes, and then nothing is answered any more.
        scene.cut(at: 1)
        await #expect(throws: ArchiveError.self) { try await scene.mover().clear() }
        scene.cut(at: .max)
        _ = try await scene.mover().clear()
        #expect(try await scene.storage().list() == [])
        #expect(try scene.store.removals() == [])
    }

    @Test(arguments: [false, true])
    func `what is added to a month comes to the object itself, whatever is in the cache`(isExchanged: Bool) async throws
    {
        let scene = try await Scene()
        try scene.insert(0..<300)
        _ = try await scene.mover().sweep()
        let first = try scene.store.monthsOut()
        scene.store.attach(scene.cache())
        let before = try await scene.all()
        let paths = try scene.files().map { "\(scene.directory)/\($0)" }
        let files = try paths.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        for (path, bytes) in zip(paths, isExchanged ? files.reversed() : files) {
            // The head stays, so that it opens.
            let damaged = bytes.prefix(4096) + Data(repeating: 0xA5, count: bytes.count - 4096)
            try (isExchanged ? bytes : damaged).write(to: URL(fileURLWithPath: path))
        }
        try scene.insert(0..<10, hour: 1, marked: false)
        #expect(try await scene.mover().sweep().months == 1)
        #expect(try scene.store.monthsOut()[0].fixes == first[0].fixes + 10)
        for path in paths { try? FileManager.default.removeItem(atPath: path) }
        scene.store.attach(scene.cache())
        #expect(try await scene.all().count == before.count + 10)
    }

    @Test func `what a device has that came again stays when the folder of its former life goes`() async throws {
        let scene = try await Scene()
        try scene.insert(0..<300)
        let (recorded, noted) = ("ada/bike/2025-01.1-00000001.jsonl.gz", "ada/bike/2025-02.1-00000002.jsonl.gz")
        for name in [recorded, noted, "ada/bike/index.json", "ada/bike/old"] {
            try await scene.storage().put(name, [1], type: "text/plain")
        }
        let (month, clock) = (try #require(CalendarMonth("2025-01")), scene.clock)
        try scene.store.write { try $0.note(["ada/bike/"], of: scene.device, at: Timestamp(milliseconds: 0)) }
        scene.beforeRequests { request in
            // While the folder is listed another one moves months.
            guard request.url.contains("list-type"), (try? scene.store.monthsOut().isEmpty) == true else { return }
            do {
                let stamp = try scene.store.scanStored(scene.device, month) { _ in }
                #expect(stamp.fixes == 93)
                let moved = MonthOut(
                    device: scene.device, month: month, generation: 1, object: recorded, fixes: stamp.fixes,
                    first: month.start, last: month.start, bytes: 1, digest: String(repeating: "0", count: 64),
                    storage: "\(scene.address)", moved: clock.now)
                try scene.store.write { transaction in
                    try transaction.note([recorded, noted], of: scene.device, at: clock.now)
                    #expect(try transaction.move(moved, stamp))
                }
            } catch { Issue.record(error) }
        }
        #expect(try await scene.mover().clear() == 1)
        #expect(try await scene.storage().list().map(\.name).sorted() == [recorded, noted, "ada/bike/index.json"])
    }

    @Test func `an older copy whose index is to be written anew takes over what came later, too`() async throws {
        let scene = try await Scene()
        try scene.insert(0..<300)
        _ = try await scene.mover().sweep()
        let copy = try Store.forTest()
        try StoreCopy(from: scene.store, to: copy).run()
        try copy.write { try $0.note(["ada/bike/index.json"], of: scene.device, at: scene.clock.now) }
        try scene.insert(0..<10, hour: 1, marked: false)
        _ = try await scene.mover().sweep()
        let newer = try #require(try scene.store.monthsOut().first)
        await #expect(throws: ArchiveError.unknown(storage: "\(scene.address)", object: newer.object)) {
            try await scene.mover(of: copy).clear()
        }
        #expect(try await scene.mover(of: copy).adopt().map(\.object) == [newer.object])
        scene.clock.advance(by: .seconds(3600))
        _ = try await scene.mover(of: copy).clear()
        #expect(try copy.removals().map(\.isPutOff) == [false], "whoever was interrupted may write it late")
        scene.clock.advance(by: MonthMover.patience)
        _ = try await scene.mover(of: copy).clear()
        #expect(try copy.removals() == [])
    }

    @Test func `what a copy only knows to be written is taken over where it was recorded since`() async throws {
        let scene = try await Scene()
        try scene.insert(0..<300)
        _ = try await scene.mover().sweep()
        try scene.insert(0..<10, hour: 1, marked: false)
        scene.store.attach(scene.cache())
        let (all, copy) = (try await scene.all(), try Store.forTest())
        scene.beforeRequests { request in
            guard request.method == .put, request.url.contains("2025-01.2-") else { return }
            #expect(throws: Never.self) { try StoreCopy(from: scene.store, to: copy).run() }
        }
        _ = try await scene.mover().sweep()
        scene.beforeRequests(nil)
        let newer = try #require(try scene.store.monthsOut().first)
        #expect(try copy.removals().map(\.object).contains(newer.object))
        #expect(try await scene.mover(of: copy).adopt().map(\.object) == [newer.object])
        _ = try await scene.mover(of: copy).clear()
        scene.clock.advance(by: MonthMover.patience)
        _ = try await scene.mover(of: copy).clear()
        copy.attach(MonthCache(scene.storage(), in: "\(scene.directory)/copy"))
        #expect(try await copy.fetching { try copy.fixes(of: scene.device, matching: FixSearch()) } == all)
    }

    @Test func `what a device got after it was deleted stays when an older copy still is to remove its folder`()
        async throws
    {
        let scene = try await Scene()
        try scene.insert(0..<300)
        _ = try await scene.mover().sweep()
        // By the storage's clock that is long ago.
        #expect(try scene.store.write { try $0.delete(scene.device, at: scene.clock.now) })
        let (copy, other) = (try Store.forTest(), try Store.forTest())
        for store in [copy, other] { try StoreCopy(from: scene.store, to: store).run() }
        _ = try await scene.mover().clear()
        try scene.insert(0..<300)
        let all = try await scene.all()
        _ = try await scene.mover().sweep()
        let months = try scene.store.monthsOut()
        // It removes what was there before the deletion, by its name, and nothing else.
        _ = try await scene.mover(of: other).clear()
        #expect(
            try await scene.storage().list().map(\.name).sorted() == months.map(\.object) + ["ada/bike/index.json"])
        #expect(try await scene.mover(of: other).adopt() == months)
        #expect(try await scene.mover(of: copy).adopt() == months)
        _ = try await scene.mover(of: copy).clear()
        #expect(try copy.removals() == [])
        #expect(try await ArchiveCheck(copy, scene.storage()).findings(isFull: true) == [])
        copy.attach(MonthCache(scene.storage(), in: "\(scene.directory)/copy"))
        let found = try await copy.fetching { try copy.fixes(of: scene.device, matching: FixSearch()) }
        #expect(found == Array(all.prefix(found.count)) && found.count == months.reduce(0) { $0 + $1.fixes })
    }

    @Test func `a month that comes back does not double what came without marks meanwhile`() async throws {
        let scene = try await Scene()
        try scene.insert(0..<300)
        let before = try await scene.all()
        _ = try await scene.mover().sweep()
        // As of a file, which does not tell marks, with some that are new.
        try scene.insert(0..<120, marked: false)
        try scene.insert(0..<10, hour: 1, marked: false)
        scene.store.attach(scene.cache())
        let all = try await scene.all()
        #expect(all.count == before.count + 10)
        for month in try scene.store.monthsOut() { #expect(try await scene.mover().takeBack(month)) }
        #expect(try await scene.all() == all)
        #expect(try scene.store.fixCount(of: scene.device) == all.count)
        #expect(try scene.store.findings() == [])
    }

    @Test func `names that go on over several lists are all found`() async throws {
        let scene = try await Scene()
        let storage = scene.storage()
        let names = ["a b/+x", "a&b", "c<d>", "dir/", "e%20f", "g", "h", "ü"]
        for (size, name) in names.enumerated() {
            try await storage.put(name, [UInt8](repeating: 1, count: size), type: "text/plain")
        }
        let found = try await storage.list()
        #expect(found.map(\.name).sorted() == names)
        #expect(found.sorted { $0.name < $1.name }.map(\.size) == Array(0..<8))
        #expect(try await storage.get("e%20f", limit: 10)?.count == 4)
        for name in names { try await storage.delete(name) }
        #expect(try await storage.list() == [])
    }

    @Test func `another secret is refused with the storage's sentence`() async throws {
        let scene = try await Scene()
        let storage = ObjectStorage(
            scene.address, StorageCredentials(accessKey: scene.server.accessKey, secret: "other"), clock: SystemClock())
        let error = await #expect(throws: ArchiveError.self) { try await storage.put("a", [1], type: "text/plain") }
        guard case .refused(_, 403, "SignatureDoesNotMatch", let sentence) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!sentence.isEmpty)
    }
}
