import History
import Messages
import Store
import StoreSupport
import Testing
import Tracking

@Suite(.onBothEngines) struct PhoneDeletionTests {
    private func livedIn() throws -> HistoryBench {
        var bench = try HistoryBench(isLive: true)
        for second in 0...4 { _ = try bench.step(Double(second), north: 3) }
        return bench
    }

    private func second(_ number: Double) -> Timestamp { Timestamp(seconds: number) }

    private func kept(_ device: DeviceID, _ bench: HistoryBench) -> [String] {
        let location = bench.topics.location(device)
        let below = ["card", "cmd", "event", "info", "status", "waypoint", "waypoints"]
        return below.map { "\(location)/\($0)" } + [location]
    }

    private func emptied(_ messages: [Message]) -> [String] {
        messages.filter { $0.retained && $0.payload.isEmpty }.map(\.topic)
    }

    private func isEmptying(_ messages: [Message], _ bench: HistoryBench) -> Bool {
        Set(emptied(messages)).isSuperset(of: kept(bench.phone, bench))
    }

    @Test func `nothing is left of a phone, and its owner's items stay`() throws {
        var bench = try livedIn()
        let refused = Message(topic: bench.topics.location(bench.phone), payload: Array("where".utf8))
        _ = try bench.core.ingest([refused], at: second(5))
        let messages = try bench.core.delete(bench.phone, at: second(10))
        #expect(isEmptying(messages, bench))
        #expect(messages.allSatisfy { $0.payload.isEmpty })
        #expect(!emptied(messages).contains(bench.topics.homeAssistantConfig(bench.phone)))
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
        var retained = next.location(next.phone, at: 8, north: 0)
        retained.retained = true
        #expect(isEmptying(try next.connect(at: second(20), keeping: [retained]), next))
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

    @Test func `a position that a phone sent while nobody listened is kept, here and on the broker`() throws {
        var bench = try livedIn()
        _ = try bench.core.delete(bench.phone, at: second(10))
        var next = try HistoryBench(store: bench.store, isLive: true)
        var retained = next.location(next.phone, at: 12, north: 0)
        retained.retained = true
        let told = try next.connect(at: second(20), keeping: [retained])
        #expect(!emptied(told).contains(retained.topic))
        #expect(try next.store.fixCount(of: next.phone) == 1)
        #expect(try next.store.deletions().isEmpty)
    }

    @Test func `the last position of a phone whose clock is ahead is not taken for a later one`() throws {
        var bench = try livedIn()
        _ = try bench.core.ingest([bench.location(bench.phone, at: 15, north: 0)], at: second(9))
        _ = try bench.core.delete(bench.phone, at: second(10))
        var next = try HistoryBench(store: bench.store, isLive: true)
        var retained = next.location(next.phone, at: 15, north: 0)
        retained.retained = true
        _ = try next.connect(at: second(20), keeping: [retained])
        #expect(try next.store.device(next.phone) == nil)
    }

    @Test func `a device of which all was refused is deleted with that, and the broker lets go of it`() throws {
        var bench = try livedIn()
        let (bogus, other) = (
            DeviceID(owner: try Name("xx"), device: try Name("bogus")),
            DeviceID(owner: try Name("xx"), device: try Name("bogus2"))
        )
        let refused = [bogus, other].map {
            Message(topic: bench.topics.location($0), payload: Array("where".utf8), retained: true)
        }
        _ = try bench.core.ingest(refused, at: second(5))
        #expect(try bench.store.devices().contains { $0.id == bogus } == false)
        let messages = try bench.core.delete(bogus, at: second(10))
        #expect(Set(emptied(messages)).isSuperset(of: kept(bogus, bench)))
        #expect(try bench.store.quarantine().map(\.topic) == [refused[1].topic])
        var next = try HistoryBench(store: bench.store, isLive: true)
        #expect(Set(emptied(try next.connect(at: second(20)))).isSuperset(of: kept(bogus, bench)))
        _ = try next.core.ingest([refused[0]], at: second(21))
        #expect(try next.store.quarantine().map(\.topic) == [refused[1].topic])
        _ = try next.core.ingest([Message(topic: refused[0].topic, payload: [])], at: second(22))
        #expect(try next.store.deletions().isEmpty)
        #expect(throws: UnknownItem(bogus)) { try next.core.delete(bogus, at: second(23)) }
    }

    /// Another device of the owner, which the phone called `phone` makes a thing, and sends positions as a phone does.
    private func bike(_ bench: inout HistoryBench) throws -> DeviceID {
        let bike = DeviceID(owner: bench.keys.owner, device: try Name("bike"))
        let told = try bench.core.ingest([bench.location(bike, at: 5, north: 3)], at: second(5))
        #expect(told.contains { $0.topic == bench.topics.state(bike) })
        #expect(try bench.store.device(bike)?.kind == .tracker)
        return bike
    }

    @Test func `a second device that is no tracker is deleted as a phone is, and with what was told of it`() throws {
        var bench = try livedIn()
        let bike = try bike(&bench)
        let messages = try bench.core.delete(bike, at: second(10))
        let (topics, told) = (bench.topics, emptied(messages))
        #expect(messages.allSatisfy { $0.payload.isEmpty })
        #expect(told.first == topics.homeAssistantConfig(bike))
        #expect(
            Set(told).isSuperset(
                of: [topics.state(bike), topics.stored(bike), topics.rules(bike), topics.photo(bike)]
                    + [topics.availability(bike), topics.reported(bike), topics.desired(bike)] + kept(bike, bench)
            )
        )
        #expect(told.last == topics.location(bike))
        #expect(bench.core.deletions.isEmpty)
        #expect(try bench.store.device(bike) == nil)
        // Until all of it has come back, nothing that the broker still keeps makes an item.
        var next = try HistoryBench(store: bench.store, isLive: true)
        #expect(emptied(try next.connect(at: second(20))) == told)
        let rules = Message(topic: topics.rules(bike), payload: ItemRules().encoded(), retained: true)
        _ = try next.core.ingest([rules] + told.map { Message(topic: $0, payload: []) }, at: second(21))
        #expect(try next.store.device(bike) == nil)
        #expect(try next.store.deletions().isEmpty)
    }

