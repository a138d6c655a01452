internal import Store
internal import Tracking

/// Who counts: an account is active once its owner has shown who they are, until it is deactivated.
///
/// One that is not active shares nothing and is shown to nobody: neither as a contact, nor in groups, nor in searches.
extension SQLSession {
    /// A condition on a row of `accounts`: that it is active.
    static let isActive = "(verified_ms IS NOT NULL AND deactivated_ms IS NULL)"

    /// A condition that the account of a column, such as `c.other`, is active.
    static func isActive(_ column: String) -> String {
        "EXISTS (SELECT 1 FROM accounts active WHERE active.name = \(column) "
            + "AND active.verified_ms IS NOT NULL AND active.deactivated_ms IS NULL)"
    }

    /// Whether there is such an account, and it is active.
    func isActive(_ name: Name) throws -> Bool {
        try value("SELECT EXISTS (SELECT 1 FROM accounts WHERE name = ? AND \(Self.isActive))", [name.text]) ?? false
    }

    /// The account that has a mail address, whatever the case of its letters; nil for none.
    func account(of mail: MailAddress) throws -> Name? {
        let name: String? = try value("SELECT name FROM accounts WHERE mail_key = ?", [mail.folded])
        return try name.map { try Name($0) }
    }

    /// Who has registered and not shown yet that the mail address is theirs: somebody who may do nothing; nil for others.
    func newcomer(_ name: Name, scope: Scope) throws -> Principal? {
        let sql = "SELECT verified_ms IS NULL FROM accounts WHERE name = ? AND deactivated_ms IS NULL"
        guard try value(sql, [name.text]) as Bool? == true else { return nil }
        var principal = Principal(account: name, isAdministrator: false, scope: scope)
        principal.isVerified = false
        return principal
    }
}
