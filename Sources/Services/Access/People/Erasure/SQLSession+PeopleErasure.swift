internal import Store
internal import Tracking

extension SQLSession {
    /// Removes an account with all that refers to it: its profile, its contacts and requests, its inbox, what it shares,
    /// what others' inboxes have of it; and mends the groups that it leaves.
    func removeAccount(_ name: Name) throws {
        try mendGroups(leftBy: name)
        // An invitation is of who invites, and has the address of who was. Who only waits for an address does not have it, and
        // ends no link of whoever does.
        try execute(
            """
            DELETE FROM mail_links WHERE \(lowered("mail")) = (
                SELECT mail_key FROM accounts WHERE name = ? AND verified_ms IS NOT NULL)
            """,
            [name.text]
        )
        // Who has registered with its address anew, and has nothing yet.
        try removePending(atMailOf: name)
        try execute("DELETE FROM accounts WHERE name = ?", [name.text])
    }

    /// Removes what anybody shares of an owner's things, and what inboxes have of them.
    func removeShares(ofThingsOf owner: Name) throws {
        for table in ["contact_shares", "group_shares", "notices"] {
            try execute("DELETE FROM \(table) WHERE owner = ?", [owner.text])
        }
    }
}
