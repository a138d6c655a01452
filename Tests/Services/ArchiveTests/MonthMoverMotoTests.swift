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
    @Test func `months that are over go, and what is asked of them is answered as before`() async throws {
        let scene = try await ArchiveScene()
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
        let scene = try await ArchiveScene()
        try scene.insert(0..<600)
        // 2025-10-09 less 220 days is the third of March.
        #expect(try await scene.mover(days: "220d").sweep().months == 2)
    }

    @Test func `an end at any request loses nothing and doubles nothing`() async throws {
        let scene = try await ArchiveScene()
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
        let scene = try await ArchiveScene()
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

    @Test func `a month comes back, and its object goes`() async throws {
        let scene = try await ArchiveScene()
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

    @Test func `what is wrong with one device keeps no other one`() async throws {
        let scene = try await ArchiveScene.moved()
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

    @Test func `a check tells what is missing, other, unknown and waiting`() async throws {
        let scene = try await ArchiveScene()
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
        let scene = try await ArchiveScene()
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

    @Test func `a service moves what is due, says once what is wrong, and goes on`() async throws {
        let scene = try await ArchiveScene()
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

    @Test func `while months cannot be moved nothing says that they are`() async throws {
        let scene = try await ArchiveScene()
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

    @Test(arguments: [false, true])
    func `what is added to a month comes to the object itself, whatever is in the cache`(isExchanged: Bool) async throws
    {
        let scene = try await ArchiveScene.moved()
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

    @Test func `a month that comes back does not double what came without marks meanwhile`() async throws {
        let scene = try await ArchiveScene()
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
        let scene = try await ArchiveScene()
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
        let scene = try await ArchiveScene()
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
