public import Tracking

/// People who have come together, and what one of them sees of it.
public struct UserGroup: Hashable, Sendable {
    /// Names it in addresses and commands; no secret, and not to be guessed.
    public let id: String
    /// 1 to 60 characters.
    public let name: String
    /// Up to 1000 characters.
    public let description: String
    /// Whether it is found by search, and joined without an invitation.
    public let isOpen: Bool
    /// Nil for somebody who is not here any more.
    public let creator: Name?
    public let created: Timestamp
    /// How many members there are.
    public let members: Int
    /// When the picture was set; nil for none.
    public let picture: Timestamp?
    public let role: Role

    /// What the one who looks is in a group.
    public enum Role: Hashable, Sendable {
        case admin, member
        /// Invited by somebody.
        case invited(by: Name)
        /// Nothing yet, of an open group.
        case stranger

        /// As it is told.
        public var word: String {
            switch self {
            case .admin: "admin"
            case .member: "member"
            case .invited: "invited"
            case .stranger: "stranger"
            }
        }

        /// Whether that one is in the group.
        public var isMember: Bool { self == .admin || self == .member }
    }

    /// The bounds of a group's texts.
    public static let nameBounds = TextBounds(1...60)
    public static let descriptionBounds = TextBounds(0...1000)
}

/// Somebody in a group.
public struct GroupMember: Hashable, Sendable {
    public let account: Name
    /// As the member is called; the account's name where the profile has none.
    public let name: String
    public let isAdmin: Bool
    public let joined: Timestamp
    /// When the picture was set; nil for none.
    public let picture: Timestamp?
}

/// What a member gives a group: sections of the profile for its members to see, and things.
public struct Membership: Hashable, Sendable {
    public var level: TrustLevel
    public var things: [Grant]
    /// When the items among them were added; of others the next ``ShareBook/sweep(_:)`` says it.
    public var added: [DeviceID: Timestamp] = [:]

    public init(level: TrustLevel = TrustLevel(), things: [Grant] = []) { (self.level, self.things) = (level, things) }
}

/// Somebody who is invited to a group and has not answered.
public struct GroupInvitation: Hashable, Sendable {
    public let account: Name
    public let name: String
    public let inviter: Name
    public let invited: Timestamp
}
