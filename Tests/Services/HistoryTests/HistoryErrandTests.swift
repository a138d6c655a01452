import Messages
import Store
import StoreSupport
import TestSupport
import Testing
import Tracking

@testable import History

/// What is asked of the worker that holds an owner's partition goes there as bytes, and does the same as at home.
@Suite(.onBothEngines) struct HistoryErrandTests {
    private let now = Timestamp(milliseconds: 1_767_000_000_000)
    private let bag: DeviceID
    private let phone: DeviceID
    private var core: HistoryCore

    init() throws {
        let sam = try Name("sam")
        (bag, phone) = (DeviceID(owner: sam, device: try Name("bag")), DeviceID(owner: sam, device: try Name("phone")))
        core = try HistoryCore(store: .forTest())
        for device in [bag, phone] {
            let payload = #"{"_type":"location","lat":46,"lon":14,"acc":5,"tst":1766999990}"#
            _ = try core.ingest([Message(topic: Topics().location(device), payload: Array(payload.utf8))], at: now)
        }
    }

    /// Does an errand as it comes from the board, and reads its answer as it comes back.
    private mutating func perform(_ errand: HistoryErrand) throws -> HistoryErrand.Outcome {
        let sent = try HistoryErrand(written: errand.written)
        #expect(sent == errand)
        return try HistoryErrand.Outcome(written: sent.perform(on: &core, at: now).value.written)
    }

    @Test mutating func `a device becomes an item, once as a new one, and none again`() throws {
        let name = try ItemName("Bag")
        #expect(try perform(.addItem(bag, named: name, asNew: true)) == .done)
        #expect(try core.store.item(bag) != nil)
        #expect(try perform(.addItem(bag, named: name, asNew: true)) == .isItemAlready)
        #expect(try perform(.takeOffItem(bag)) == .done)
        #expect(try core.store.item(bag) == nil)
        #expect(try perform(.addItem(phone, named: name, asNew: false)) == .isPhone(isConfigured: false))
        let unheard = DeviceID(owner: bag.owner, device: try Name("nothing"))
        #expect(try perform(.addItem(unheard, named: name, asNew: false)) == .unheard)
    }

    @Test mutating func `an item has a photo, a retention, and is deleted with them`() throws {
        let photo = PhotoRow(kind: .png, data: [1, 2, 3], updated: now)
        #expect(try perform(.setPhoto(photo, of: bag)) == .none)
        #expect(try perform(.addItem(bag, named: ItemName("Bag"), asNew: false)) == .done)
        #expect(try perform(.setPhoto(photo, of: bag)) == .done)
        #expect(try core.store.photo(of: bag) == photo)
        #expect(try perform(.setPhoto(nil, of: bag)) == .done)
        #expect(try perform(.setPhoto(nil, of: bag)) == .none)
        let retention = try Retention(days: 0.5, fixes: 7)
        #expect(try perform(.setRetention(retention, of: bag)) == .done)
        #expect(try core.store.retentions()[bag] == retention)
        #expect(try perform(.setRetention(nil, of: bag)) == .done)
        #expect(try core.store.retentions()[bag] == nil)
        #expect(try perform(.delete(bag)) == .done)
        #expect(try core.store.device(bag) == nil)
        #expect(try perform(.delete(DeviceID(owner: bag.owner, device: Name("nothing")))) == .isNoItem)
    }

    @Test mutating func `what a phone posts is stored, counted, and known when it comes again`() throws {
        let payload = Array(#"{"_type":"location","lat":46.1,"lon":14,"acc":5,"tst":1766999995}"#.utf8)
        let errand = HistoryErrand.post([payload, Array("{".utf8)], from: phone, takesCommands: true)
        #expect(errand.makesOwner)
        #expect(try perform(errand) == .posted(accepted: 1, repeated: 0, refused: 1, commands: []))
        #expect(try core.store.fixCount(of: phone) == 2)
        let again = HistoryErrand.post([payload], from: phone, takesCommands: true)
        #expect(try perform(again) == .posted(accepted: 0, repeated: 1, refused: 0, commands: []))
    }

    @Test mutating func `an owner is erased once for one order`() throws {
        let mark = ErasureMark(erasure: 1, asked: now)
        let errand = HistoryErrand.erase(bag.owner, for: mark, tellingTrackers: false)
        #expect(try perform(errand) == .done)
        #expect(try core.store.devices(of: bag.owner).isEmpty)
        let payload = #"{"_type":"location","lat":46,"lon":14,"acc":5,"tst":1766999999}"#
        _ = try core.ingest(
            [Message(topic: Topics().location(bag), payload: Array(payload.utf8))], at: now.advanced(by: .seconds(9)))
        #expect(try perform(errand) == .done)
        // What has come since is no part of it.
        #expect(try core.store.device(bag) != nil)
        #expect(try perform(.forgetRefusals(of: bag.owner)) == .done)
    }

    @Test(arguments: ["", "{}", #"{"owner":"sam","action":{"sell":{}}}"#])
    func `what is no errand is refused`(text: String) {
        #expect(throws: (any Error).self) { try HistoryErrand(written: Array(text.utf8)) }
    }
}
