import Foundation
import Messages
import Notifications
import Store
import Testing
import Tracking

@testable import tagalong

/// What notifications ask the history for.
@Suite struct StoreNoticesTests {
    private let now = Timestamp(seconds: 1000)

    @Test func `items that are marked as lost are told by name, and what was taken off the items is known no more`()
        throws
    {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("notices-\(UUID()).sqlite")
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + end) } }
        let store = try Store(path: file.path, mode: .readWrite(create: true))
        let sam = try Name("sam")
        let keys = DeviceID(owner: sam, device: try Name("keys"))
        let bag = DeviceID(owner: sam, device: try Name("bag"))
        let mark = LostMark(since: now, note: "Left on bus 12")
        try store.write { transaction in
            for (device, rules) in [(keys, ItemRules(lost: mark)), (bag, ItemRules())] {
                try transaction.setItem(ItemName("A thing"), thresholds: nil, of: device, at: now)
                let document = DocumentRow(device: device, kind: .rules, payload: rules.encoded(), updated: now)
                try transaction.saveDocument(document)
            }
        }
        let marked = try store.markedItems()
        #expect(marked.map(\.device) == [keys])
        #expect(marked.first?.item == "A thing" && marked.first?.mark == mark && marked.first?.position == nil)
        #expect(try store.isKnown(keys) && store.isKnown(bag))
        #expect(try !store.isKnown(DeviceID(owner: sam, device: Name("purse"))))
        #expect(try store.isKnown(DeviceID(owner: sam, device: Name("unknown-tag-7"))))
        try store.write { try $0.takeOffItem(keys, at: now) }
        #expect(try store.markedItems().isEmpty)
        #expect(try !store.isKnown(keys))
    }
}
