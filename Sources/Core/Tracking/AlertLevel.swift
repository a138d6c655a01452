/// How alarming an item's distance is.
public enum AlertLevel: String, Hashable, Sendable, CaseIterable, Comparable {
    case none, warning, critical

    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .none: 0
        case .warning: 1
        case .critical: 2
        }
    }

    /// The same as the level of an item.
    public var asLevel: Level {
        switch self {
        case .none: .near
        case .warning: .warning
        case .critical: .critical
        }
    }
}

/// What an alert tells: which way the level went.
public enum AlertEvent: String, Hashable, Sendable, CaseIterable {
    /// From none to warning or critical: an episode begins.
    case raised
    /// From warning to critical.
    case escalated
    /// From critical to warning.
    case eased
    /// To none: the episode ends.
    case cleared
}
