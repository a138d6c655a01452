internal import Foundation

/// A passcode as it was typed.
public struct Passcode: Hashable, Sendable {
    let bytes: [UInt8]
    private let characters: Int

    public static let shortest = 6
    public static let longest = 128
    /// The shortest of somebody who registers, whom nobody here knows.
    public static let shortestRegistered = 8

    /// Takes a text in Unicode's composed form, so that each keyboard's way of typing it counts as the same.
    ///
    /// - Throws: ``AccessError/badPasscode``.
    public init(_ text: String) throws(AccessError) {
        // Unread where it is far too long: composing costs time.
        guard text.utf8.count <= 16 * Self.longest else { throw .badPasscode }
        let composed = text.precomposedStringWithCompatibilityMapping
        guard (Self.shortest...Self.longest).contains(composed.count) else { throw .badPasscode }
        bytes = Array(composed.utf8)
        characters = composed.count
    }

    /// Whether it is long enough for somebody who registers.
    public var isLongEnoughToRegister: Bool { characters >= Self.shortestRegistered }
}
