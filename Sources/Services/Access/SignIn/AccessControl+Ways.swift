internal import Store
public import Tracking

/// Which ways in there are, for the page that one logs in on.
public struct WaysIn: Hashable, Sendable {
    /// Whether several accounts have a passcode, so that a name is to be typed.
    public let areSeveral: Bool
    /// Whether an account has a passkey.
    public let hasPasskeys: Bool
}

extension AccessControl {
    /// Whether an account has a passcode.
    public func hasPasscode(_ name: Name) throws(AccessError) -> Bool {
        try database.read { try $0.passcode(of: name) } != nil
    }

    /// Which ways in there are; as quick with many accounts as with few, as anybody may ask.
    public func waysIn() throws(AccessError) -> WaysIn {
        try database.read { database in
            let sql = """
                SELECT count(*) FROM (
                    SELECT 1 FROM accounts WHERE passcode IS NOT NULL AND \(SQLSession.isVerified) LIMIT 2) AS some
                """
            let count: Int = try database.value(sql) ?? 0
            let hasPasskeys: Bool = try database.value("SELECT EXISTS (SELECT 1 FROM passkeys)") ?? false
            return WaysIn(areSeveral: count > 1, hasPasskeys: hasPasskeys)
        }
    }
}
