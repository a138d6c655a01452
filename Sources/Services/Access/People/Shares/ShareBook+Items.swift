internal import Store
public import Tracking

/// Shares are of the item that there was when they were made, as links to items are.
extension ShareBook {
    /// Has shares end whose item is not there any more, or is a later one of the same name.
    ///
    /// `created` says of the items that are shared when each was added, without those that are not there.
    /// A share of an item that was not there yet is of the first that comes; so are those of before this was written down.
    /// `owners` says of whom the history knows anything at all. Of others nothing ends: a console that was started once with
    /// another history, or with an empty one, would end all shares for good.
    ///
    /// - Throws: ``AccessError/database(path:_:)``, or what the two throw, and then nothing is changed.
    public func sweep(
        _ created: (Set<DeviceID>) throws -> [DeviceID: Timestamp], of owners: () throws -> Set<Name>
    ) throws {
        let kept = try database.read { try $0.sharedItems() }
        guard !kept.isEmpty else { return }
        let there = try created(Set(kept.map(\.device)))
        let changes = kept.map { (item: $0, now: there[$0.device]) }.filter { $0.now != $0.item.created }
        guard !changes.isEmpty else { return }
        let known = try owners()
        try database.write { session in
            for (item, now) in changes {
                if item.created == nil, let now {
                    try session.bind(item.device, to: now)
                } else if known.contains(item.device.owner) {
                    try session.endShares(of: item)
                }
            }
        }
    }
}

/// An item that somebody shares by its name, and when that was added that the shares are of; nil where that is not known.
private struct SharedItem {
    let device: DeviceID
    let created: Timestamp?
}

extension SQLSession {
    private static let shareTables = ["contact_shares", "group_shares"]

    fileprivate func sharedItems() throws -> [SharedItem] {
        let parts = Self.shareTables.map { "SELECT owner, tracker, item_created_ms FROM \($0) WHERE tracker <> ''" }
        return try rows(parts.joined(separator: " UNION ")) { row in
            SharedItem(
                device: DeviceID(owner: try Name(row[0] as String), device: try Name(row[1] as String)),
                created: (row[2] as Int64?).map(Timestamp.init(milliseconds:))
            )
        }
    }

    fileprivate func bind(_ device: DeviceID, to created: Timestamp) throws {
        for table in Self.shareTables {
            try execute(
                "UPDATE \(table) SET item_created_ms = ? WHERE owner = ? AND tracker = ? AND item_created_ms IS NULL",
                [created.milliseconds, device.owner.text, device.device.text]
            )
        }
    }

    fileprivate func endShares(of item: SharedItem) throws {
        for table in Self.shareTables {
            try execute(
                "DELETE FROM \(table) WHERE owner = ? AND tracker = ? AND item_created_ms = ?",
                [item.device.owner.text, item.device.device.text, item.created?.milliseconds]
            )
        }
    }
}
