import History
import Messages
import Store
import StoreSupport
import Testing
import Tracking

/// What phones post over HTTP, without HTTP.
struct PostTests {
    private static let start = Timestamp(milliseconds: 1_777_626_000_000)
    private let store: Store
    private let phone: DeviceID

    init() throws {
        store = try Store.forTest()
        phone = DeviceID(owner: try Name("sam"), device: try Name("phone"))
    }

    private func fix(_ second: Int64) -> [UInt8] {
        Array(#"{"_type":"location","lat":46.05,"lon":14.5,"tst":\#(Self.start.wholeSeconds + second),"m":1}"#.utf8)
    }

    /// A core whose fence has come back, as soon as its session stands.
    private func core() throws -> (core: HistoryCore, published: [Message]) {
        var core = try HistoryCore(store: store)
        let fence = core.connected(at: Self.start)
        let published = try core.ingest(fence.filter { $0.topic == Topics().fence }, at: Self.start)
        return (core, published)
    }

    @Test func `what is posted is stored and published`() throws {
        var (core, _) = try core()
        let (outcome, messages) = try core.post([fix(0)], from: phone, at: Self.start)
        #expect(outcome == PostOutcome(accepted: 1))
        #expect(messages == [Message(topic: "owntracks/sam/phone", payload: fix(0), retained: true)])
        #expect(try store.fixCount(of: phone) == 1)
    }

    @Test func `an owner's devices that post are bounded, and those that are known go on`() throws {
        var (core, _) = try core()
        for number in 1...HistoryCore.mostPhonesOfOwner {
            let device = DeviceID(owner: phone.owner, device: try Name("d\(number)"))
            _ = try core.post([fix(0)], from: device, at: Self.start)
        }
        #expect(throws: TooManyPhones.self) { try core.post([fix(0)], from: phone, at: Self.start) }
        #expect(try store.device(phone) == nil)
        let first = DeviceID(owner: phone.owner, device: try Name("d1"))
        #expect(try core.post([fix(1)], from: first, at: Self.start).value.accepted == 1)
        // Another owner's do, and one that is known over the broker.
        let other = DeviceID(owner: try Name("kim"), device: try Name("phone"))
        #expect(try core.post([fix(1)], from: other, at: Self.start).value.accepted == 1)
        _ = try core.ingest([Message(topic: Topics().location(phone), payload: fix(0))], at: Self.start)
        #expect(try core.post([fix(1)], from: phone, at: Self.start).value.accepted == 1)
    }

    @Test func `what was posted and waits for the broker is not published after an erasure`() throws {
        var core = try HistoryCore(store: store)
        let waypoint = Array(
            #"{"_type":"waypoint","desc":"Home","lat":46.05,"lon":14.5,"rad":50,"tst":\#(Self.start.wholeSeconds)}"#
                .utf8
        )
        _ = try core.post([fix(0), waypoint], from: phone, at: Self.start)
        #expect(try store.pendingOutbox().count == 2)
        _ = try core.erase(phone.owner, tellingTrackers: false, at: Self.start)
        #expect(try store.pendingOutbox().isEmpty)
        let fence = core.connected(at: Self.start)
        let published = try core.ingest(fence.filter { $0.topic == Topics().fence }, at: Self.start)
        #expect(published.allSatisfy { $0.payload.isEmpty || !$0.topic.hasPrefix("owntracks/") })
    }

    @Test func `the copy that comes back is neither stored nor counted`() throws {
        var (core, _) = try core()
        let (_, messages) = try core.post([fix(0)], from: phone, at: Self.start)
        _ = try core.ingest(messages, at: Self.start)
        #expect(try store.fixCount(of: phone) == 1)
        #expect(try store.counters()[.duplicates] == nil)
        #expect(try store.pendingOutbox().isEmpty)
    }

    @Test func `a second post of the same is counted, and published once`() throws {
        var (core, _) = try core()
        _ = try core.post([fix(0)], from: phone, at: Self.start)
        let (outcome, messages) = try core.post([fix(0)], from: phone, at: Self.start)
        #expect(outcome == PostOutcome(repeated: 1))
        #expect(messages.isEmpty)
        #expect(try store.pendingOutbox().count == 1)
    }

    @Test func `what a killed process had not published is published by the next`() throws {
        var first = try HistoryCore(store: store)
        let (_, held) = try first.post([fix(0), fix(10)], from: phone, at: Self.start)
        #expect(held.isEmpty)
        let (second, published) = try core()
        #expect(published.map(\.payload) == [fix(0), fix(10)])
        var next = second
        _ = try next.ingest(published, at: Self.start)
        #expect(try core().published.isEmpty)
        #expect(try store.fixCount(of: phone) == 2)
    }

    @Test func `what had been published before the kill is not published again`() throws {
        var (first, _) = try core()
        let (_, messages) = try first.post([fix(0)], from: phone, at: Self.start)
        // The broker kept the copy for the session, before the fence of the next life.
        var second = try HistoryCore(store: store)
        let fence = second.connected(at: Self.start)
        #expect(try second.ingest(messages + fence, at: Self.start).isEmpty)
        #expect(try store.counters()[.duplicates] == nil)
    }

    @Test func `only the newest position takes the place of the one that the broker keeps`() throws {
        var (core, _) = try core()
        _ = try core.post([fix(10)], from: phone, at: Self.start)
        let (_, messages) = try core.post([fix(0)], from: phone, at: Self.start)
        #expect(messages.map(\.retained) == [false])
    }

    @Test(arguments: [
        ("{", "json"), (#"{"_type":"location","lat":95,"lon":1,"tst":1777626000}"#, "range"),
        (#"{"_type":"encrypted","data":"AAAA"}"#, "encrypted"), (#"{"_type":"cmd","action":"restart"}"#, "type"),
        (#"{"_type":"location","lat":46,"lon":14,"tst":1777999999}"#, "future"), (#"{"lat":46}"#, "missing"),
    ])
    func `what can never be accepted is in the quarantine and not passed on`(body: String, reason: String) throws {
        var (core, _) = try core()
        let (outcome, messages) = try core.post([Array(body.utf8)], from: phone, at: Self.start)
        #expect(outcome == PostOutcome(refused: 1))
        #expect(messages.isEmpty)
        let reasons = try store.quarantine().map(\.reason)
        #expect(reasons == [reason])
        #expect(try store.pendingOutbox().isEmpty)
    }

    @Test(arguments: ["configuration", "request", "dump", "steps", "status", "lwt"])
    func `what a phone says besides is accepted quietly, posted or published`(type: String) throws {
        var (core, _) = try core()
        let body = Array(#"{"_type":"\#(type)","deviceId":"phone","password":"secret"}"#.utf8)
        let (outcome, messages) = try core.post([body], from: phone, at: Self.start)
        #expect(outcome == PostOutcome(accepted: 1))
        // Nobody has asked for the settings of a phone, which have its password in them.
        #expect(messages.isEmpty == (type == "configuration"))
        let published = Array(#"{"_type":"\#(type)","n":1}"#.utf8)
        _ = try core.ingest([Message(topic: Topics().location(phone), payload: published)], at: Self.start)
        #expect(try store.quarantine().isEmpty)
        #expect(try store.pendingOutbox().count == messages.count)
    }

    @Test func `the monitor has the last messages of devices, refused ones too`() throws {
        var (core, _) = try core()
        #expect(core.monitor.newest.isEmpty)
        let later = Self.start.advanced(by: .seconds(5))
        _ = try core.ingest(
            [
                Message(topic: "owntracks/kim/watch", payload: fix(0)),
                Message(topic: "owntracks/kim/old", payload: fix(0), retained: true),
                Message(topic: "owntracks/sam/friend/event", payload: Array("{".utf8)),
                Message(topic: "tagalong/sam/keys/state", payload: Array("{".utf8)),
            ],
            at: Self.start
        )
        _ = try core.post([Array("{".utf8)], from: phone, at: later)
        let found = core.monitor.newest.map { "\($0.received.wholeSeconds - Self.start.wholeSeconds) \($0.topic)" }
        #expect(found == ["5 owntracks/sam/phone", "0 owntracks/sam/friend/event", "0 owntracks/kim/watch"])
        for second in 1...300 {
            _ = try core.ingest([Message(topic: "owntracks/kim/d\(second)", payload: [0x7B])], at: later)
        }
        #expect(core.monitor.newest.count == 256)
        #expect(core.monitor.newest.prefix(2).map(\.topic) == ["owntracks/kim/d300", "owntracks/kim/d299"])
        #expect(core.monitor.newest.last?.topic == "owntracks/kim/d45")
        _ = try core.post([fix(0)], from: phone, at: later)
        _ = try core.erase(try Name("kim"), tellingTrackers: false, at: later)
        #expect(core.monitor.newest.map(\.topic) == ["owntracks/sam/phone"])
        let other = DeviceID(owner: try Name(ownTracks: "sam@mail.example"), device: try Name(ownTracks: "My phone"))
        _ = try core.post([fix(0)], from: other, at: later)
        #expect(core.monitor.newest.first?.topic == "owntracks/sam@mail.example/My phone")
        _ = try core.erase(other.owner, tellingTrackers: false, at: later)
        #expect(core.monitor.newest.map(\.topic) == ["owntracks/sam/phone"])
    }

    @Test func `a phone gets each command once, the newest ten`() throws {
        var (core, _) = try core()
        _ = try core.post([fix(0)], from: phone, at: Self.start)
        let commands = (0..<12).map { Array(#"{"_type":"cmd","action":"reportLocation","n":\#($0)}"#.utf8) }
        _ = try core.ingest(commands.map { Message(topic: "owntracks/sam/phone/cmd", payload: $0) }, at: Self.start)
        #expect(try core.post([fix(1)], from: phone, at: Self.start).value.commands == Array(commands.suffix(10)))
        #expect(try core.post([fix(2)], from: phone, at: Self.start).value.commands == [])
    }

    @Test func `a command of yesterday is not handed out`() throws {
        var (core, _) = try core()
        _ = try core.post([fix(0)], from: phone, at: Self.start)
        let command = Message(topic: "owntracks/sam/phone/cmd", payload: Array(#"{"_type":"cmd"}"#.utf8))
        _ = try core.ingest([command], at: Self.start)
        let later = Self.start.advanced(by: .seconds(25 * 3600))
        #expect(try core.post([fix(1)], from: phone, at: later).value.commands == [])
    }

    @Test func `commands wait over a restart`() throws {
        var (core, _) = try core()
        _ = try core.post([fix(0)], from: phone, at: Self.start)
        let command = Message(topic: "owntracks/sam/phone/cmd", payload: Array(#"{"_type":"cmd"}"#.utf8))
        var next = try HistoryCore(store: store)
        _ = try next.ingest([command], at: Self.start)
        var last = try HistoryCore(store: store)
        #expect(try last.post([fix(1)], from: phone, at: Self.start).value.commands == [command.payload])
    }
}
