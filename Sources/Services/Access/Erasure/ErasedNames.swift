internal import Store
internal import Tracking

/// Names that were erased lately, for services that share accounts and still have something of them in memory: each as
/// what stands for it, with the time until which looks are of what went. What is looked at between that and the end of
/// the erasure is written down, and goes with its end.
extension SQLSession {
    /// Longer than anything stays in memory before it is written down, in milliseconds.
    private static let memory: Int64 = 24 * 3_600_000
    /// How long after the end of an erasure somebody may still look at what another service has in memory.
    private static let rest = Duration.seconds(60)

    /// Notes that an account is being erased: who looked until then is nobody.
    func mark(account: Name, _ mask: NameMask, at now: Timestamp) throws {
        try mark(mask.place(account, in: ErasedNames.accounts), until: now)
    }

    /// Notes that the things of an owner are being erased; at its end, that looks at them may come in for a while.
    func mark(owner: Name, _ mask: NameMask, at now: Timestamp, isOver: Bool = false) throws {
        let place = mask.place(owner, in: ErasedNames.owners)
        try mark(place, until: isOver ? now.advanced(by: Self.rest) : now)
    }

    private func mark(_ place: [UInt8], until time: Timestamp) throws {
        // The later one, also where the clocks of two services differ.
        try execute(
            """
            INSERT INTO erased_names (place, asked_ms) VALUES (?, ?)
            ON CONFLICT (place) DO UPDATE SET asked_ms = greatest(erased_names.asked_ms, excluded.asked_ms)
            """,
            [place, time.milliseconds]
        )
    }

    /// When those were erased whom looks are by or whose things they are at; without those who were not.
    func erased(among looks: [AccessLogEntry], _ mask: NameMask, at now: Timestamp) throws -> ErasedNames {
        try execute("DELETE FROM erased_names WHERE asked_ms < ?", [now.milliseconds - Self.memory])
        let places = try rows("SELECT place, asked_ms FROM erased_names") { row in
            (place: row[0] as [UInt8], asked: Timestamp(milliseconds: row[1]))
        }
        guard !places.isEmpty else { return ErasedNames() }
        let asked = Dictionary(places.map { ($0.place, $0.asked) }) { max($0, $1) }
        func times(_ names: Set<Name>, _ list: String) -> [Name: Timestamp] {
            names.reduce(into: [:]) { $0[$1] = asked[mask.place($1, in: list)] }
        }
        return ErasedNames(
            accounts: times(Set(looks.map(\.viewer)), ErasedNames.accounts),
            owners: times(Set(looks.map(\.device.owner)), ErasedNames.owners)
        )
    }

    /// Whether a look is of what was erased: who looked is nobody any more, or it was of what went.
    func isErased(_ look: AccessLogEntry, _ erased: ErasedNames) throws -> Bool {
        if let end = erased.owners[look.device.owner], look.first <= end { return true }
        guard let asked = erased.accounts[look.viewer] else { return false }
        return try look.first <= asked || !hasAccount(look.viewer)
    }
}

/// When accounts and owners were erased lately.
///
/// An account and an owner of the same name are two: who erases one may keep the other.
struct ErasedNames {
    var accounts: [Name: Timestamp] = [:]
    var owners: [Name: Timestamp] = [:]

    /// What the lists are called for ``NameMask/place(_:in:)``.
    fileprivate static let accounts = "erased accounts"
    fileprivate static let owners = "erased owners"
}
