import Curl
import Foundation
import StoreSupport
import Synchronization
import TestSupport
import Testing
import Tracking

@testable import Archive
@testable import Store

/// What goes from a real object storage, of each engine of the store.
@Suite(.onBothEngines) struct RemovalMotoTests {
    @Test func `what is deleted goes from the storage, later when it is away`() async throws {
        let scene = try await ArchiveScene.moved()
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

    @Test func `what a frozen worker writes after its note was cleared goes once nobody can be writing it any more`()
        async throws
    {
        let scene = try await ArchiveScene()
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
        let scene = try await ArchiveScene()
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
        let scene = try await ArchiveScene.moved()
        let strange = ["ada/bike/2025-07.1-00000000.jsonl.gz", "ada/bike2/2025-07.1-00000000.jsonl.gz"]
        for name in strange { try await scene.storage().put(name, [1], type: "application/gzip") }
        #expect(try scene.store.write { try $0.delete(scene.device) })
        #expect(try await scene.mover().clear() == 3)
        #expect(try await scene.storage().list().map(\.name) == [strange[1]], "that is another device's")
        #expect(try scene.store.removals() == [])
    }

    @Test func `what is to be removed goes between two devices, when others have their turn, too`() async throws {
        let scene = try await ArchiveScene()
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

    @Test func `what cannot be removed keeps nothing from being moved, and is tried again once an hour`() async throws {
        let scene = try await ArchiveScene()
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

    @Test func `an index that a frozen worker has written goes also when that is interrupted`() async throws {
        let scene = try await ArchiveScene()
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

    @Test func `what a device has that came again stays when the folder of its former life goes`() async throws {
        let scene = try await ArchiveScene()
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
}
