import History
import Messages
import Store
import StoreSupport
import Testing
import Tracking

/// A device that speaks no more than OwnTracks is made an item, and taken off again.
@Suite(.onBothEngines) struct AddedItemTests {
    private let bike: DeviceID
    private let iphone: DeviceID
    private let name: ItemName

    init() throws {
        let owner = try Name("sam")
        bike = DeviceID(owner: owner, device: try Name("xbike"))
        iphone = DeviceID(owner: owner, device: try Name("iphone"))
        name = try ItemName("Sam's bicycle")
    }

    private func second(_ number: Double) -> Timestamp { Timestamp(seconds: number) }

    /// An owner whose phone is the one that was heard first, and a tracker so far from it, for some seconds.
    private func heard(_ bench: inout HistoryBench, seconds: ClosedRange<Int>, north: Double) throws -> [Message] {
        try seconds.flatMap { number in
            let at = Double(number)
            let batch = [bench.location(iphone, at: at, north: 0), bench.location(bike, at: at, north: north)]
            return try bench.core.ingest(batch, at: second(at))
        }
    }

    private func bench(store: Store? = nil) throws -> HistoryBench { try HistoryBench(store: store, isLive: true) }

    private func levels(_ messages: [Message], _ bench: HistoryBench) -> [Level] {
        messages.filter { $0.topic == bench.topics.state(bike) }
            .compactMap { try? StateMessage(decoding: $0.payload).level }
    }

    @Test func `a device that was heard becomes an item, with what was stored of it, and raises alerts`() throws {
        var bench = try bench()
        let before = try heard(&bench, seconds: 0...4, north: 3)
        #expect(levels(before, bench).isEmpty)
        #expect(try bench.store.items().isEmpty)
        let told = try bench.core.addItem(bike, named: name, at: second(5))
        #expect(levels(told, bench) == [.near])
        let item = try #require(try bench.store.items().first)
        #expect(item.device.id == bike && item.device.item == name)
        #expect(try bench.store.fixCount(of: bike) == 5)
        let after = try heard(&bench, seconds: 6...6, north: 12)
        let alert = try #require(after.first { $0.topic == bench.topics.alert(bike) })
        #expect(try AlertMessage(decoding: alert.payload).item == name.text)
    }

    @Test func `gateways are told, also after a restart, and the item goes on`() throws {
        var bench = try bench()
        _ = try heard(&bench, seconds: 0...4, north: 3)
        let document = ItemMessage(item: name).encoded()
        let told = Message(topic: bench.topics.item(bike), payload: document, retained: true)
        #expect(try bench.core.addItem(bike, named: name, at: second(5)).contains(told))
        var next = try self.bench(store: bench.store)
        #expect(try next.connect(at: second(6)).contains(told))
        #expect(levels(try heard(&next, seconds: 7...7, north: 12), next) == [.critical])
        #expect(next.core.phone(of: bike.owner) == iphone)
    }

    @Test(arguments: [false, true])
    func `what distances are measured from is the same after a restart, whatever its name and what the broker keeps`(
        _ isKept: Bool
    ) throws {
        var bench = try bench()
        let cart = DeviceID(owner: bike.owner, device: try Name("cart"))
        _ = try bench.core.ingest([bench.location(iphone, at: 0, north: 0)], at: second(0))
        var kept = bench.location(cart, at: 1, north: 30)
        kept.retained = isKept
        _ = try bench.core.ingest([kept], at: second(1))
        for number in 2...3 {
            bench = try self.bench(store: bench.store)
            _ = try bench.connect(at: second(Double(number)), keeping: isKept ? [kept] : [])
            #expect(bench.core.phone(of: bike.owner) == iphone)
        }
        // One that is called so takes over for good, and so does another when the first one is deleted.
        let phone = DeviceID(owner: bike.owner, device: try Name("phone"))
        _ = try bench.core.ingest([bench.location(phone, at: 5, north: 0)], at: second(5))
        bench = try self.bench(store: bench.store)
        #expect(bench.core.phone(of: bike.owner) == phone)
        _ = try bench.core.delete(phone, at: second(6))
        _ = try bench.core.delete(iphone, at: second(6))
        _ = try bench.core.ingest([bench.location(cart, at: 7, north: 0)], at: second(7))
        #expect(try self.bench(store: bench.store).core.phone(of: bike.owner) == cart)
    }

