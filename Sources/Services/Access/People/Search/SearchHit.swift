public import Tracking

/// Somebody or something that a search has found.
public enum SearchHit: Hashable, Sendable {
    case person(PersonView)
    case group(GroupHit)
}

/// A group that a search has found.
public struct GroupHit: Hashable, Sendable {
    public let id: String
    public let name: String
    public let description: String
    /// When its picture was set; nil for none.
    public let picture: Timestamp?
    /// Whether who searches is in it.
    public let isMember: Bool
    /// Whether it is open: anybody may join it.
    public let isOpen: Bool
}
