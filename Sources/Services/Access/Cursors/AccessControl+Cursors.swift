internal import Store

extension AccessControl {
    /// What closes the places in lists: the same for the life of the database.
    ///
    /// - Throws: ``AccessError/database(path:_:)``.
    public func cursorSeal() throws(AccessError) -> CursorSeal {
        CursorSeal(key: try database.secret(named: "cursors"))
    }
}

extension AccessDatabase {
    /// A secret that is kept with the accounts, and made when it is first asked for.
    func secret(named name: String) throws(AccessError) -> AccessSecret {
        try write { database in
            let known: String? = try database.value("SELECT secret FROM secrets WHERE name = ?", [name])
            if let known { return AccessSecret(sent: known) }
            let made = AccessSecret()
            try database.execute("INSERT INTO secrets (name, secret) VALUES (?, ?)", [name, made.text])
            return made
        }
    }
}
