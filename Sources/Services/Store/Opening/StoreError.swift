import GRDB
import Postgres

/// Why the store could not be opened, read or written.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The database file, or the address of PostgreSQL without its password; empty for one that nobody keeps.
    public let path: String
    public let reason: Reason

    public enum Reason: Hashable, Sendable {
        /// There is no such file, or its directory cannot be used.
        case cannotOpen(String)
        case notADatabase
        /// A database of another program.
        case foreign
        case newerSchema(found: Int, supported: Int)
        /// Only a writer brings an older schema up to date.
        case olderSchema(found: Int, needed: Int)
        /// Opened for reading only, or write-protected.
        case readOnly
        case full
        /// Another file, or none, has its name now.
        case moved
        /// Another process holds the write lock.
        case busy
        case corrupt(String)
        /// PostgreSQL cannot be reached, or the connection was lost; what was being written may have been stored or not.
        case unreachable(String)
        /// Another process has written it while the connection was lost: what was known of it is to be read anew.
        case overtaken
        /// Another worker has taken over the partition that was written.
        case fenced
        /// The workers of the database do not agree, in a sentence.
        case unsuited(String)
        /// Positions of a month are in an object storage, which nobody has named.
        case out(device: String, month: String, String)
        /// The database is of a kind that this cannot be done with, and what is done instead.
        case unsupported(String)
        /// PostgreSQL refused a statement, with its SQLSTATE and message.
        case refused(state: String, message: String)
        /// Another error of SQLite, with its result code and message.
        case failed(code: Int, message: String)
    }

    init(path: String, _ reason: Reason) {
        self.path = path
        self.reason = reason
    }

    public var description: String { "\(path.isEmpty ? "the history that is not kept" : path): \(reason)" }
}

extension StoreError.Reason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .cannotOpen(let detail): "the database cannot be opened (\(detail)); an accessible file is expected"
        case .notADatabase: "the file is not an SQLite database"
        case .foreign: "the database belongs to another program"
        case .newerSchema(let found, let supported):
            "the database has schema version \(found), but this program knows versions up to \(supported); "
                + "use a newer program"
        case .olderSchema(let found, let needed):
            "the database has schema version \(found), but \(needed) is needed; start the history service once"
        case .readOnly: "the database cannot be written; write access to the file and its directory is expected"
        case .full: "the disk is full; free space is expected, and nothing of the batch was stored"
        case .moved:
            "the database was moved away or replaced while it is in use; it is expected back in its place, or the "
                + "history service is to be started again"
        case .busy: "another process is writing the database; one writer is expected"
        case .corrupt(let detail): "the database is damaged (\(detail))"
        case .unreachable(let detail): "the database cannot be used (\(detail)); a running server is expected"
        case .overtaken: "another process has written the database while the connection was lost; it is read anew"
        case .fenced: "another worker has taken the partition over; nothing more is written by this one"
        case .unsuited(let sentence): sentence
        case .out(let device, let month, let storage):
            "the positions of \(device) of \(month) are in \(storage), and no archive is set; --archive, or archive in the "
                + "configuration file, is expected to name it"
        case .unsupported(let detail): "this is not possible with PostgreSQL: \(detail)"
        case .refused(let state, let message): "PostgreSQL refused a statement with code \(state): \(message)"
        case .failed(let code, let message): "SQLite failed with code \(code): \(message)"
        }
    }
}

extension StoreError {
    /// The store's error for one of SQLite's or of stored data; errors of other modules pass unchanged.
    static func translated(_ error: any Error, path: String) -> any Error {
        switch error {
        case let error as DatabaseError: StoreError(path: path, Reason(error))
        case let error as PostgresFailure: StoreError(path: path, Reason(error))
        case let error as Damage: StoreError(path: path, .corrupt(error.detail))
        default: error
        }
    }
}

extension StoreError.Reason {
    /// By the codes of the manual's appendix A.
    init(_ failure: PostgresFailure) {
        switch failure.kind {
        case .unreachable, .lost: self = .unreachable(failure.words)
        case .refused("53100"): self = .full
        case .refused("25006"): self = .readOnly
        case .refused("55P03"): self = .busy
        case .refused("XX001"), .refused("XX002"): self = .corrupt(failure.words)
        // Shut down, or told to end the connection, or starting.
        case .refused(let state) where state.hasPrefix("57P") || state.hasPrefix("08"):
            self = .unreachable(failure.words)
        case .refused(let state): self = .refused(state: state, message: failure.words)
        }
    }

    init(_ error: DatabaseError) {
        switch error.resultCode {
        case .SQLITE_NOTADB: self = .notADatabase
        case .SQLITE_CANTOPEN: self = .cannotOpen(error.message ?? "no message")
        case .SQLITE_READONLY: self = .readOnly
        case .SQLITE_FULL: self = .full
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy
        case .SQLITE_CORRUPT: self = .corrupt(error.message ?? "no message")
        default:
            self = .failed(code: Int(error.extendedResultCode.rawValue), message: error.message ?? "no message")
        }
    }
}

/// Stored data that this program cannot have written.
struct Damage: Error { let detail: String }
