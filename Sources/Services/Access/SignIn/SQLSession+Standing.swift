internal import Store
internal import Tracking

/// Who counts: an account is active once its owner has shown who they are, until it is deactivated.
///
/// One that is not active shares nothing and is shown to nobody: neither as a contact, nor in groups, nor in searches.
extension SQLSession {
    /// A condition on a row of `accounts`: that nothing has to be shown by a mail any more.
    ///
    /// An account without an address has nothing to show: whoever keeps the accounts has made it, perhaps with a program of
    /// before that shares the database and writes no time.
    static let isVerified = "(verified_ms IS NOT NULL OR mail_key IS NULL)"

    /// A condition on a row of `accounts`: that it is active.
    static let isActive = "(\(isVerified) AND deactivated_ms IS NULL)"

    /// A condition that the account of a column, such as `c.other`, is active.
    static func isActive(_ column: String) -> String {
        "EXISTS (SELECT 1 FROM accounts active WHERE active.name = \(column) "
            + "AND (active.verified_ms IS NOT NULL OR active.mail_key IS NULL) AND active.deactivated_ms IS NULL)"
    }

    /// Whether there is such an account, and it is active.
    func isActive(_ name: Name) throws -> Bool {
        try value("SELECT EXISTS (SELECT 1 FROM accounts WHERE name = ? AND \(Self.isActive))", [name.text]) ?? false
    }

    /// The account whose mail address it has been shown to be, whatever the case of its letters; nil for none.
    func account(of mail: MailAddress) throws -> Name? {
        let sql = "SELECT name FROM accounts WHERE mail_key = ? AND verified_ms IS NOT NULL"
        let name: String? = try value(sql, [mail.folded])
        return try name.map { try Name($0) }
    }

    /// Who has registered and not shown yet that the mail address is theirs: somebody who may do nothing; nil for others.
    func newcomer(_ name: Name, scope: Scope) throws -> Principal? {
        let sql = "SELECT NOT \(Self.isVerified) FROM accounts WHERE name = ? AND deactivated_ms IS NULL"
        guard try value(sql, [name.text]) as Bool? == true else { return nil }
        var principal = Principal(account: name, isAdministrator: false, scope: scope)
        principal.isVerified = false
        return principal
    }
}
