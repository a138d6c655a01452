public import Tracking

/// A notice in somebody's inbox, as its owner is told of it.
public struct InboxNotice: Hashable, Sendable {
    /// Names the notice; a newer one has a greater number.
    public let id: Int64
    public let kind: NoticeKind
    public let time: Timestamp
    /// Whether it was read.
    public let isRead: Bool
    /// Whom it is about.
    public let about: Name?
    /// What they are called, where the owner of the inbox may see that now.
    public let aboutName: String?
    /// The id of the group that it is about.
    public let group: String?
    /// What that is called, where the owner of the inbox may see that now.
    public let groupName: String?
    /// The thing that it is about.
    public let item: DeviceID?
    /// What a finder has written of it.
    public let finder: FinderMessage?
    /// What could not be looked up any more, such as the name of a group that was deleted; empty for nothing.
    public let text: String
}

/// How an inbox stands.
public struct InboxStanding: Hashable, Sendable {
    /// How many notices were not read.
    public let unread: Int
    /// The last notice that came and is still there.
    public let newest: InboxNotice?
}
