public import Tracking

extension StoreTransaction {
    /// The photo of an item; nil for none.
    public func photo(of device: DeviceID) throws -> PhotoRow? { try PhotoRow.fetch(device, database) }

    /// What there is to say of the photos of all items.
    public func photos() throws -> [DeviceID: PhotoSummary] {
        try PhotoSummary.fetch(where: "devices.kind = 'tracker'", [], database)
    }

    /// Keeps a photo of an item in place of the one before; the item must be known.
    public mutating func savePhoto(_ photo: PhotoRow, of device: DeviceID) throws {
        let row = try self.device(for: device, kind: .tracker, at: photo.updated)
        try database.execute(
            """
            INSERT INTO photos (device_id, type, data, updated_ms) VALUES (?, ?, ?, ?)
            ON CONFLICT (device_id) DO UPDATE SET
                type = excluded.type, data = excluded.data, updated_ms = excluded.updated_ms
            """,
            [row, photo.kind.rawValue, photo.data, photo.updated.milliseconds]
        )
    }

    /// Removes the photo of an item; false when there was none.
    public mutating func removePhoto(of device: DeviceID) throws -> Bool {
        try database.change(
            "DELETE FROM photos WHERE device_id = (SELECT id FROM devices WHERE owner = ? AND device = ?)",
            device.arguments
        ) > 0
    }
}
