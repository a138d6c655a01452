/// How far a token reaches; never farther than its account does.
public enum Scope: String, Comparable, Sendable, CaseIterable {
    /// The numbers of the service, whosever account it is, and nothing else.
    case metrics
    /// The account's own profile, contacts, groups and inbox, and no item.
    case people
    case readLast = "read-last"
    case readHistory = "read-history"
    case command
    case admin

    /// The highest right on items.
    public var right: Right {
        switch self {
        case .metrics, .people: .none
        case .readLast: .lastPosition
        case .readHistory: .history
        case .command, .admin: .command
        }
    }

    public static func < (left: Self, right: Self) -> Bool {
        (Self.allCases.firstIndex(of: left) ?? 0) < (Self.allCases.firstIndex(of: right) ?? 0)
    }
}
