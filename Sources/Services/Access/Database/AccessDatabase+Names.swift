extension AccessDatabase {
    /// Version 5: what was typed as a name and is no account's goes; it may have been a passcode in the wrong place.
    static let forgottenNames = """

        UPDATE audit SET account = NULL
            WHERE event IN ('refused', 'locked') AND account NOT IN (SELECT name FROM accounts);
        DELETE FROM lockouts
            WHERE subject LIKE 'account:%' AND substr(subject, 9) NOT IN (SELECT name FROM accounts);
        """
}
