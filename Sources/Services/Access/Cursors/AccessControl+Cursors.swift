internal import GRDB

extension AccessControl {
    /// What closes the places in lists: the same for the life of the database.
    ///
    /// - Throws: ``AccessError/database(path:_:)``.
    public func cursorSeal() throws(AccessError) -> CursorSeal {
        let key = try database.write { database -> AccessSecret in
            let known = "SELECT secret FROM secrets WHERE name = 'cursors'"
            if let text = try String.fetchOne(database, sql: known) { return AccessSecret(sent: text) }
            let made = AccessSecret()
            let sql = "INSERT INTO secrets (name, secret) VALUES ('cursors', ?)"
            try database.execute(sql: sql, arguments: [made.text])
            return made
        }
        return CursorSeal(key: key)
    }
}
