/// What of a profile anybody may find and see who has logged in, where its owner shows it.
public enum ShownField: String, Hashable, Comparable, Sendable, CaseIterable {
    /// The name, without which nothing else is shown.
    case name
    case picture, town, school, employer
    /// Whoever types a whole mail address of the profile finds the person; the address is shown to nobody.
    case mail

    public static func < (left: Self, right: Self) -> Bool {
        (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }

    /// Some of them as they are stored.
    static func stored(_ fields: Set<Self>) -> String { fields.sorted().map(\.rawValue).joined(separator: " ") }

    /// Those of what is stored; a word of a newer program shows nothing.
    static func fields(stored text: String) -> Set<Self> {
        Set(text.split(separator: " ").compactMap { Self(rawValue: String($0)) })
    }
}
