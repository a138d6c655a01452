internal import Foundation

/// A passcode as it was typed.
public struct Passcode: Hashable, Sendable {
    let bytes: [UInt8]

    public static let shortest = 6
    public static let longest = 128

    /// Takes a text in Unicode's composed form, so that each keyboard's way of typing it counts as the same.
    ///
    /// - Throws: ``AccessError/badPasscode``.
    public init(_ text: String) throws(AccessError) {
        // Unread where it is far too long: composing costs time.
        guard text.utf8.count <= 16 * Self.longest else { throw .badPasscode }
        let composed = text.precomposedStringWithCompatibilityMapping
        guard (Self.shortest...Self.longest).contains(composed.count) else { throw .badPasscode }
        bytes = Array(composed.utf8)
    }
}
