import Curl
import Foundation
import StoreSupport
import Synchronization
import TestSupport
import Testing
import Tracking

@testable import Archive
@testable import Store

/// What is fetched from a real object storage, and how long it stays.
@Suite(.onBothEngines) struct MonthCacheMotoTests {
    @Test func `the cache keeps to its limit, and a search of more than that is answered`() async throws {
        let scene = try await ArchiveScene()
        try scene.insert(0..<600)
        _ = try await scene.mover().sweep()
        scene.store.attach(scene.cache(limit: 1))
        #expect(try await scene.all().count == 600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scene.directory).count == 1)
    }

    @Test func `what others have deleted goes from the cache with the next look, and drafts nobody works on`()
        async throws
    {
        let scene = try await ArchiveScene.moved()
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
        let scene = try await ArchiveScene.moved()
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
        let scene = try await ArchiveScene.moved()
        let month = try #require(try scene.store.monthsOut().first)
        let cache = scene.cache()
        scene.beforeRequests { _ in cache.forget(month.object) }
        let store = try await cache.fetch(month)
        #expect(try store.fixCount(of: scene.device) == month.fixes, "who asked for it reads it to the end")
        #expect(try scene.files() == [])
        #expect(try cache.open(month) == nil)
    }

    @Test func `a fetched month that is damaged is fetched once more`() async throws {
        let scene = try await ArchiveScene()
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
}
