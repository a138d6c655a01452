public import Access
public import AddressBook
public import Tracking

/// An address book as its owner is to see it: who of it is here, who is invited, and whom one can invite.
public struct AddressBookLook: Sendable {
    /// How one stands to somebody in the book.
    public enum Standing: String, Hashable, Sendable, CaseIterable {
        case oneself, contact, asking, asked, here, invited
        /// Nobody is known by the addresses, and one may invite them.
        case invitable
        /// The same where one may not.
        case unknown
        /// There is no mail address.
        case unreachable
    }

    /// Somebody in the book.
    public struct Line: Hashable, Sendable {
        /// The line of the file where the card begins, from 1 on.
        public let line: Int
        /// How the book calls them.
        public let name: String
        public let mails: [MailAddress]
        public let standing: Standing
        /// The address that the standing is of: the first one, of those that can be invited.
        public let mail: MailAddress?
        /// The account of somebody who is here, and how they call themselves.
        public let account: Name?
        public let called: String?
        /// When the address was invited.
        public let invited: Timestamp?
    }

    public let lines: [Line]

    /// How many different addresses are looked up at once.
    public static let mostAddresses = 10_000

    /// The different addresses of a book, in its order; what is no address is left out.
    public static func addresses(of book: AddressBook) -> [MailAddress] {
        var seen: Set<String> = []
        return book.cards.flatMap { $0.card.mails.compactMap(MailAddress.init) }.filter {
            seen.insert($0.folded).inserted
        }
    }

    /// What there is to see of a book.
    public init(_ book: AddressBook, _ standings: [String: AddressStanding], mayInvite: Bool) {
        lines = book.cards.map { card in
            let mails = card.card.mails.compactMap(MailAddress.init)
            let known = mails.compactMap { mail in standings[mail.folded].map { (mail: mail, found: $0) } }
            let nearest = known.min { $0.found.standing < $1.found.standing }
            let otherwise: Standing = mails.isEmpty ? .unreachable : mayInvite ? .invitable : .unknown
            return Line(
                line: card.line,
                name: card.card.name,
                mails: mails,
                standing: nearest.flatMap { Standing(rawValue: $0.found.standing.rawValue) } ?? otherwise,
                mail: nearest?.mail ?? mails.first,
                account: nearest?.found.account,
                called: nearest?.found.name,
                invited: nearest?.found.invited
            )
        }
    }
}

extension ContactCard {
    /// The card of a contact: what the contact shows the one who has it, and nothing else.
    public init(_ person: PersonView) {
        self.init(
            uid: "tagalong-\(person.account)",
            name: person.name,
            town: person.town ?? "",
            school: person.school ?? "",
            organization: person.employer ?? "",
            entries: person.entries.map(Entry.init)
        )
    }
}

extension ContactCard.Entry {
    fileprivate init(_ entry: ProfileEntry) {
        let kind: Kind =
            switch entry.kind {
            case .phone: .phone
            case .address: .address
            case .mail: .mail
            }
        let place: Place =
            switch entry.section {
            case .personal: .home
            case .work: .work
            case .school: .school
            }
        self.init(kind, entry.value, at: place, label: entry.label)
    }
}
