import History
import Messages
import Store
import StoreSupport
import Testing
import Tracking

/// What the broker keeps of whether the service is there, when others write over it.
@Suite(.onBothEngines) struct OwnStatusTests {
    private var core: HistoryCore
    private let topic = Topics().historyStatus
    private var online: Message { status("online") }

    init() throws {
        core = try HistoryCore(store: Store.forTest())
        _ = core.connected(at: now(100))
    }

    private func now(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }

    private func status(_ text: String, retained: Bool = true) -> Message {
        Message(topic: topic, payload: Array(text.utf8), retained: retained)
    }

    private mutating func hears(_ text: String, at seconds: Double) throws -> [Message] {
        try core.ingest([status(text, retained: false)], at: now(seconds))
    }

    @Test(arguments: ["offline", "", "ONLINE", "online "])
    mutating func `what somebody else writes is put right at once`(text: String) throws {
        #expect(try hears(text, at: 110) == [online])
        #expect(try core.tick(at: now(120)) == [])
    }

    @Test mutating func `nothing is said where it is right already`() throws {
        #expect(try hears("online", at: 110) == [])
        #expect(try core.tick(at: now(120)) == [])
    }

    @Test mutating func `two that contradict each other do so every five seconds at most`() throws {
        var told: [Double] = []
        for second in 0..<30 {
            let at = 110 + Double(second)
            if try !hears("offline", at: at).isEmpty { told.append(at) }
        }
        #expect(told == [110, 115, 120, 125, 130, 135])
        #expect(try core.tick(at: now(139.5)) == [])
        #expect(try core.tick(at: now(140)) == [online], "what was held back is said when its time has come")
        #expect(try core.tick(at: now(150)) == [])
    }

    @Test mutating func `what the broker had kept from before is older than what was said at the start`() throws {
        #expect(try core.ingest([status("offline")], at: now(110)) == [])
        #expect(try core.tick(at: now(120)) == [])
    }

    @Test mutating func `a clock that is set back holds it up for no longer than that`() throws {
        #expect(try hears("offline", at: 110) == [online])
        #expect(try hears("offline", at: 20) == [online])
    }

    @Test func `it is told what others write, and which orders are kept, also while it is there`() {
        let subscriptions = HistoryConfiguration().session.subscriptions
        let chosen = Dictionary(uniqueKeysWithValues: subscriptions.map { ($0.filter, $0.options) })
            .filter { !$0.value.isEmpty }
        let expected: [String: BusSession.Subscription.Options] = [
            "tagalong/history/status": .othersOnly, "tagalong/+/+/set/+": .keepsRetained,
            "tagalong/reminders/+/+/set": .keepsRetained,
        ]
        #expect(chosen == expected)
    }
}
