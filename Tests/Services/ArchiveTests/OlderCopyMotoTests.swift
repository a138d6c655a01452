import Curl
import ServerSupport
import StoreSupport
import TestSupport
import Testing
import Tracking

@testable import Archive
@testable import Store

/// A storage that knows more than the database, or is another one, with a real one and each engine of the store.
@Suite(.onBothEngines) struct OlderCopyMotoTests {
    @Test func `an older copy of the database, and a new one, take over what is there`() async throws {
        let scene = try await ArchiveScene.moved()
        // What was copied then knows nothing of what came late, and names an object that is gone.
        let copy = try scene.copy()
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
        let scene = try await ArchiveScene.moved()
        let copy = try scene.copy()
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

    @Test func `an older copy takes a replica of the storage by what its indices tell, or without what is missing`()
        async throws
    {
        let scene = try await ArchiveScene.moved()
        let copy = try scene.copy()
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
        let scene = try await ArchiveScene.moved()
        #expect(try scene.store.write { try $0.delete(scene.device) })
        #expect(try await scene.mover().adopt() == [])
        #expect(try scene.store.devices() == [])
    }

    @Test func `another storage is refused until all is there, and taken then`() async throws {
        let scene = try await ArchiveScene()
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

    @Test func `a damaged index is told, and all others are taken over`() async throws {
        let scene = try await ArchiveScene()
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

    @Test func `an older copy whose index is to be written anew takes over what came later, too`() async throws {
        let scene = try await ArchiveScene.moved()
        let copy = try scene.copy()
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
        let scene = try await ArchiveScene.moved()
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
        let scene = try await ArchiveScene.moved()
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
}
