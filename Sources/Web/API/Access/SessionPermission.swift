import Access
import Web

/// What somebody may do here that is about no single item, in the words of `may` of the session.
enum SessionPermission: String, CaseIterable, Encodable {
    /// See the gateways, and pair tags by them.
    case add
    case `import`
    /// Download a backup of the whole history.
    case backup
    /// Play the scenarios of the server.
    case simulate
    /// See how the service is, and its log.
    case status
    /// See the channels that alerts are sent on, and test them.
    case notifications
    /// Have a profile, contacts, groups and an inbox.
    case people
    /// Set one's passcode and passkeys.
    case passcode
    /// Manage the accounts and tokens of others.
    case accounts

    /// What the one who asks may do, in the order of the words; nothing for who has to log in first.
    static func all(_ context: ConsoleContext) -> [SessionPermission] {
        guard let principal = context.principal, principal.isVerified else { return [] }
        return allCases.filter { permission in
            switch permission {
            case .add, .import, .backup, .simulate, .status, .notifications: principal.mayAdminister
            case .people: principal.mayMeetPeople
            // A token does not let its holder in for ever.
            case .passcode: context.session != nil || !context.isProtected
            case .accounts: principal.mayAdminister && (context.session != nil || !context.isProtected)
            }
        }
    }
}

/// What somebody is here, in one word.
enum SessionRole: String, Encodable {
    case administrator
    /// May command everything of the owner of the account's name.
    case owner
    /// Sees what others share.
    case guest

    init(_ principal: Principal) {
        if principal.mayAdminister {
            self = .administrator
        } else if let account = principal.account, principal.right(onAllOf: account) >= .command {
            self = .owner
        } else {
            self = .guest
        }
    }
}
