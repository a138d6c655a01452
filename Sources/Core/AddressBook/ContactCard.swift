/// Somebody in an address book, as a vCard tells of them.
public struct ContactCard: Hashable, Sendable {
    /// A way to reach somebody.
    public struct Entry: Hashable, Sendable {
        /// What it is.
        public enum Kind: Hashable, Sendable, CaseIterable {
            case phone, address, mail
        }

        /// Where it reaches them.
        public enum Place: Hashable, Sendable, CaseIterable {
            case home, work, school
        }

        public var kind: Kind
        /// Nil where that is not told.
        public var place: Place?
        /// What it is for, such as "mobile"; empty for none.
        public var label: String
        /// The number or the address in one line.
        public var value: String

        public init(_ kind: Kind, _ value: String, at place: Place? = nil, label: String = "") {
            (self.kind, self.place, self.label, self.value) = (kind, place, label, value)
        }
    }

    /// What names the card in its book; empty for nothing.
    public var uid: String
    /// How the person is called; of one who is called nothing, the organization or the first mail address.
    public var name: String
    public var town: String
    public var school: String
    public var organization: String
    public var entries: [Entry]

    public init(
        uid: String = "",
        name: String,
        town: String = "",
        school: String = "",
        organization: String = "",
        entries: [Entry] = []
    ) {
        (self.uid, self.name, self.entries) = (uid, name, entries)
        (self.town, self.school, self.organization) = (town, school, organization)
    }

    /// The mail addresses, in the order in which they stand there.
    public var mails: [String] { entries.filter { $0.kind == .mail }.map(\.value) }
}
