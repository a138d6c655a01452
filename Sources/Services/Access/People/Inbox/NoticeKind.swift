/// What a notice in somebody's inbox is about.
public enum NoticeKind: String, Hashable, Sendable, CaseIterable {
    /// Somebody asks for a connection.
    case request
    /// Somebody has accepted one's request.
    case acceptance
    /// One is invited to a group.
    case invitation
    /// A connection, or one's membership, was ended by somebody else; or the group was deleted.
    case removal
    /// Somebody who found a thing has left a message.
    case finder
    /// A thing was shared with one.
    case share
}
