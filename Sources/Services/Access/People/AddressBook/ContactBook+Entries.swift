internal import Store
public import Tracking

extension ContactBook {
    /// Somebody's contacts in the order of their names, each with the numbers and addresses of the sections that they grant
    /// them, and of no other.
    public func listWithEntries(of account: Name) throws(AccessError) -> [PersonView] {
        let entries = try database.read { try $0.grantedEntries(to: account) }
        return try list(of: account).map { $0.with(entries[$0.account] ?? []) }
    }
}

extension SQLSession {
    /// The entries that contacts of somebody grant them, as a contact or in a group, by the account.
    fileprivate func grantedEntries(to viewer: Name) throws -> [Name: [ProfileEntry]] {
        var levels: [Name: Set<ProfileSection>] = [:]
        func note(_ sql: String, _ arguments: SQLArguments) throws {
            let found = try rows(sql, arguments) { (try Name($0[0] as String), TrustLevel(stored: $0[1])) }
            for (account, level) in found { levels[account, default: []].formUnion(level.sections) }
        }
        try note("SELECT account, level FROM contacts WHERE other = ?", [viewer.text])
        try note(
            """
            SELECT p.account, p.level FROM group_members v JOIN group_members p ON p.group_id = v.group_id
            JOIN contacts m ON m.account = v.account AND m.other = p.account WHERE v.account = ?
            """,
            [viewer.text]
        )
        let sql = """
            SELECT e.account, e.section, e.kind, e.label, e.value
            FROM contacts m JOIN profile_entries e ON e.account = m.other WHERE m.account = ? ORDER BY e.account, e.place
            """
        var entries: [Name: [ProfileEntry]] = [:]
        for (account, entry) in try rows(
            sql, [viewer.text],
            { row in
                (try Name(row[0] as String), ProfileEntry(row, at: 1))
            })
        {
            guard let entry, levels[account]?.contains(entry.section) == true else { continue }
            entries[account, default: []].append(entry)
        }
        return entries
    }
}

extension ProfileEntry {
    /// Four columns: section, kind, label and value; nil for what a newer program has written.
    fileprivate init?(_ row: SQLRow, at column: Int) {
        guard let section = ProfileSection(rawValue: row[column]), let kind = Kind(rawValue: row[column + 1]) else {
            return nil
        }
        self.init(section: section, kind: kind, label: row[column + 2], value: row[column + 3])
    }
}
