/// Who may log in, who has, and what each may do.
///
/// Everything is in one database file of mode 0600, or in PostgreSQL in a schema of its own, which several services share;
/// commands may change it while they run.
public final class AccessControl: Sendable {
    let database: AccessDatabase
    /// scrypt's N for new passcodes; lower in tests, which hash many.
    let rounds: Int
    let challenges: ChallengeRegistry
    let mask: NameMask
    let locked = LockedTries()

    /// Opens the file, or makes it, or of an address such as `postgres://user@host/database?schema=NAME` the schema
    /// `NAME_accounts`, and makes that; `rounds` is scrypt's N for new passcodes, a power of two.
    ///
    /// - Throws: ``AccessError/database(path:_:)``.
    public init(path: String, rounds: Int = AccessControl.standardRounds) throws(AccessError) {
        database = try AccessDatabase(path: path)
        challenges = try database.isShared ? ChallengeRegistry(key: database.secret(named: "challenges")) : .init()
        mask = try database.isShared ? NameMask(key: database.secret(named: "names")) : NameMask()
        self.rounds = rounds
    }

    /// Whether several services have them.
    public var isShared: Bool { database.isShared }

    public static let standardRounds = 1 << 15

    /// Whether anybody has to log in: from the first passcode on.
    ///
    /// What another program changes counts with the next call.
    public func isProtected() throws(AccessError) -> Bool { try database.isProtected() }

    /// Whether anybody had to log in when that was asked last, for while the database is away; nil for never asked.
    public var wasProtected: Bool? { database.wasProtected }
}
