/// Why a payload was refused, in one sentence.
public struct MessageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of refusal, for counters and for the quarantine.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// Not JSON in UTF-8, or not an object.
        case json
        /// Longer than ``MessageError/largestPayload``.
        case size
        /// Another JSON type, or another `_type`, than the key asks for.
        case type
        /// Of the right type, but not among the values allowed.
        case range
        /// Latitude and longitude are both 0: a receiver without a position.
        case nullIsland
        /// A required key is not there.
        case missing
        /// The topic is none of ours.
        case topic
    }

    /// The longest payload that is read, in bytes.
    public static let largestPayload = 65_536

    public let reason: Reason
    /// The key, with its parents (`reference.lat`), or `payload` for the whole.
    public let field: String
    /// What should have been there, as a noun phrase.
    public let expected: String
    /// The beginning of what was there instead; nil when there was nothing.
    public let found: String?

    public init(_ reason: Reason, field: String, expected: String, found: String? = nil) {
        self.reason = reason
        self.field = field
        self.expected = expected
        self.found = found
    }

    public var description: String { "\(field): \(expected) is expected, found \(found ?? "nothing")" }
}

extension MessageError {
    static func size(_ count: Int) -> MessageError {
        MessageError(.size, field: "payload", expected: "at most \(largestPayload) bytes", found: "\(count)")
    }
}
