import History
import Messages
import Store
import StoreSupport
import Testing
import Tracking

/// Who carries a phone, as the phone says.
struct CardTests {
    private static let now = Timestamp(milliseconds: 1_777_626_000_000)
    private static let card = Array(#"{"_type":"card","name":"Sam","face":"AAAA","tid":"so"}"#.utf8)
    private let store: Store
    private let phone: DeviceID

    init() throws {
        store = try Store.forTest()
        phone = DeviceID(owner: try Name("sam"), device: try Name("phone"))
    }

    private var kept: [UInt8]? { get throws { try store.document(.card, of: phone)?.payload } }

    @Test(arguments: ["owntracks/sam/phone/info", "owntracks/sam/phone/card", "owntracks/sam/phone"])
    func `a card is kept on whichever topic it comes, until it is taken back`(topic: String) throws {
        var core = try HistoryCore(store: store)
        _ = try core.ingest([Message(topic: topic, payload: Self.card)], at: Self.now)
        #expect(try kept == Self.card)
        #expect(try store.device(phone)?.kind == .phone)
        #expect(try store.quarantine().isEmpty)
        _ = try core.ingest([Message(topic: Topics().card(phone), payload: [], retained: true)], at: Self.now)
        #expect(try kept == nil)
    }

    @Test func `the newest card counts, and one that cannot be read leaves the one before`() throws {
        var core = try HistoryCore(store: store)
        _ = try core.post([Self.card], from: phone, at: Self.now)
        let second = Array(#"{"_type":"card","name":"Samuel"}"#.utf8)
        _ = try core.post([second], from: phone, at: Self.now)
        #expect(try kept == second)
        let (outcome, _) = try core.post([Array(#"{"_type":"card","name":7}"#.utf8)], from: phone, at: Self.now)
        #expect(outcome.refused == 1)
        #expect(try kept == second)
        #expect(try store.quarantine().map(\.sentence) == ["name: a text is expected, found 7"])
    }

    @Test func `a card makes no item of a phone, and no phone of an item`() throws {
        var core = try HistoryCore(store: store)
        let wish = Message(
            topic: Topics().desired(phone), payload: Array(#"{"_type":"desired","version":1,"item":"Keys"}"#.utf8))
        _ = try core.post([Self.card], from: phone, at: Self.now)
        #expect(try store.items().isEmpty)
        _ = try core.ingest([wish], at: Self.now)
        _ = try core.post([Self.card], from: phone, at: Self.now)
        #expect(try store.items().map(\.device.id) == [phone])
        #expect(try kept == Self.card)
    }

    @Test func `an erased owner has no card, and the broker is asked to forget it`() throws {
        var core = try HistoryCore(store: store)
        _ = try core.post([Self.card], from: phone, at: Self.now)
        let messages = try core.erase(phone.owner, tellingTrackers: false, at: Self.now) ?? []
        #expect(messages.contains { $0.topic == "owntracks/sam/phone/info" && $0.retained && $0.payload.isEmpty })
        #expect(try kept == nil)
        #expect(try store.device(phone) == nil)
        _ = try core.ingest([Message(topic: Topics().card(phone), payload: [], retained: true)], at: Self.now)
        #expect(try store.device(phone) == nil)
    }
}
