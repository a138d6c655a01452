/// Names one of a tag's links among all that it has had.
public struct LinkNumber: Hashable, Comparable, Sendable {
    public let value: Int

    public init(_ value: Int) { self.value = value }

    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}
