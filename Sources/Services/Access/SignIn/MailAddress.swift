/// The address of a mailbox, such as `sam@example.org`: plain ASCII, without quotes or comments.
public struct MailAddress: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    /// Nil for a text that is none.
    public init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= 254, parts.allSatisfy({ !$0.isEmpty }),
            parts[0].utf8.allSatisfy(Self.isLocal), parts[1].utf8.allSatisfy(Self.isDomain)
        else { return nil }
        self.text = text
    }

    public var description: String { text }

    /// The same for all spellings of one mailbox: letters of either case are one.
    ///
    /// RFC 5321 lets a server tell the case of the part before the `@` apart; none that people use does.
    public var folded: String { text.lowercased() }

    /// The part behind the `@`.
    public var domain: String { String(text.split(separator: "@").last ?? "") }

    private static let localMarks = Set("!#$%&'*+-/=?^_`{|}~.".utf8)

    private static func isLocal(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || localMarks.contains(byte) }
    private static func isDomain(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || byte == 0x2D || byte == 0x2E }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }
}
