import Foundation
import GRDB

/// What is read of a file before it is opened for writing, so that a file that is not ours is left as it was.
struct Preflight {
    let applicationID: Int
    let version: Int
    let isEmpty: Bool

    init(_ database: Database) throws {
        applicationID = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
    }

    /// Refuses a database that is not ours or too new.
    func check(path: String, supported: Int) throws(StoreError) {
        if isEmpty, version == 0, applicationID == 0 { return }
        guard applicationID == Schema.applicationID else { throw StoreError(path: path, .foreign) }
        guard version <= supported else {
            throw StoreError(path: path, .newerSchema(found: version, supported: supported))
        }
    }

    /// Refuses a file that is there and not ours; a missing or empty file passes when it may be created.
    static func check(path: String, create: Bool, supported: Int) throws {
        let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
        guard let size else {
            if create { return }
            throw StoreError(path: path, .cannotOpen("there is no such file"))
        }
        if size == 0 { return }
        var configuration = Configuration()
        configuration.readonly = true
        // After a kill who comes first reads the log anew, and has the file for itself meanwhile.
        configuration.busyMode = .timeout(Double(Store.patience))
        try DatabaseQueue(path: path, configuration: configuration)
            .unsafeRead { try Preflight($0) }
            .check(path: path, supported: supported)
    }
}