    @Test func `what distances are measured from is refused, and what to do is said`() throws {
        var bench = try bench()
        _ = try heard(&bench, seconds: 0...0, north: 3)
        #expect(throws: ItemRefusal.phone(iphone, isConfigured: false)) {
            try bench.core.addItem(iphone, named: name, at: second(1))
        }
        #expect("\(ItemRefusal.phone(iphone, isConfigured: false))".contains("--phone sam=DEVICE"))
        let phones = PhoneChoice(configured: [bike.owner: bike.device])
        let configuration = HistoryConfiguration(phones: phones)
        var other = try HistoryCore(store: bench.store, configuration: configuration)
        #expect(throws: ItemRefusal.phone(bike, isConfigured: true)) {
            try other.addItem(bike, named: name, at: second(2))
        }
        #expect(try bench.store.device(iphone)?.kind == .phone)
    }

    @Test func `what nobody has heard, and a tracker that is told what it is, are refused`() throws {
        var bench = try bench()
        _ = try bench.step(0, north: 1)
        #expect(throws: ItemRefusal.unheard(bike)) { try bench.core.addItem(bike, named: name, at: second(1)) }
        #expect(throws: ItemRefusal.tracker(bench.keys)) {
            try bench.core.addItem(bench.keys, named: name, at: second(1))
        }
        #expect(throws: ItemRefusal.tracker(bench.keys)) { try bench.core.takeOffItem(bench.keys, at: second(1)) }
        #expect(throws: UnknownItem(bike)) { try bench.core.takeOffItem(bike, at: second(1)) }
        #expect(try bench.store.device(bike) == nil)
    }

    @Test func `it is renamed, and keeps its level and its thresholds`() throws {
        var bench = try bench()
        _ = try heard(&bench, seconds: 0...1, north: 7)
        _ = try bench.core.addItem(bike, named: name, at: second(2))
        let rules = Message(
            topic: bench.topics.rules(bike),
            payload: Array(#"{"_type":"rules","warning_m":20,"critical_m":40}"#.utf8),
            retained: true
        )
        _ = try bench.core.ingest([rules], at: second(3))
        let told = try bench.core.addItem(bike, named: ItemName("Bike"), at: second(4))
        let state = try #require(told.last { $0.topic == bench.topics.state(bike) })
        let message = try StateMessage(decoding: state.payload)
        #expect(message.item == "Bike" && message.thresholds?.warning == 20)
    }

    @Test func `taken off it keeps its positions and nothing else, and stays off`() throws {
        var bench = try bench()
        _ = try heard(&bench, seconds: 0...1, north: 7)
        _ = try bench.core.addItem(bike, named: name, at: second(2))
        _ = try heard(&bench, seconds: 3...3, north: 12)
        #expect(try bench.store.alerts(of: bike, limit: 9).isEmpty == false)
        let created = try bench.store.device(bike)?.created
        let told = try bench.core.takeOffItem(bike, at: second(4))
        #expect(try bench.store.device(bike)?.created != created)
        let topics = [bench.topics.state(bike), bench.topics.rules(bike), bench.topics.item(bike)]
        #expect(Set(told.filter { $0.payload.isEmpty && $0.retained }.map(\.topic)).isSuperset(of: topics))
        #expect(!told.contains { $0.topic == bench.topics.location(bike) })
        #expect(try bench.store.items().isEmpty)
        #expect(try bench.store.fixCount(of: bike) == 3)
        #expect(try bench.store.alerts(of: bike, limit: 9).isEmpty)
        #expect(try heard(&bench, seconds: 5...5, north: 12).allSatisfy { $0.topic != bench.topics.state(bike) })
        // Added again, it is what it was before.
        #expect(levels(try bench.core.addItem(bike, named: name, at: second(6)), bench) == [.critical])
    }

    @Test func `one that was an item by itself stays off, also after a restart and with what the broker kept`() throws {
        var bench = try bench()
        for number in 0...2 {
            let at = Double(number)
            let batch = [bench.location(bench.phone, at: at, north: 0), bench.location(bike, at: at, north: 12)]
            _ = try bench.core.ingest(batch, at: second(at))
        }
        #expect(try bench.store.items().map(\.device.id) == [bike])
        _ = try bench.core.takeOffItem(bike, at: second(3))
        var next = try self.bench(store: bench.store)
        let rules = Message(
            topic: next.topics.rules(bike), payload: Array(#"{"_type":"rules","quiet":"22:00-07:00"}"#.utf8),
            retained: true
        )
        let told = try next.connect(at: second(4), keeping: [rules])
        #expect(told.contains(Message(topic: next.topics.rules(bike), payload: [], retained: true)))
        let batch = [next.location(next.phone, at: 5, north: 0), next.location(bike, at: 5, north: 12)]
        #expect(levels(try next.core.ingest(batch, at: second(5)), next).isEmpty)
        #expect(try next.store.items().isEmpty)
        // A tracker of ours that reports under its name is an item by itself.
        let marked = next.location(bike, at: 6, north: 12, mark: FixMark(boot: 1, sequence: 1))
        _ = try next.core.ingest([marked], at: second(6))
        #expect(try next.store.items().map(\.device.id) == [bike])
    }

    @Test func `a deleted one is gone with all, and is a device again when it is heard`() throws {
        var bench = try bench()
        _ = try heard(&bench, seconds: 0...1, north: 7)
        _ = try bench.core.addItem(bike, named: name, at: second(2))
        let told = try bench.core.delete(bike, at: second(3))
        #expect(told.contains(Message(topic: bench.topics.item(bike), payload: [], retained: true)))
        #expect(bench.core.deletions.isEmpty)
        #expect(try bench.store.device(bike) == nil)
        _ = try heard(&bench, seconds: 5...5, north: 7)
        #expect(try bench.store.device(bike)?.kind == .phone)
    }

    @Test func `nothing is asked of it that only a tracker can do`() throws {
        let configuration = HistoryConfiguration(homeAssistant: true)
        var bench = try bench()
        _ = try heard(&bench, seconds: 0...1, north: 3)
        bench.core = try HistoryCore(store: bench.store, configuration: configuration)
        _ = try bench.connect(at: second(2))
        let told = try bench.core.addItem(bike, named: name, at: second(3))
        let config = try #require(told.last { $0.topic == bench.topics.homeAssistantConfig(bike) })
        let text = String(decoding: config.payload, as: UTF8.self)
        #expect(text.contains(#""power":{"platform":"switch"}"#) && text.contains(#""ring":{"platform":"button"}"#))
        #expect(text.contains(#""name":"Warning distance""#))
        let power = Message(topic: bench.topics.set(bike, "power"), payload: Array("off".utf8))
        let answers = try bench.core.ingest([power], at: second(4))
        #expect(!answers.contains { $0.topic == bench.topics.desired(bike) })
        #expect(try bench.store.quarantine().first?.sentence.contains("sam/xbike, which speaks OwnTracks only") == true)
    }
}
