public import Tracking

/// Why something about people and groups cannot be done; one sentence each.
public enum PeopleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nobody of that name, or nobody whom the asker may know of: one cannot be told from the other.
    case noSuchPerson(Name)
    /// The same of groups.
    case noSuchGroup(String)
    case badSection(String)
    /// A text of a profile or a group that is too long, or has what cannot be seen: the field, and what is expected.
    case badText(field: String, String)
    case oneself
    case notConnected(Name)
    case alreadyConnected(Name)
    case noRequest(Name)
    case alreadyAsked(Name)
    case tooManyRequests
    /// So many were asked within an hour that the next has to wait.
    case askLater(from: Timestamp)
    /// So many were invited to groups within an hour that the next has to wait.
    case inviteLater(from: Timestamp)
    /// Nothing is open that one has asked somebody.
    case notAsked(Name)
    case tooManyContacts
    /// Only an admin of the group may do that.
    case notAdmin
    /// The group would have no admin.
    case lastAdmin
    case notMember(Name)
    case alreadyMember(Name)
    case noInvitation
    case tooManyGroups
    case tooManyMembers
    case tooManyInvitations
    /// The giver may not share that.
    case mayNotShare(Grant)
    case tooManyShares
    case noSuchNotice(Int64)
    /// Somebody whom one sees has the address that is to be invited.
    case isHere(Name)
    /// The address was invited already, and has not answered.
    case alreadyInvited(String)
    /// So many were invited within a day that the next has to wait.
    case inviteByMailLater(from: Timestamp)
    /// The address has had as many invitations by mail as it gets for now, whether an account has it or not.
    case writeLater(from: Timestamp)
    /// Only administrators invite by mail here, or nobody.
    case mayNotInvite

    public var description: String {
        switch self {
        case .noSuchPerson(let name): "there is nobody called '\(name)' here whom you may see"
        case .noSuchGroup(let id): "there is no group '\(id.prefix(64))' that you may see"
        case .badSection(let word):
            "'\(word.prefix(64))' is no section; personal, work or school is expected"
        case .badText(let field, let expected): "\(field): \(expected)"
        case .oneself: "this is your own account"
        case .notConnected(let name): "\(name) is not among your contacts"
        case .alreadyConnected(let name): "\(name) is among your contacts already"
        case .noRequest(let name): "there is no request from '\(name)'"
        case .alreadyAsked(let name): "\(name) has been asked already"
        case .tooManyRequests:
            "at most \(ContactLimits.openRequests) requests may be unanswered; wait, or withdraw one"
        case .askLater(let time):
            "at most \(ContactLimits.requestsAnHour) people may be asked within an hour; the next from \(time) on"
        case .inviteLater(let time):
            "at most \(GroupLimits.invitationsAnHour) people may be invited within an hour; the next from \(time) on"
        case .notAsked(let name): "there is no request to '\(name)'"
        case .tooManyContacts: "there are at most \(ContactLimits.contacts) contacts"
        case .notAdmin: "only an admin of the group may do that"
        case .lastAdmin: "the group has no other admin; make another member admin first, or delete the group"
        case .notMember(let name): "\(name) is not a member of the group"
        case .alreadyMember(let name): "\(name) is a member of the group already"
        case .noInvitation: "there is no such invitation"
        case .tooManyGroups: "one is in at most \(GroupLimits.groups) groups"
        case .tooManyMembers: "a group has at most \(GroupLimits.members) members"
        case .tooManyInvitations: "a group has at most \(GroupLimits.invitations) open invitations"
        case .mayNotShare(let grant):
            "'\(grant)' cannot be shared: who shares an item has to be allowed to command it by a grant of their own, "
                + "and last, last:area, history, history:area or command is what can be shared"
        case .tooManyShares: "at most \(GroupLimits.shares) things are shared with one contact or group"
        case .noSuchNotice(let id): "there is no notice \(id)"
        case .isHere(let name): "somebody with this address is here: \(name); ask them for a connection"
        case .alreadyInvited(let mail): "\(mail) is invited already"
        case .inviteByMailLater(let time):
            "at most \(InvitationLimits.mailsADay) people may be invited by mail within a day; the next from \(time) on"
        case .writeLater(let time): "no more invitations are sent to this address for now; the next from \(time) on"
        case .mayNotInvite: "only an administrator invites people by mail here"
        }
    }
}

/// How much of one's circle there may be.
public enum ContactLimits {
    public static let contacts = 5000
    /// Requests of one account that nobody has answered.
    public static let openRequests = 50
    /// New requests of one account within an hour, those too that it has withdrawn.
    public static let requestsAnHour = 20
    /// How long after a rejection the same person may be asked again, in days.
    public static let daysToAskAgain = 7
}

/// How much of groups there may be.
public enum GroupLimits {
    /// Groups of one account.
    public static let groups = 100
    public static let members = 1000
    public static let invitations = 200
    /// People whom one account has told of invitations within an hour.
    public static let invitationsAnHour = 50
    /// Invitations of one account that the same person is told of within a week, to whichever groups.
    public static let tellingsAWeek = 5
    /// Things that one member shares with a group, or one contact with another.
    public static let shares = 1000
}
