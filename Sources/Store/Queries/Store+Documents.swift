import Foundation
import GRDB
public import Tracking

extension Store {
    /// The last message of each kind, of all devices.
    public func documents() throws -> [DeviceID: [DocumentKind: DocumentRow]] {
        try read { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT owner, device, device_documents.kind, payload, updated_ms
                    FROM device_documents JOIN devices ON devices.id = device_id
                    """
            )
            var documents: [DeviceID: [DocumentKind: DocumentRow]] = [:]
            while let row = try rows.next() {
                guard let kind = DocumentKind(rawValue: row[2]) else { continue }
                let id = DeviceID(owner: try Name(stored: row[0]), device: try Name(stored: row[1]))
                documents[id, default: [:]][kind] = DocumentRow(
                    device: id,
                    kind: kind,
                    payload: (row[3] as Data).bytes,
                    updated: Timestamp(milliseconds: row[4])
                )
            }
            return documents
        }
    }

    /// One tracker with its last fix and state; nil when the store knows no such tracker.
    public func item(_ id: DeviceID) throws -> ItemRow? {
        guard let device = try device(id), device.kind == .tracker else { return nil }
        let state = try document(.state, of: id)?.payload
        return ItemRow(device: device, lastFix: try latest(of: id, limit: 1, isPlausible: true).first, state: state)
    }
}
