import History
import Messages
import Store
import StoreSupport
import Testing
import Tracking

@Suite(.onBothEngines) struct DeletionTests {
    /// An item with a history, a name, rules, alerts and a phone beside it.
    private func livedIn() throws -> HistoryBench {
        var bench = try HistoryBench()
        for (second, north) in [0, 4, 6, 9, 11].enumerated() {
            _ = try bench.step(Double(second), north: Double(north))
        }
        let rules = try ItemRules(decoding: Array(#"{"_type":"rules","warning_m":8,"critical_m":20}"#.utf8))
        _ = try bench.core.ingest(
            [
                desired(DesiredState(version: 7, item: try ItemName("Keys")), bench),
                reported(version: 7, bench),
                Message(topic: bench.topics.rules(bench.keys), payload: rules.encoded(), retained: true),
                availability(.online, bench),
                Message(topic: bench.topics.location(bench.keys), payload: Array("where".utf8)),
            ],
            at: Timestamp(seconds: 6)
        )
        return bench
    }

    private func desired(_ state: DesiredState, _ bench: HistoryBench) -> Message {
        Message(topic: bench.topics.desired(bench.keys), payload: state.encoded(), retained: true)
    }

    private func availability(_ availability: Availability, _ bench: HistoryBench) -> Message {
        Message(topic: bench.topics.availability(bench.keys), payload: availability.encoded(), retained: true)
    }

    private func reported(version: Int, isRegistered: Bool = true, _ bench: HistoryBench) -> Message {
        let state = ReportedState(
            version: version,
            power: isRegistered ? .on : .off,
            reportEvery: 600,
            mode: .auto,
            firmware: "1",
            model: "T1",
            boot: 1,
            battery: 80,
            activeMode: .cellular,
            isRegistered: isRegistered
        )
        return Message(topic: bench.topics.reported(bench.keys), payload: state.encoded())
    }

    private func result(_ command: Message, error: String? = nil, _ bench: HistoryBench) throws -> Message {
        let id = try Command(decoding: command.payload).id
        return Message(topic: bench.topics.result(bench.keys), payload: CommandResult(id: id, error: error).encoded())
    }

    private func cleared(_ messages: [Message]) -> Set<String> {
        Set(messages.filter { $0.payload.isEmpty && $0.retained }.map(\.topic))
    }

    private func wishes(_ messages: [Message], _ bench: HistoryBench) -> [DesiredState] {
        messages.filter { $0.topic == bench.topics.desired(bench.keys) && !$0.payload.isEmpty }
            .compactMap { try? DesiredState(decoding: $0.payload) }
    }

    private func second(_ number: Double) -> Timestamp { Timestamp(seconds: number) }

    @Test func `nothing is left of an item but that its tracker is to be told (case 3-6-1)`() throws {
        var bench = try livedIn()
        #expect(try bench.store.alerts(of: bench.keys).count > 1)
        let messages = try bench.core.delete(bench.keys, at: second(10))
        let topics = bench.topics
        #expect(
            cleared(messages) == [
                topics.homeAssistantConfig(bench.keys), topics.location(bench.keys), topics.state(bench.keys),
                topics.stored(bench.keys), topics.rules(bench.keys), topics.photo(bench.keys),
                topics.item(bench.keys),
            ]
        )
        #expect(wishes(messages, bench) == [DesiredState(version: 8, power: .off, isRegistered: false)])
        #expect(try bench.store.device(bench.keys) == nil)
        #expect(try bench.store.fixCount(of: bench.keys) == 0)
        #expect(try bench.store.alerts(of: nil).isEmpty)
        #expect(try bench.store.pendingOutbox().isEmpty)
        #expect(try bench.store.quarantine(limit: 9).isEmpty)
        #expect(try bench.store.deletions().map(\.device) == [bench.keys])
        #expect(bench.core.deletions == [bench.keys])
        #expect(try bench.store.devices().map(\.id) == [bench.phone])
        #expect(try bench.core.tick(at: second(11)).isEmpty)
    }

    @Test func `an item that is not there cannot be deleted`() throws {
        var bench = try livedIn()
        let nobody = DeviceID(owner: bench.keys.owner, device: try Name("purse"))
        #expect(throws: UnknownItem(nobody)) { try bench.core.delete(nobody, at: second(10)) }
    }

    @Test func `a fix of a deleted item is counted and not stored, and where it was is not kept (case 3-6-2)`() throws {
        var bench = try livedIn()
        _ = try bench.core.delete(bench.keys, at: second(10))
        _ = try bench.step(11, north: 3)
        _ = try bench.step(12, north: 3)
        #expect(try bench.store.fixCount(of: bench.keys) == 0)
        #expect(try bench.store.counters()[.quarantined("deleted")] == 2)
        let rows = try bench.store.quarantine(limit: 9)
        #expect(rows.map(\.reason) == ["deleted"])
        #expect(rows.first?.payload == [])
        #expect(try bench.store.fixCount(of: bench.phone) == 7)
    }

    @Test func `a tracker that says goodbye is believed, and the broker keeps nothing of it (case 3-6-3)`() throws {
        var bench = try livedIn()
        _ = try bench.core.delete(bench.keys, at: second(10))
        let messages = try bench.core.ingest([reported(version: 8, isRegistered: false, bench)], at: second(11))
        let topics = bench.topics
        #expect(
            cleared(messages).isSuperset(of: [
                topics.desired(bench.keys), topics.reported(bench.keys), topics.availability(bench.keys),
                topics.location(bench.keys),
            ])
        )
        #expect(bench.core.deletions.isEmpty)
        #expect(try bench.store.deletions().isEmpty)
        // What was under way makes no new item, and does not stay on the broker.
        let late = try bench.core.ingest([availability(.offline, bench)], at: second(12))
        #expect(cleared(late) == [topics.availability(bench.keys)])
        _ = try bench.core.ingest([Message(topic: topics.desired(bench.keys), payload: [])], at: second(12))
        #expect(try bench.store.device(bench.keys) == nil)
    }

