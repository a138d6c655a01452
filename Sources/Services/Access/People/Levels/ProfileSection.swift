/// A part of a profile beside its public one, which is granted to others or not.
public enum ProfileSection: String, Hashable, Comparable, Sendable, CaseIterable {
    case personal, work, school

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