    @Test func `one that becomes a tracker while the broker lets go of it is one`() throws {
        var bench = try livedIn()
        let bike = try bike(&bench)
        _ = try bench.core.delete(bike, at: second(10))
        let wish = DesiredState(version: 1, item: try ItemName("Bike"))
        _ = try bench.core.ingest([Message(topic: bench.topics.desired(bike), payload: wish.encoded())], at: second(11))
        #expect(try bench.store.device(bike)?.item == wish.item)
        #expect(try bench.store.deletions().isEmpty)
    }

    @Test(arguments: ["desired", "reported", "availability", "gateway"])
    func `what anybody knows as a tracker is told, though its positions have no numbers`(sign: String) throws {
        var bench = try livedIn()
        let bike = try bike(&bench)
        let reported = ReportedState(
            version: 3, power: .on, reportEvery: 600, mode: .auto, firmware: "1", model: "T1", boot: 1, battery: 80,
            activeMode: .cellular
        )
        let fix = Fix(coordinate: bench.origin, time: second(6))
        let said =
            switch sign {
            case "desired": Message(topic: bench.topics.desired(bike), payload: DesiredState(version: 1).encoded())
            case "reported": Message(topic: bench.topics.reported(bike), payload: reported.encoded())
            case "availability":
                Message(topic: bench.topics.availability(bike), payload: Availability.offline.encoded())
            default:
                Message(
                    topic: bench.topics.location(bike),
                    payload: LocationMessage(fix: fix, mode: .bluetooth, gateway: try Name("attic")).encoded()
                )
            }
        _ = try bench.core.ingest([said], at: second(6))
        let told = try bench.core.delete(bike, at: second(10)).filter { $0.topic == bench.topics.desired(bike) }
        #expect(try told.map { try DesiredState(decoding: $0.payload).isRegistered } == [false])
        #expect(bench.core.deletions == [bike])
    }

    @Test func `an erased owner's second device waits for nobody`() throws {
        var bench = try livedIn()
        let bike = try bike(&bench)
        let told = try #require(try bench.core.erase(bike.owner, tellingTrackers: true, at: second(10)))
        let emptied = Set(told.filter(\.payload.isEmpty).map(\.topic))
        #expect(emptied.isSuperset(of: [bench.topics.state(bike), bench.topics.homeAssistantConfig(bike)]))
        #expect(emptied.isSuperset(of: kept(bike, bench)))
        #expect(bench.core.deletions == [bench.keys])
        #expect(try bench.store.deletions().filter { !$0.isPhone }.map(\.device) == [bench.keys])
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

    @Test func `a device that has sent nothing but its card is not the phone after a restart either`() throws {
        var bench = try HistoryBench(isLive: true)
        let owner = try Name("zoe")
        func device(_ name: String) throws -> DeviceID { DeviceID(owner: owner, device: try Name(name)) }
        let card = Array(#"{"_type":"card","name":"Zoe"}"#.utf8)
        _ = try bench.core.ingest(
            [
                Message(topic: bench.topics.card(try device("ipad")), payload: card),
                bench.location(try device("pixel"), at: 1, north: 0),
            ], at: second(1)
        )
        var next = try HistoryBench(store: bench.store, isLive: true)
        #expect(next.core.position(of: owner)?.time == second(1))
        _ = try next.core.ingest([next.location(try device("pixel"), at: 2, north: 2)], at: second(2))
        #expect(next.core.position(of: owner)?.time == second(2))
    }

    @Test func `an owner of whom a deleted phone is left is erased all the same`() throws {
        var bench = try livedIn()
        _ = try bench.core.delete(bench.phone, at: second(10))
        _ = try bench.core.erase(bench.keys.owner, tellingTrackers: false, at: second(11))
        #expect(try bench.store.devices().isEmpty)
        #expect(try bench.store.deletions().isEmpty)
    }
}
