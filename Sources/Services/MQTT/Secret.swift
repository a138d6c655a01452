/// A password, which never shows in descriptions, dumps or logs.
public struct Secret: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The password in clear, for the one place that sends it.
    package let value: String

    public init(_ value: String) { self.value = value }
    public init(stringLiteral value: String) { self.value = value }

    /// A password that nobody can guess: 140 bits in letters and digits that look like no other.
    public static func generated() -> Secret {
        let letters = Array("abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")
        return Secret(String((0..<24).compactMap { _ in letters.randomElement() }))
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "•••" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
