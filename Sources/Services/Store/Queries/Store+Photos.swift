public import Tracking

extension Store {
    /// The photo of an item; nil for none.
    public func photo(of device: DeviceID) throws -> PhotoRow? {
        try read { try PhotoRow.fetch(device, $0) }
    }
}

extension PhotoRow {
    static func fetch(_ device: DeviceID, _ database: Session) throws -> PhotoRow? {
        try database.row(
            """
            SELECT type, data, updated_ms FROM devices JOIN photos ON device_id = devices.id
            WHERE owner = ? AND device = ?
            """,
            device.arguments
        ) { row in
            PhotoRow(
                kind: try Kind(stored: row[0], of: device), data: row[1], updated: Timestamp(milliseconds: row[2])
            )
        }
    }
}

extension PhotoSummary {
    /// The summaries of the photos of devices that fulfil a condition.
    static func fetch(
        where condition: String, _ arguments: SQLArguments, _ database: Session
    ) throws -> [DeviceID: PhotoSummary] {
        let sql = """
            SELECT owner, device, type, length(data), updated_ms
            FROM devices JOIN photos ON device_id = devices.id WHERE \(condition)
            """
        let rows = try database.cursor(sql, arguments)
        var photos: [DeviceID: PhotoSummary] = [:]
        while let row = try rows.next() {
            let id = try DeviceID(row)
            let kind = try PhotoRow.Kind(stored: row[2], of: id)
            photos[id] = PhotoSummary(kind: kind, size: row[3], updated: Timestamp(milliseconds: row[4]))
        }
        return photos
    }
}

extension PhotoRow.Kind {
    init(stored text: String, of device: DeviceID) throws(Damage) {
        guard let kind = Self(rawValue: text) else {
            throw Damage(detail: "the photo of \(device) is of no known kind")
        }
        self = kind
    }
}
