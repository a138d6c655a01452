public import Tracking

/// How somebody stands to a mail address, as far as they may know.
public struct AddressStanding: Hashable, Sendable {
    /// The kinds, the nearest first.
    public enum Standing: String, Hashable, Comparable, Sendable, CaseIterable {
        case oneself, contact
        /// The person has asked for a connection.
        case asking
        /// The person was asked.
        case asked
        /// A person whom one sees, and has not asked.
        case here
        /// The address was invited by the one who looks.
        case invited

        public static func < (left: Self, right: Self) -> Bool {
            (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
        }
    }

    public let standing: Standing
    /// The person's account; nil for an address that was invited.
    public let account: Name?
    /// How the person is called.
    public let name: String?
    /// When the address was invited.
    public let invited: Timestamp?
}

extension ContactBook {
    /// How somebody stands to mail addresses, each by its ``MailAddress/folded`` text; those of which nothing is to be
    /// known to them are not there, whether an account has them or not.
    ///
    /// Known are people by the addresses that they grant the one who looks, as a contact or in a group, and those who let
    /// themselves be found by mail.
    public func standings(
        of mails: [MailAddress], for viewer: Name, at now: Timestamp
    ) throws(AccessError) -> [String: AddressStanding] {
        try database.read { try $0.standings(of: mails, for: viewer, at: now) }
    }
}
