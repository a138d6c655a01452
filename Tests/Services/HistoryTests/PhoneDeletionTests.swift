import History
import Messages
import Store
import Testing
import Tracking

@Suite struct PhoneDeletionTests {
    private func livedIn() throws -> HistoryBench {
        var bench = try HistoryBench(isLive: true)
        for second in 0...4 { _ = try bench.step(Double(second), north: 3) }
        return bench
    }

    private func second(_ number: Double) -> Timestamp { Timestamp(seconds: number) }

    private func kept(_ bench: HistoryBench) -> [String] {
        let location = bench.topics.location(bench.phone)
        let below = ["card", "cmd", "event", "info", "status", "waypoint", "waypoints"]
        return [location] + below.map { "\(location)/\($0)" }
    }

    private func isEmptying(_ messages: [Message], _ bench: HistoryBench) -> Bool {
        kept(bench).allSatisfy { topic in
            messages.contains { $0.topic == topic && $0.retained && $0.payload.isEmpty }
        }
    }

    @Test func `nothing is left of a phone, and its owner's items stay`() throws {
        var bench = try livedIn()
        let refused = Message(topic: bench.topics.location(bench.phone), payload: Array("where".utf8))
        _ = try bench.core.ingest([refused], at: second(5))
        let messages = try bench.core.delete(bench.phone, at: second(10))
        #expect(isEmptying(messages, bench))
        #expect(!messages.contains { $0.topic == bench.topics.desired(bench.phone) })
        #expect(try bench.store.devices().map(\.id) == [bench.keys])
        #expect(try bench.store.fixCount(of: bench.phone) == 0)
        #expect(try bench.store.fixCount(of: bench.keys) == 5)
        #expect(try bench.store.quarantine(limit: 9).isEmpty)
        // There is nobody to be told.
        #expect(bench.core.deletions.isEmpty)
        _ = try bench.core.tick(at: second(11))
        #expect(bench.core.position(of: bench.keys.owner) == nil)
    }

    @Test func `what the broker had kept makes no device again, also after a kill, until it has let go of it`() throws {
        var bench = try livedIn()
        _ = try bench.core.delete(bench.phone, at: second(10))
        var next = try HistoryBench(store: bench.store, isLive: true)
        #expect(isEmptying(next.core.connected(at: second(20)), next))
        var retained = next.location(next.phone, at: 12, north: 0)
        retained.retained = true
        let waited = next.location(next.phone, at: 9, north: 0)
        _ = try next.core.ingest([retained, waited], at: second(21))
        #expect(try next.store.device(next.phone) == nil)
        #expect(try next.store.counters()[.quarantined("deleted")] == 1)
        #expect(isEmptying(try next.core.delete(next.phone, at: second(21)), next))
        let echo = Message(topic: next.topics.location(next.phone), payload: [])
        _ = try next.core.ingest([echo], at: second(22))
        #expect(try next.store.deletions().isEmpty)
        #expect(throws: UnknownItem(next.phone)) { try next.core.delete(next.phone, at: second(23)) }
    }

    @Test func `a phone that goes on is a device again`() throws {
        var bench = try livedIn()
        _ = try bench.core.delete(bench.phone, at: second(10))
        _ = try bench.core.ingest([bench.location(bench.phone, at: 11, north: 0)], at: second(11))
        #expect(try bench.store.device(bench.phone)?.kind == .phone)
        #expect(try bench.store.fixCount(of: bench.phone) == 1)
        #expect(try bench.store.deletions().isEmpty)
        #expect(bench.core.position(of: bench.keys.owner) != nil)
    }

    @Test func `the phone that is left says where the owner is, and no thing does`() throws {
        var bench = try HistoryBench(isLive: true)
        let owner = try Name("zoe")
        func device(_ name: String) throws -> DeviceID { DeviceID(owner: owner, device: try Name(name)) }
        let (old, pixel, dog) = (try device("old-phone"), try device("pixel"), try device("dog"))
        let collar = Message(
            topic: bench.topics.availability(dog), payload: Availability.online.encoded(), retained: true
        )
        _ = try bench.core.ingest([collar], at: second(0))
        for phone in [old, pixel] {
            _ = try bench.core.ingest([bench.location(phone, at: 1, north: 0)], at: second(1))
        }
        _ = try bench.core.delete(old, at: second(2))
        _ = try bench.core.ingest([bench.location(dog, at: 3, north: 500)], at: second(3))
        _ = try bench.core.ingest([bench.location(pixel, at: 4, north: 2)], at: second(4))
        let place = try #require(bench.core.position(of: owner))
        #expect(place.time == second(4))
        _ = try bench.core.delete(pixel, at: second(5))
        _ = try bench.core.ingest([bench.location(dog, at: 6, north: 500)], at: second(6))
        #expect(bench.core.position(of: owner) == nil)
    }

    @Test func `an owner of whom a deleted phone is left is erased all the same`() throws {
        var bench = try livedIn()
        _ = try bench.core.delete(bench.phone, at: second(10))
        _ = try bench.core.erase(bench.keys.owner, tellingTrackers: false, at: second(11))
        #expect(try bench.store.devices().isEmpty)
        #expect(try bench.store.deletions().isEmpty)
    }
}
