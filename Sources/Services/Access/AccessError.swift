public import Tracking

/// Why somebody is not let in, or something about access cannot be done; one sentence each.
public enum AccessError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Shorter than ``Passcode/shortest`` or longer than ``Passcode/longest``.
    case badPasscode
    /// The two do not agree.
    case passcodesDiffer
    /// Name, passcode or passkey is wrong; which, is not told.
    case refused
    /// Too many wrong tries; nothing is tried until then.
    case locked(until: Timestamp)
    case noSuchAccount(Name)
    case accountExists(Name)
    /// The last one that may manage accounts has to stay.
    case lastAdministrator
    case badGrant(String)
    case noSuchToken(String)
    /// A passkey's answer that cannot be accepted, and why.
    case badPasskey(String)
    /// The account has as many passkeys as it may have.
    case tooManyPasskeys
    /// The account has as many browsers for Web Push as it may have.
    case tooManyPushDevices
    /// The item has as many open links as it may have.
    case tooManyLinks
    case noSuchLink(String)
    /// There are accounts already where others are to be copied to.
    case notEmpty(path: String)
    /// The account is deactivated; told only to who has shown whose it is.
    case deactivated
    case badLink(MailLinkTrouble)
    /// A link for an account that one is not logged in to, without its passcode.
    case passcodeNeeded
    /// The account has no passcode that could be typed once more, and nobody has logged in to it lately.
    case logInAgain
    /// No more mails are sent for this source until then.
    case tooManyMails(until: Timestamp)
    /// Registration is closed, or only for those who are invited.
    case registrationClosed
    /// Nothing is known of the account that could be shown to be its owner's.
    case noMail(Name)
    /// Another account has that address.
    case mailTaken
    /// Another account has that identity of another site.
    case identityTaken
    /// There is no way to log in without this one.
    case onlyWayIn
    /// Something about people and groups.
    case people(PeopleError)
    /// Something about found pages.
    case found(FoundPageError)
    /// The database of accounts.
    case database(path: String, String)
    /// The same, where it may be there again when the same is asked later; whether what was being written was stored is
    /// not known.
    case away(path: String, String)

    public var description: String {
        switch self {
        case .badPasscode: "passcode: \(Passcode.shortest) to \(Passcode.longest) characters are expected"
        case .passcodesDiffer: "passcode: the two that were typed differ"
        case .refused: "the passcode is wrong, or nobody of that name may log in"
        case .locked: "too many wrong tries; wait before the next one"
        case .noSuchAccount(let name): "there is no account '\(name)'"
        case .accountExists(let name): "there is an account '\(name)' already"
        case .lastAdministrator: "this is the last account that may manage the others; it has to stay"
        case .badGrant(let text):
            "'\(text.prefix(160))' is given, OWNER/TRACKER=RIGHT or OWNER=RIGHT is expected, "
                + "with none, last, last:area, history, history:area or command as right"
        case .noSuchToken(let id): "there is no token '\(id.prefix(64))'"
        case .badPasskey(let reason): "passkey: \(reason)"
        case .tooManyPasskeys:
            "an account has at most \(AccessControl.mostPasskeys) passkeys; remove one that is not used any more"
        case .tooManyPushDevices:
            "alerts go to at most \(AccessControl.mostPushDevices) browsers; remove one that is not used any more"
        case .tooManyLinks: "an item has at most \(ItemLink.most) open links; revoke one that is not needed any more"
        case .noSuchLink(let id): "there is no link '\(id.prefix(64))'"
        case .notEmpty(let path): "\(path): there are accounts already; a place without any is expected"
        case .deactivated: "this account is deactivated"
        case .badLink(let trouble): "\(trouble)"
        case .passcodeNeeded: "type the passcode of the account that the link is for, or log in to it first"
        case .logInAgain:
            "log in again first: an account without a passcode takes a log-in of the last "
                + "\(Session.fresh.components.seconds / 60) minutes for that"
        case .tooManyMails:
            "at most \(MailLimits.mostOfSource) mails an hour are sent at the request of one address; wait"
        case .registrationClosed: "nobody can register here without an invitation"
        case .noMail(let name): "of '\(name)' no mail address is known"
        case .mailTaken: "another account has this mail address"
        case .identityTaken: "another account is logged in to with that already"
        case .onlyWayIn: "this is the only way to log in to the account; set a passcode first"
        case .people(let error): "\(error)"
        case .found(let error): "\(error)"
        case .database(let path, let reason), .away(let path, let reason): "\(path): \(reason)"
        }
    }
}
