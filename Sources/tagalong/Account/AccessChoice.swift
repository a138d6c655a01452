import Access
import Tracking

/// The accounts of one call.
enum AccessChoice {
    /// Opens the accounts in the data directory, which are made when they are missing.
    ///
    /// - Throws: ``AccessError`` or ``CommandFailure``.
    static func open(_ settings: CommandSettings) throws -> AccessControl {
        try Directories.create(settings.dataDirectory)
        return try AccessControl(path: path(settings))
    }

    static func path(_ settings: CommandSettings) -> String { "\(settings.dataDirectory)/access.sqlite" }
}

extension Name {
    /// The name of an account as it was typed.
    init(account text: String) throws(CommandFailure) {
        do { self = try Name(text) } catch { throw CommandFailure(.badInput, "the account: \(error)") }
    }
}
