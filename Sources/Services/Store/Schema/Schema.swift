import GRDB

/// The steps that lead to the present form of the tables.
///
/// `PRAGMA user_version` holds the number of the last step taken.
struct Schema: Sendable {
    /// Marks the file as ours: `TGAL` in ASCII.
    static let applicationID = 0x5447_414C

    static let current = Schema(migrations: [.first, .evidence, .items])

    /// In order; the first leads to version 1, each to the next.
    var migrations: [Migration]

    var version: Int { migrations.count }

    struct Migration: Sendable {
        /// What it is for, as it stands in an error.
        let name: String
        let sql: String
    }

    /// Takes the steps that are missing, all or none.
    func migrate(_ database: Database, path: String) throws {
        try database.inTransaction(.immediate) {
            let found = try Preflight(database)
            // Again, under the write lock: another process may have come first.
            try found.check(path: path, supported: version)
            for migration in migrations.dropFirst(found.version) {
                try database.execute(sql: migration.sql)
            }
            if found.version < version {
                try database.execute(sql: "PRAGMA application_id = \(Self.applicationID)")
                try database.execute(sql: "PRAGMA user_version = \(version)")
            }
            return .commit
        }
    }

    /// Refuses what a reader cannot use, as it cannot take the missing steps.
    func checkReadable(_ queue: DatabaseQueue, path: String) throws {
        let found = try queue.unsafeRead { try Preflight($0) }
        guard found.version == version else {
            throw StoreError(path: path, .olderSchema(found: found.version, needed: version))
        }
    }
}
