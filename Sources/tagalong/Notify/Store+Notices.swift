import Messages
import Notifications
import Store
import Tracking

extension Store {
    /// The items that somebody has marked as lost, in the order of their names.
    ///
    /// - Throws: `StoreError`.
    func markedItems() throws -> [MarkedItem] {
        // Few items are marked: of all others nothing is read but their rules, if they have any.
        let marks = try documents(.rules).compactMapValues { try? ItemRules(decoding: $0).lost }
        return try marks.sorted { $0.key < $1.key }.compactMap { device, mark in
            guard let row = try item(device) else { return nil }
            let state = row.documents[.state].flatMap { try? StateMessage(decoding: $0) }
            return MarkedItem(
                device: device,
                item: row.device.item?.text ?? state?.item ?? device.device.text,
                mark: mark,
                position: row.lastFix.map { Position($0.fix) }
            )
        }
    }

    /// Whether there is what a notice is of: an item, or the owner whom an unknown tag follows.
    ///
    /// - Throws: `StoreError`.
    func isKnown(_ device: DeviceID) throws -> Bool {
        // An unknown tag is its owner's, as long as anything is known of that one.
        if Notice.isOfUnknown(device) { return try !devices(of: device.owner).isEmpty }
        // What was taken off the items is a phone from then on.
        return try self.device(device)?.kind == .tracker
    }
}
