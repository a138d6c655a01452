import Access
import Foundation
import Store
import Tracking

/// The accounts of one call: in a file, or beside a history in PostgreSQL.
struct AccessChoice: Hashable, Sendable {
    /// The file, or the whole address of PostgreSQL.
    let address: String
    /// Whether they are on a server.
    let isOnServer: Bool

    /// Those that somebody names, or else those of the data directory; of workers, those beside their store.
    ///
    /// - Throws: ``CommandFailure`` for what is neither a file nor an address, or ``SettingsError``.
    init(_ flag: String?, _ settings: CommandSettings, workersStore: StoreChoice? = nil) throws {
        if let given = try settings.value(.accounts, flag: flag) {
            try self.init(given)
        } else if let store = workersStore {
            self.init(store.address, isOnServer: store.isOnServer)
        } else if try settings.value(.partitions, flag: nil) != nil, let store = try settings.value(.store, flag: nil),
            PostgresPlace(store.text) != nil
        {
            // The workers of these settings share them.
            self.init(store.text, isOnServer: true)
        } else {
            self.init("\(settings.dataDirectory)/access.sqlite", isOnServer: false)
        }
    }

    /// Those of a file or an address as somebody has written it.
    ///
    /// - Throws: ``CommandFailure`` for what is neither.
    init(_ given: Given) throws(CommandFailure) {
        guard !PostgresPlace.isMisspelt(given.text) else {
            throw CommandFailure(
                .badInput,
                "\(given.origin): a file is expected, or an address such as postgres://user@host/database?schema=name"
            )
        }
        let isOnServer = PostgresPlace(given.text) != nil
        self.init(isOnServer ? given.text : given.path, isOnServer: isOnServer)
    }

    private init(_ address: String, isOnServer: Bool) { (self.address, self.isOnServer) = (address, isOnServer) }

    /// Whether there are any, as far as that is known before they are opened.
    func isThere() throws(CommandFailure) -> Bool {
        if isOnServer { return true }
        return try Directories.isThere(address)
    }

    /// Opens the accounts, which are made when they are missing, with their directory.
    ///
    /// - Throws: `AccessError` or ``CommandFailure``.
    func open() throws -> AccessControl {
        if !isOnServer { try Directories.create((address as NSString).deletingLastPathComponent) }
        return try AccessControl(path: address)
    }
}

extension Name {
    /// The name of an account as it was typed.
    init(account text: String) throws(CommandFailure) {
        do { self = try Name(text) } catch { throw CommandFailure(.badInput, "the account: \(error)") }
    }
}
