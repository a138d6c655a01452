internal import Store
internal import Tracking

/// An address in a profile, with what decides whether somebody may know of it.
private struct AddressRow {
    let mail: String
    let account: Name
    let section: ProfileSection?
    let name: String
    let shown: Set<ShownField>
    /// What the person grants the one who looks as a contact.
    let granted: TrustLevel?
    let isContact: Bool

    init(_ row: SQLRow) throws {
        (mail, account) = (row[0], try Name(row[1] as String))
        (section, name) = (ProfileSection(rawValue: row[2]), row[3])
        shown = ShownField.fields(stored: row[4])
        granted = (row[5] as String?).map(TrustLevel.init(stored:))
        isContact = row[6]
    }

    /// Whether the one who looks may know that the address is the person's.
    func isVisible(_ groups: [TrustLevel]) -> Bool {
        if shown.isSuperset(of: [.name, .mail]) { return true }
        guard let section else { return false }
        return ([granted].compactMap(\.self) + groups).contains { $0.sections.contains(section) }
    }
}

extension SQLSession {
    /// How many addresses or accounts are asked for at once; always so many, so that a statement is read once.
    private static let portion = 256

    /// How somebody stands to addresses; see ``ContactBook/standings(of:for:at:)``.
    ///
    /// The same is asked whether an account has an address or not, so that the time tells nothing.
    func standings(
        of mails: [MailAddress], for viewer: Name, at now: Timestamp
    ) throws -> [String: AddressStanding] {
        let wanted = Set(mails.map(\.folded))
        let found = try addressRows(wanted.sorted(), for: viewer)
        let groups = try groupLevels(of: Set(found.map(\.account)), for: viewer)
        let asked = try openRequests(of: viewer, at: now)
        var standings: [String: AddressStanding] = [:]
        func note(_ mail: String, _ standing: AddressStanding) {
            let nearest = standings[mail].map { ($0.standing, $0.account?.text ?? "") }
            if let nearest, nearest <= (standing.standing, standing.account?.text ?? "") { return }
            standings[mail] = standing
        }
        for row in found where row.account == viewer || row.isVisible(groups[row.account] ?? []) {
            let standing: AddressStanding.Standing =
                if row.account == viewer { .oneself } else if row.isContact { .contact } else {
                    asked[row.account] ?? .here
                }
            let name = row.name.isEmpty ? row.account.text : row.name
            note(row.mail, AddressStanding(standing: standing, account: row.account, name: name, invited: nil))
        }
        if let own = try mail(of: viewer)?.folded, wanted.contains(own) {
            let name = try calledName(of: viewer)
            note(own, AddressStanding(standing: .oneself, account: viewer, name: name, invited: nil))
        }
        for invitation in try openInvitations(of: viewer, at: now) where wanted.contains(invitation.mail.folded) {
            let standing = AddressStanding(standing: .invited, account: nil, name: nil, invited: invitation.sent)
            note(invitation.mail.folded, standing)
        }
        return standings
    }

    /// The account of somebody whom one sees by an address; nil for nobody, whether an account has it or not.
    private func account(seenBy viewer: Name, with mail: MailAddress, at now: Timestamp) throws -> Name? {
        try standings(of: [mail], for: viewer, at: now)[mail.folded]?.account
    }

    /// The same, for what is meant for the owner of the address: oneself, a contact, or an account whose address it was
    /// shown to be.
    ///
    /// Anybody can write an address into their profile that is somebody else's.
    func account(knownTo viewer: Name, with mail: MailAddress, at now: Timestamp) throws -> Name? {
        guard let seen = try account(seenBy: viewer, with: mail, at: now) else { return nil }
        if seen == viewer { return seen }
        if try areContacts(viewer, seen) { return seen }
        return try account(of: mail) == seen ? seen : nil
    }

    /// A mail address of a column with small letters only, in the words of the index of addresses.
    ///
    /// SQLite folds the letters of ASCII only; with this collation PostgreSQL does the same, whatever its locale.
    func lowered(_ column: String) -> String {
        let collation = isShared ? #" COLLATE "C""# : ""
        return "lower(\(column)\(collation))"
    }

    /// The addresses in profiles of people who are active, also those that the one who looks may not know of.
    private func addressRows(_ mails: [String], for viewer: Name) throws -> [AddressRow] {
        let sql = """
            SELECT \(lowered("e.value")), e.account, e.section, p.name, p.shown, c.level, m.account IS NOT NULL
            FROM profile_entries e JOIN profiles p ON p.account = e.account
            LEFT JOIN contacts c ON c.account = e.account AND c.other = ?
            LEFT JOIN contacts m ON m.account = ? AND m.other = e.account
            WHERE e.kind = 'mail' AND \(lowered("e.value")) IN (\(Self.marks(Self.portion)))
                AND \(Self.isActive("e.account"))
            """
        return try portions(of: mails).flatMap { portion in
            try rows(sql, [viewer.text, viewer.text] + portion) { try AddressRow($0) }
        }
    }

    /// What people grant the members of groups that the one who looks is in too.
    private func groupLevels(of accounts: Set<Name>, for viewer: Name) throws -> [Name: [TrustLevel]] {
        let sql = """
            SELECT p.account, p.level FROM group_members v JOIN group_members p ON p.group_id = v.group_id
            WHERE v.account = ? AND p.account IN (\(Self.marks(Self.portion)))
            """
        var levels: [Name: [TrustLevel]] = [:]
        for portion in portions(of: accounts.map(\.text).sorted()) {
            for (account, level) in try rows(
                sql, [viewer.text] + portion,
                {
                    (try Name($0[0] as String), TrustLevel(stored: $0[1]))
                })
            { levels[account, default: []].append(level) }
        }
        return levels
    }

    /// Who has asked somebody, and whom they have asked, as far as they know.
    private func openRequests(of viewer: Name, at now: Timestamp) throws -> [Name: AddressStanding.Standing] {
        let sql = """
            SELECT asked, asker, grants, wants, asked_ms, rejected_ms, withdrawn_ms FROM contact_requests
            WHERE asker = ? OR asked = ?
            """
        var standings: [Name: AddressStanding.Standing] = [:]
        for (asked, request) in try rows(
            sql, [viewer.text, viewer.text],
            {
                (try Name($0[0] as String), try StoredRequest($0, at: 1))
            })
        {
            if request.asker == viewer {
                if request.isOpenForAsker(at: now), standings[asked] == nil { standings[asked] = .asked }
            } else if request.isOpenForAsked {
                standings[request.asker] = .asking
            }
        }
        return standings
    }

    /// Texts by so many as a statement takes, filled up with empty ones; one portion at least.
    private func portions(of texts: [String]) -> [SQLArguments] {
        stride(from: 0, to: max(1, texts.count), by: Self.portion).map { begin in
            let part = texts[min(begin, texts.count)..<min(begin + Self.portion, texts.count)]
            let filled = Array(part) + [String](repeating: "", count: Self.portion - part.count)
            return SQLArguments(filled.map(\.sqlValue))
        }
    }
}