    @Test func `a tracker that is awake and does not read what is wanted is ordered until it obeys`() throws {
        var bench = try livedIn()
        _ = try bench.core.delete(bench.keys, at: second(10))
        #expect(try bench.core.tick(at: second(19)).isEmpty)
        let order = try #require(try bench.core.tick(at: second(20)).first)
        #expect(order.topic == bench.topics.command(bench.keys))
        #expect(try Command(decoding: order.payload).verb == .unregister)
        // Its gateway answered in its place.
        _ = try bench.core.ingest([try result(order, error: "not reached", bench)], at: second(21))
        #expect(try bench.core.tick(at: second(100)).isEmpty)
        _ = try bench.core.ingest([reported(version: 7, bench)], at: second(101))
        let again = try #require(try bench.core.tick(at: second(111)).first)
        #expect(again.payload != order.payload)
        _ = try bench.core.ingest([try result(again, bench)], at: second(112))
        #expect(bench.core.deletions.isEmpty)
    }

    @Test func `no order waits on the broker for a tracker that sleeps`() throws {
        var bench = try livedIn()
        _ = try bench.core.ingest([availability(.offline, bench)], at: second(9))
        _ = try bench.core.delete(bench.keys, at: second(10))
        #expect(try bench.core.tick(at: second(1000)).isEmpty)
        _ = try bench.core.ingest([availability(.online, bench)], at: second(2000))
        #expect(try bench.core.tick(at: second(2010)).count == 1)
    }

    @Test func `a service that was killed tells again what may not have gone out`() throws {
        var bench = try livedIn()
        let said = try bench.core.delete(bench.keys, at: second(10))
        var next = try HistoryBench(store: bench.store)
        let again = try next.connect(at: second(20))
        #expect(again.suffix(said.count) == said.suffix(said.count))
        #expect(next.core.deletions == [bench.keys])
        _ = try next.step(21, north: 3)
        #expect(try next.store.fixCount(of: bench.keys) == 0)
        _ = try next.core.ingest([reported(version: 8, isRegistered: false, bench)], at: second(22))
        #expect(try HistoryBench(store: bench.store).core.deletions.isEmpty)
    }

    @Test func `a tracker that was registered anew before the service was there again is not told to leave`() throws {
        var bench = try livedIn()
        _ = try bench.core.delete(bench.keys, at: second(10))
        var next = try HistoryBench(store: bench.store, fenced: false)
        let name = try ItemName("New keys")
        let anew = DesiredState(version: 9, item: name)
        let told = try next.connect(at: second(20), keeping: [desired(anew, bench)])
        #expect(wishes(told, bench).isEmpty)
        #expect(next.core.deletions.isEmpty)
        #expect(try next.store.device(bench.keys)?.item == name)
    }

    @Test func `who writes over the wish without knowing it is put right`() throws {
        var bench = try livedIn()
        _ = try bench.core.delete(bench.keys, at: second(10))
        let stale = desired(DesiredState(version: 8, power: .on), bench)
        let messages = try bench.core.ingest([stale], at: second(11))
        #expect(wishes(messages, bench) == [DesiredState(version: 9, power: .off, isRegistered: false)])
        #expect(try bench.store.deletions().map(\.version) == [9])
    }

