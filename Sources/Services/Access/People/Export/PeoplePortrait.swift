public import Store
public import Tracking

/// All that the accounts' database has of somebody among people.
public struct PeoplePortrait: Hashable, Sendable {
    /// Somebody whom the account is connected with.
    public struct Contact: Hashable, Sendable {
        public let account: Name
        /// What the account grants them, and what they grant it.
        public let granted, grantedByThem: TrustLevel
        public let since: Timestamp
    }

    /// What the account has asked somebody, or somebody has asked it.
    public struct Request: Hashable, Sendable {
        public let asker, asked: Name
        public let request: ContactRequest
        /// When the account rejected it; what became of its own requests is told to nobody.
        public let rejected: Timestamp?
        /// When the account withdrew it.
        public let withdrawn: Timestamp?
    }

    /// A group that the account is in, or has made.
    public struct Group: Hashable, Sendable {
        /// That somebody is in a group.
        public struct Membership: Hashable, Sendable {
            public let isAdmin: Bool
            /// What the other members are granted.
            public let level: TrustLevel
            public let joined: Timestamp
        }

        public let id, name, description: String
        public let isOpen: Bool
        public let created: Timestamp
        /// Whether the account has made it.
        public let isCreator: Bool
        /// Nil where it is not in it.
        public let membership: Membership?
    }

    /// An invitation that the account has got or made.
    public struct Invitation: Hashable, Sendable {
        /// The name is empty for a group that is deleted.
        public let group, groupName: String
        public let account, inviter: Name
        public let invited: Timestamp
        /// False for one of lately that was withdrawn or answered.
        public let isOpen: Bool
    }

    /// A share that the account has made or got, or that somebody has made of the owner's things.
    public struct Share: Hashable, Sendable {
        public let giver: Name
        /// Whom it is for: a contact, or the members of a group.
        public let account: Name?
        public let group: String?
        public let grant: Grant
        public let created: Timestamp
    }

    /// Nil where nothing was filled in.
    public let profile: Profile?
    public let picture: PhotoRow?
    public let contacts: [Contact]
    public let requests: [Request]
    public let groups: [Group]
    /// Those of the groups that the account has made, by the group's id.
    public let groupPictures: [String: PhotoRow]
    public let invitations: [Invitation]
    /// Those that the account has sent by mail, and that nobody has used yet.
    public let mailInvitations: [PersonInvitation]
    public let shares: [Share]
    /// Newest first.
    public let notices: [InboxNotice]
    /// The kinds of which nothing comes into the inbox.
    public let silenced: Set<NoticeKind>
    /// The pages for finders that it has made.
    public let foundPages: [FoundPage]
    /// What finders have written there, newest first, by the page's id.
    public let finderMessages: [String: [FinderMessage]]
}

extension AccessControl {
    /// All that is kept of an account among people, and of what is shared of an owner's things.
    public func peoplePortrait(of name: Name, owner: Name, at now: Timestamp) throws(AccessError) -> PeoplePortrait {
        try database.read { database in
            let groups = try database.portraitGroups(of: name)
            let made = groups.filter(\.isCreator).map(\.id)
            let foundPages = try database.foundPages(of: name)
            let messages = try foundPages.map { ($0.id, try database.finderMessages(of: $0)) }
            let pictures = try made.compactMap { id in try database.picture(of: .group(id)).map { (id, $0) } }
            return PeoplePortrait(
                profile: try database.profile(of: name),
                picture: try database.picture(of: .person(name)),
                contacts: try database.portraitContacts(of: name),
                requests: try database.portraitRequests(of: name),
                groups: groups,
                groupPictures: Dictionary(pictures) { first, _ in first },
                invitations: try database.portraitInvitations(of: name),
                mailInvitations: try database.openInvitations(of: name, at: now),
                shares: try database.portraitShares(of: name, owner: owner),
                notices: try database.notices(of: name, before: nil, limit: SQLSession.mostNotices, at: now),
                silenced: try database.silenced(of: name),
                foundPages: foundPages,
                finderMessages: Dictionary(messages) { first, _ in first }
            )
        }
    }
}
