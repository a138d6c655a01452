import Foundation
import Postgres

/// A move of all that a store holds to a place where there is no database yet, of either engine.
///
/// Until it is complete the copy has a name of its own: a file `….migrating`, or a schema `…_migrating`. One that was
/// interrupted goes on where it was.
public struct StoreMigration: Sendable {
    private let source: Store
    private let path: String
    private let server: PostgresAddress?

    /// A move of a store, which nobody may write meanwhile, to a place such as a store is opened with.
    ///
    /// - Throws: ``StoreError`` when there is a database already, or the server cannot be reached.
    public init(of source: Store, to path: String) throws {
        (self.source, self.path, server) = (source, path, PostgresAddress(path))
        if let server {
            if let problem = server.problem { throw StoreError(path: server.shown, .cannotOpen(problem)) }
            do {
                let connection = try PostgresConnection(server.connection)
                let sql = "SELECT 1 FROM pg_namespace WHERE nspname = ?"
                guard try connection.ask(sql, [.text(server.schema)]).count == 0 else {
                    throw StoreError(path: server.shown, .cannotOpen("there is a schema \(server.schema) already"))
                }
            } catch { throw StoreError.translated(error, path: server.shown) }
        } else if FileManager.default.fileExists(atPath: path) {
            throw StoreError(path: path, .cannotOpen("there is a file already"))
        }
    }

    /// What the copy is called before it is complete.
    private var draft: String { server.map { Self.draft(of: $0).full } ?? path + ".migrating" }

    /// PostgreSQL cuts longer names off.
    private static func draft(of server: PostgresAddress) -> PostgresAddress {
        var name = Substring(server.schema)
        while name.utf8.count > 53 { name.removeLast() }
        return server.renamed(name + "_migrating")
    }

    /// Whether an interrupted move has left something to go on with.
    public var isBegun: Bool { (try? Store(path: draft, mode: .readOnly)) != nil }

    /// Removes what an interrupted move has left.
    ///
    /// - Throws: ``StoreError``.
    public func discard() throws {
        guard let server else {
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: draft + suffix) }
            return
        }
        do {
            let draft = Self.draft(of: server)
            try PostgresConnection(server.connection).run(script: "DROP SCHEMA IF EXISTS \(draft.quotedSchema) CASCADE")
        } catch { throw StoreError.translated(error, path: server.shown) }
    }

    /// Copies all, compares all, and gives the copy its name; returns how many rows there are.
    ///
    /// - Throws: ``StoreError``, ``StoreCopy/Difference``, or what `progress` throws.
    @discardableResult
    public func run(progress: @escaping (_ done: Int, _ all: Int) throws -> Void = { _, _ in }) throws -> Int {
        let rows: Int
        do {
            let target = try Store(path: draft, mode: .readWrite(create: true))
            rows = try StoreCopy(from: source, to: target).run(progress: progress)
            if let server, case .postgres(let store) = target.engine {
                // By who holds its lock: nobody else has written to it.
                do { try store.rename(to: server.schema) } catch {
                    throw StoreError.translated(error, path: server.shown)
                }
                return rows
            }
        }
        // The file is closed by now.
        do {
            try Store.checkpoint(path: draft)
            try FileManager.default.moveItem(atPath: draft, toPath: path)
        } catch { throw StoreError.translated(error, path: path) }
        return rows
    }
}
