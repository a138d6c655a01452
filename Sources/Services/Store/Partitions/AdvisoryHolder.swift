/// Whoever holds a lock that has a number, and is to hold it no more.
enum AdvisoryHolder {
    /// Ends their connections; of the same role, which everybody may.
    ///
    /// - Parameter keys: a statement that has the locks' numbers in its column `key`.
    /// - Returns: The statement that does it.
    static func end(of keys: String) -> String {
        """
        SELECT count(pg_terminate_backend(pid)) FROM pg_locks, (\(keys)) AS wanted
        WHERE locktype = 'advisory' AND granted AND objsubid = 1 AND pid <> pg_backend_pid()
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            AND CAST(classid AS BIGINT) = (key >> 32) & 4294967295 AND CAST(objid AS BIGINT) = key & 4294967295
        """
    }
}
