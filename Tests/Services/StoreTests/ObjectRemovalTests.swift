import StoreSupport
import Testing
import Tracking

@testable import Store

/// Objects that are noted before they are written, and while they are to be removed.
@Suite(.onBothEngines) struct ObjectRemovalTests {
    private static let now = Timestamp(milliseconds: 1_800_000_000_000)

    @Test func `what is about to be removed is not recorded`() throws {
        let (store, device, month) = (
            try Store.forTest(), try DeviceID.sample(), try #require(CalendarMonth("2025-01"))
        )
        try store.insert((0..<300).map { try .sample(device, at: Double($0) * 43_200) })
        let stamp = try store.scanStored(device, month) { _ in }
        let moved = MonthOut(
            device: device, month: month, generation: 1, object: "object", fixes: stamp.fixes, first: month.start,
            last: month.start, bytes: 1, digest: String(repeating: "0", count: 64), storage: "s3://test",
            moved: Self.now)
        #expect(try !store.write { try $0.move(moved, stamp) }, "it was never noted")
        try store.write { try $0.note(["object"], of: device, at: Self.now) }
        let removal = try #require(try store.write { try $0.removals() }.first)
        #expect(try store.write { try $0.take(removal) })
        #expect(try !store.write { try $0.move(moved, stamp) })
        #expect(try store.fixCount(of: device) == 300)
        try store.write { try $0.forget(removal, at: Self.now) }
        #expect(try !store.write { try $0.take(removal) })
    }

    @Test func `what was never recorded is looked for once more, when nobody can be writing it any more`() throws {
        let (store, device) = (try Store.forTest(), try DeviceID.sample())
        func after(_ minutes: Int) -> Timestamp { Self.now.advanced(by: .seconds(minutes * 60)) }
        try store.write { try $0.note(["object"], of: device, at: Self.now, until: after(30)) }
        let first = try #require(try store.removals().first)
        #expect(first.isDue(at: after(1)))
        #expect(try store.write { try $0.take(first) })
        try store.write { try $0.forget(first, at: after(1)) }
        let second = try #require(try store.removals().first)
        #expect(!second.isDue(at: after(29)))
        #expect(second.isDue(at: after(30)))
        #expect(try store.write { try $0.take(second) })
        try store.write { try $0.forget(second, at: after(30)) }
        #expect(try store.removals() == [])
        // Noted once more while it waits, it is due at once, and once more later.
        try store.write { try $0.note(["object"], of: device, at: Self.now, until: after(30)) }
        let third = try #require(try store.removals().first)
        _ = try store.write { try $0.take(third) }
        try store.write { try $0.forget(third, at: after(1)) }
        try store.write { try $0.note(["object"], of: device, at: after(2)) }
        let fourth = try #require(try store.removals().first)
        #expect(fourth.isDue(at: after(2)))
        #expect(fourth.until == after(30))
        try store.write { try $0.release("object") }
        let fifth = try #require(try store.removals().first)
        _ = try store.write { try $0.take(fifth) }
        try store.write { try $0.forget(fifth, at: after(2)) }
        #expect(try store.removals() == [], "its writer has said that it is at an end")
    }

    @Test func `a clock that was wrong has nothing wait for longer than it takes`() throws {
        let (store, device) = (try Store.forTest(), try DeviceID.sample())
        let year = Self.now.advanced(by: .seconds(365 * 86_400))
        try store.write { try $0.note(["object"], of: device, at: year, until: year) }
        let first = try #require(try store.removals().first)
        #expect(try store.write { try $0.take(first) })
        try store.write { try $0.forget(first, at: Self.now) }
        let second = try #require(try store.removals().first)
        #expect(second.again == Self.now.advanced(by: ObjectRemoval.patience))
        #expect(second.until == second.again && !second.isPutOff)
        #expect(!second.isDue(at: Self.now))
        try store.write { try $0.putOff(second, until: year) }
        let third = try #require(try store.removals().first)
        #expect(third.isDue(at: Self.now) && third.isPutOff)
    }
}
