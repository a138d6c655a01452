internal import Store
internal import Tracking

/// What of people and groups can be found by strangers: words of what is shown, and nothing of what is not.
extension SQLSession {
    /// Has a person be found by what they show; not at all where that is nothing.
    func makeFindable(_ account: Name, _ profile: Profile) throws {
        guard profile.shown.contains(.name) else {
            try execute("DELETE FROM found WHERE account = ?", [account.text])
            return
        }
        try makeFindable("account", account.text, FoldedText(profile.name), profile.shownWords)
    }

    /// Has a group be found by its name and its description, where it is open; a closed one is not found.
    func makeFindable(group id: String, name: String, description: String, isOpen: Bool) throws {
        guard isOpen else {
            try execute("DELETE FROM found WHERE group_id = ?", [id])
            return
        }
        try makeFindable("group_id", id, FoldedText(name), FoldedText(description))
    }

    private func makeFindable(_ column: String, _ key: String, _ name: FoldedText, _ more: FoldedText) throws {
        try execute(
            """
            INSERT INTO found (\(column), name, more) VALUES (?, ?, ?)
            ON CONFLICT (\(column)) DO UPDATE SET name = excluded.name, more = excluded.more
                WHERE found.name <> excluded.name OR found.more <> excluded.more
            """,
            [key, name.text, more.text]
        )
    }

    /// Makes anew all that can be found, from profiles and groups.
    func rebuildFound() throws {
        try execute("DELETE FROM found")
        let profiles = try rows(
            "SELECT account, name, town, school, employer, shown, updated_ms FROM profiles WHERE shown <> ''"
        ) { (account: try Name($0[0] as String), profile: Profile($0, at: 1)) }
        for (account, profile) in profiles { try makeFindable(account, profile) }
        let groups = try rows("SELECT id, name, description FROM user_groups WHERE open = 1") { row in
            (id: row[0] as String, name: row[1] as String, description: row[2] as String)
        }
        for group in groups {
            try makeFindable(group: group.id, name: group.name, description: group.description, isOpen: true)
        }
    }
}

extension Profile {
    /// What strangers find somebody by beside the name.
    fileprivate var shownWords: FoldedText {
        let told = [(ShownField.town, town), (.school, school), (.employer, employer)]
        return FoldedText(told.filter { shown.contains($0.0) }.map(\.1).joined(separator: " "))
    }
}
