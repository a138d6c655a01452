import Access
import HTTPTypes
import Tracking
import Web

/// Who may change the accounts and tokens of others: an administrator who has logged in.
struct AccountManager {
    let access: AccessControl
    /// The account of who asks.
    let account: Name

    /// Who asks, for a change.
    ///
    /// - Throws: ``Problem``: for a token, which is for what a program does, and not for letting others in for ever; and
    ///   where nobody has to log in yet, as the first passcode is the owner's own.
    init(_ parts: WebParts, _ context: ConsoleContext) throws(Problem) {
        access = try parts.accounts
        guard context.isProtected else {
            throw Problem(.conflict, "set a passcode and log in with it first; other accounts are then added")
        }
        guard let account = context.session?.principal.account, context.viewer.mayAdminister else {
            throw .forbidden
        }
        self.account = account
    }
}

extension WebParts {
    /// The accounts.
    ///
    /// - Throws: ``Problem`` where the console knows nobody.
    var accounts: AccessControl {
        get throws(Problem) {
            guard let access else { throw Problem(.notFound, "nobody can log in to this console") }
            return access
        }
    }
}
