internal import Store
public import Tracking

extension AccessControl {
    /// Ends share links, shares and found pages of an item that is gone.
    ///
    /// What is of another item of the name, which was added at another time, stays.
    ///
    /// - Throws: ``AccessError/database(path:_:)``.
    public func endSharing(of item: DeviceID, added: Timestamp) throws(AccessError) {
        try database.write { session in
            for table in ["item_links", "contact_shares", "group_shares", "found_pages"] {
                try session.execute(
                    "DELETE FROM \(table) WHERE owner = ? AND tracker = ? AND item_created_ms = ?",
                    [item.owner.text, item.device.text, added.milliseconds]
                )
            }
        }
    }
}
