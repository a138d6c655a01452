/// A password, token or key, which never shows in descriptions, dumps or logs.
public struct SecretText: Hashable, Sendable {
    /// The text in clear, for the one place that sends it.
    package let value: String

    public init(_ value: String) { self.value = value }
}

extension SecretText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "•••" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
