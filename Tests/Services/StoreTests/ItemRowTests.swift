import StoreSupport
import Testing
import Tracking

@testable import Store

/// What a tracker is shown with.
@Suite(.onBothEngines) struct ItemRowTests {
    private let store: Store
    private let keys: DeviceID
    private let bag: DeviceID
    private let now = Timestamp(milliseconds: 1_735_689_600_000)

    init() throws {
        store = try Store.forTest()
        (keys, bag) = (try .sample("keys"), try .sample("bag"))
    }

    @Test func `each item has its own documents, photo and fix, alone as in the list`() throws {
        let fixes = [try StoredFix.sample(keys, sequence: 1), try .sample(bag, at: 5, sequence: 1, latitude: 50)]
        try store.insert(fixes + [try .sample(.sample("phone"))])
        let photo = PhotoRow(kind: .png, data: [1, 2, 3], updated: now)
        try store.write { transaction in
            for (kind, byte) in zip(DocumentKind.allCases, UInt8(1)...) {
                try transaction.saveDocument(DocumentRow(device: keys, kind: kind, payload: [byte], updated: now))
            }
            try transaction.saveDocument(DocumentRow(device: bag, kind: .rules, payload: [99], updated: now))
            try transaction.savePhoto(photo, of: bag)
        }
        let items = try store.items()
        #expect(items.map(\.device.id) == [bag, keys])
        #expect(items.map(\.lastFix) == [fixes[1], fixes[0]])
        #expect(items[0].documents == [.rules: [99]])
        #expect(items[0].photo == PhotoSummary(kind: .png, size: 3, updated: now))
        #expect(items[1].documents.count == DocumentKind.allCases.count && items[1].documents[.state] == [5])
        #expect(items[1].photo == nil)
        #expect(try store.item(bag) == items[0] && store.item(keys) == items[1])
        #expect(try store.item(.sample("phone")) == nil && store.item(.sample("nothing")) == nil)
    }

    @Test func `the last fix is the newest plausible one, though a whole block of doubted ones is newer`() throws {
        let good = try StoredFix.sample(keys, sequence: 1)
        let doubted = try (2...200).map { number in
            var fix = try StoredFix.sample(keys, at: Double(number), sequence: UInt32(number))
            fix.isImplausible = true
            return fix
        }
        try store.insert([good] + doubted)
        #expect(try store.items().map(\.lastFix) == [good])
        #expect(try store.item(keys)?.lastFix == good)
        try store.insert([.sample(bag, sequence: 1)])
        #expect(try store.items().map(\.device.id) == [bag, keys])
    }
}
