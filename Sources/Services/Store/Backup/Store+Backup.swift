import Foundation
import GRDB
import Synchronization

extension Store {
    /// Copies the database as it is at this moment, while others read and write it.
    ///
    /// The copy is one file of SQLite that needs no other. It is checked before this returns.
    ///
    /// - Throws: ``StoreError``, or what `progress` throws.
    public func backUp(
        to copy: String,
        pagesAStep: Int32 = 512,
        progress: @escaping (_ done: Int, _ all: Int) throws -> Void = { _, _ in }
    ) throws {
        guard case .sqlite(let reader, _) = engine else { return try backUpRows(to: copy, progress) }
        do {
            let queue = try DatabaseQueue(path: copy, configuration: .plain)
            try reader.read { database in
                // A transaction begins with its first reading. Within it the copy is of one moment, and the writer goes
                // on meanwhile; without it the copy would begin anew with every batch that is stored, and never end.
                _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema")
                try queue.writeWithoutTransaction { copied in
                    try database.backup(to: copied, pagesPerStep: pagesAStep) { step in
                        try progress(step.completedPageCount, step.totalPageCount)
                    }
                }
            }
            try Self.seal(queue, path: copy)
        } catch { throw StoreError.translated(error, path: copy) }
    }

    /// The same from PostgreSQL, row by row.
    private func backUpRows(to copy: String, _ progress: @escaping (_ done: Int, _ all: Int) throws -> Void) throws {
        do {
            let target = try Store(path: copy, mode: .readWrite(create: true), durability: .off)
            try StoreCopy(from: self, to: target).run(progress: progress)
        }
        // Closed by now, as its log becomes part of it.
        try Self.seal(DatabaseQueue(path: copy, configuration: .plain), path: copy)
    }

    /// Copies a database that no service writes, to put it in the place of another.
    ///
    /// Messages that still waited to be published count as published: they are of a time that is over. What reminders told
    /// stays in their history.
    ///
    /// - Throws: ``StoreError`` when the database is not ours, too new or damaged.
    public static func copyForRestore(
        from source: String, to copy: String, progress: @escaping (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) throws {
        do {
            try Preflight.check(path: source, create: false, supported: schemaVersion)
            var configuration = Configuration.plain
            configuration.readonly = true
            let original = try DatabaseQueue(path: source, configuration: configuration)
            guard try original.unsafeRead({ try Preflight($0) }).version > 0 else {
                throw StoreError(path: source, .foreign)
            }
            let queue = try DatabaseQueue(path: copy, configuration: .plain)
            try original.backup(to: queue, pagesPerStep: 512) { step in
                progress(step.completedPageCount, step.totalPageCount)
            }
            do { try seal(queue, path: source) } catch let error as DatabaseError
                where error.resultCode == .SQLITE_CORRUPT
            {
                throw StoreError(path: source, StoreError.Reason(error))
            }
            try queue.write { database in
                try database.execute(sql: "DELETE FROM outbox")
                // One of an earlier version has none.
                guard try database.tableExists("reminder_events") else { return }
                try database.execute(sql: "UPDATE reminder_events SET sent = 1 WHERE sent = 0")
            }
        } catch { throw StoreError.translated(error, path: source) }
    }

    /// Makes a copy one file, and checks it.
    private static func seal(_ queue: DatabaseQueue, path: String) throws {
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = DELETE")
            let damages = try String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
            if let first = damages.first { throw StoreError(path: path, .corrupt(first)) }
        }
    }

    /// Moves everything from the log into the file, so that the file is the whole database once it is closed; no other
    /// process may have it open.
    ///
    /// - Throws: ``StoreError``.
    public static func checkpoint(path: String) throws {
        do {
            try DatabaseQueue(path: path, configuration: .plain).writeWithoutTransaction {
                _ = try $0.checkpoint(.truncate)
            }
        } catch { throw StoreError.translated(error, path: path) }
    }

    /// Writes the whole file anew, without unused space, in a form from which later space can be given back in steps.
    ///
    /// Needs twice the space meanwhile, and must be the only one to use the database. Words that no fix says any more
    /// are removed as well.
    ///
    /// - Throws: ``StoreError``; then the file is as it was.
    public func compact() throws {
        do {
            try write { try $0.removeUnusedContexts() }
            switch engine {
            case .sqlite:
                try fileWriter().writeWithoutTransaction { database in
                    try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
                    try database.execute(sql: "VACUUM")
                    _ = try database.checkpoint(.truncate)
                }
            case .postgres(let store): try store.compact()
            }
            // The numbers of those that were removed may be given to others.
            contexts.withLock { $0 = ContextCache() }
        } catch { throw StoreError.translated(error, path: path) }
    }
}

extension StoreTransaction {
    fileprivate mutating func removeUnusedContexts() throws {
        var unused = Set(try database.rows("SELECT id FROM fix_contexts") { $0.number(at: 0) })
        let blocks = try database.longCursor("SELECT first_ms, data FROM fix_blocks")
        while !unused.isEmpty, let block = try blocks.next() {
            for record in try FixBlock.records(block.bytes(at: 1), first: block.number(at: 0)) {
                unused.remove(record.context)
            }
        }
        for id in unused { try database.execute("DELETE FROM fix_contexts WHERE id = ?", [id]) }
        forgetAll()
    }
}

extension Configuration {
    /// For a file that is no store in use.
    fileprivate static var plain: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        return configuration
    }
}
