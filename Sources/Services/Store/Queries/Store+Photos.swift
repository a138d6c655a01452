import Foundation
import GRDB
public import Tracking

extension Store {
    /// The photo of an item; nil for none.
    public func photo(of device: DeviceID) throws -> PhotoRow? {
        try read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT type, data, updated_ms FROM devices JOIN photos ON device_id = devices.id
                    WHERE owner = ? AND device = ?
                    """
            )
            guard let row = try Row.fetchOne(statement, arguments: device.arguments) else { return nil }
            return PhotoRow(
                kind: try PhotoRow.Kind(stored: row[0], of: device),
                data: (row[1] as Data).bytes,
                updated: Timestamp(milliseconds: row[2])
            )
        }
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
