internal import Store

extension AccessControl {
    /// What closes the places in lists: the same for the life of the database.
    ///
    /// - Throws: ``AccessError/database(path:_:)``.
    public func cursorSeal() throws(AccessError) -> CursorSeal {
        let key = try database.write { database -> AccessSecret in
            let known = "SELECT secret FROM secrets WHERE name = 'cursors'"
            if let text: String = try database.value(known) { return AccessSecret(sent: text) }
            let made = AccessSecret()
            let sql = "INSERT INTO secrets (name, secret) VALUES ('cursors', ?)"
            try database.execute(sql, [made.text])
            return made
        }
        return CursorSeal(key: key)
    }
}
