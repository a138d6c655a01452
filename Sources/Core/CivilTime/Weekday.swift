/// A day of the week, numbered as ISO 8601 does: Monday is 1, Sunday is 7.
public enum Weekday: Int, CaseIterable, Comparable, Sendable {
    case monday = 1
    case tuesday, wednesday, thursday, friday, saturday, sunday

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    private var name: String {
        switch self {
        case .monday: "monday"
        case .tuesday: "tuesday"
        case .wednesday: "wednesday"
        case .thursday: "thursday"
        case .friday: "friday"
        case .saturday: "saturday"
        case .sunday: "sunday"
        }
    }

    /// Its first three letters: `mon`.
    public func text() -> String { String(name.prefix(3)) }

    /// Reads `mon` or `monday`, in capitals too; nil when it is no weekday.
    public init?(_ text: some StringProtocol) {
        let text = text.utf8.count <= 9 ? text.lowercased() : ""
        guard let found = Self.allCases.first(where: { $0.name == text || $0.text() == text }) else { return nil }
        self = found
    }
}

extension Weekday: CustomStringConvertible {
    public var description: String { text() }
}
