/// What somebody may do with an item; each right has those before it in it.
public enum Right: Int, Comparable, Sendable, CaseIterable {
    case none
    /// See the last position, the level and the state.
    case lastPosition
    /// See where it has been, and its alerts.
    case history
    /// Switch it, ring it, change and delete it.
    case command

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The word for it in commands and in the interface.
    public var word: String {
        switch self {
        case .none: "none"
        case .lastPosition: "last"
        case .history: "history"
        case .command: "command"
        }
    }

    /// The right of a word; nil for a word that is none.
    public init?(word: String) {
        guard let right = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = right
    }
}