    @Test(arguments: [true, false])
    func `a tracker that is registered again is an item again, before it has confirmed or after`(
        isEarly: Bool
    ) throws {
        var bench = try livedIn()
        _ = try bench.core.delete(bench.keys, at: second(10))
        if !isEarly { _ = try bench.core.ingest([reported(version: 8, isRegistered: false, bench)], at: second(11)) }
        let wanted = DesiredState(version: isEarly ? 9 : 1, item: try ItemName("Purse"))
        _ = try bench.core.ingest([desired(wanted, bench)], at: second(30))
        _ = try bench.step(31, north: 3)
        #expect(try bench.store.fixCount(of: bench.keys) == 1)
        #expect(try bench.store.device(bench.keys)?.item == ItemName("Purse"))
        #expect(bench.core.deletions.isEmpty)
    }

    @Test func `a wish that was under way when the tracker left makes no new item`() throws {
        var bench = try livedIn()
        _ = try bench.core.delete(bench.keys, at: second(10))
        _ = try bench.core.ingest([reported(version: 8, isRegistered: false, bench)], at: second(11))
        let late = try bench.core.ingest([desired(DesiredState(version: 7), bench)], at: second(12))
        #expect(cleared(late) == [bench.topics.desired(bench.keys)])
        #expect(try bench.store.device(bench.keys) == nil)
    }

    @Test(arguments: [true, false])
    func `a deletion that an older copy of the database does not know goes on being told`(isHeardFirst: Bool) throws {
        var bench = try livedIn()
        let said = try bench.core.delete(bench.keys, at: second(10))
        let wish = try #require(said.first { $0.topic == bench.topics.desired(bench.keys) && !$0.payload.isEmpty })
        var older = try HistoryBench()
        // What the broker keeps, and perhaps signs of life before that, which waited in the service's session.
        let signs = [reported(version: 7, bench), availability(.online, bench)]
        let messages = try older.core.ingest((isHeardFirst ? signs : []) + [wish] + signs, at: second(20))
        #expect(messages.contains { $0.topic == bench.topics.state(bench.keys) && !$0.payload.isEmpty } == false)
        #expect(older.core.deletions == [bench.keys])
        let (device, rows) = (try older.store.device(bench.keys), try older.store.deletions())
        #expect(device == nil)
        #expect(rows == [DeletionRow(device: bench.keys, asked: second(20), version: 8)])
        #expect(wishes(try older.connect(at: second(21)), bench).map(\.version) == [8])
        let order = try #require(try older.core.tick(at: second(30)).first)
        let verb = try Command(decoding: order.payload).verb
        #expect(verb == .unregister)
        _ = try older.core.ingest([reported(version: 8, isRegistered: false, bench)], at: second(31))
        #expect(older.core.deletions.isEmpty)
    }

    @Test func `last words of a tracker, and what was said to it then, make no item`() throws {
        var bench = try HistoryBench()
        var wish = desired(DesiredState(version: 8, power: .off, isRegistered: false), bench)
        wish.retained = false
        _ = try bench.core.ingest([reported(version: 8, isRegistered: false, bench), wish], at: second(1))
        let device = try bench.store.device(bench.keys)
        #expect(device == nil)
        #expect(bench.core.deletions.isEmpty)
    }

    @Test func `an item that an older copy knows is not deleted again`() throws {
        var bench = try livedIn()
        _ = try bench.core.ingest(
            [desired(DesiredState(version: 8, power: .off, isRegistered: false), bench)],
            at: second(20)
        )
        let count = try bench.store.fixCount(of: bench.keys)
        #expect(count == 5)
        #expect(bench.core.deletions.isEmpty)
    }

    @Test func `what is wanted of trackers is heard before what they say`() {
        let filters = HistoryConfiguration().session.subscriptions.map(\.filter)
        #expect(filters.first == "tagalong/+/+/desired")
    }

    @Test func `what its gateway takes back is confirmed`() throws {
        var bench = try livedIn()
        _ = try bench.core.delete(bench.keys, at: second(10))
        _ = try bench.core.ingest([Message(topic: bench.topics.desired(bench.keys), payload: [])], at: second(11))
        #expect(bench.core.deletions.isEmpty)
    }

    @Test func `the others go on as they were, whichever goes`() throws {
        var bench = try livedIn()
        let purse = DeviceID(owner: bench.keys.owner, device: try Name("purse"))
        let first = bench.location(purse, at: 7, north: 3, mark: FixMark(boot: 1, sequence: 1))
        _ = try bench.core.ingest([first], at: second(7))
        _ = try bench.core.delete(bench.keys, at: second(10))
        let batch = [
            bench.location(bench.phone, at: 11, north: 0),
            bench.location(purse, at: 11, north: 30, mark: FixMark(boot: 1, sequence: 2)),
        ]
        let messages = try bench.core.ingest(batch, at: second(11))
        #expect(messages.contains { $0.topic == bench.topics.alert(purse) })
        #expect(try bench.store.fixCount(of: purse) == 2)
    }
}
