internal import Store
internal import Tracking

/// Names that were erased lately, for services that share accounts and still have something of them in memory: each as
/// what stands for it, with the time at which it was asked for.
extension SQLSession {
    /// Longer than anything stays in memory before it is written down, in milliseconds.
    private static let memory: Int64 = 24 * 3_600_000

    /// Notes that names are being erased.
    func mark(_ names: Set<Name>, _ mask: NameMask, at now: Timestamp) throws {
        for name in names {
            try execute(
                """
                INSERT INTO erased_names (place, asked_ms) VALUES (?, ?)
                ON CONFLICT (place) DO UPDATE SET asked_ms = excluded.asked_ms
                """,
                [mask.place(name, in: "erased"), now.milliseconds]
            )
        }
    }

    /// When those were erased whom looks are by or whose things they are at; without those who were not.
    func erased(among looks: [AccessLogEntry], _ mask: NameMask, at now: Timestamp) throws -> [Name: Timestamp] {
        try execute("DELETE FROM erased_names WHERE asked_ms < ?", [now.milliseconds - Self.memory])
        let places = try rows("SELECT place, asked_ms FROM erased_names") { row in
            (place: row[0] as [UInt8], asked: Timestamp(milliseconds: row[1]))
        }
        guard !places.isEmpty else { return [:] }
        let asked = Dictionary(places.map { ($0.place, $0.asked) }) { max($0, $1) }
        let names = Set(looks.flatMap { [$0.viewer, $0.device.owner] })
        return names.reduce(into: [:]) { $0[$1] = asked[mask.place($1, in: "erased")] }
    }

    /// Whether a look is of what was erased: who looked is nobody any more, or it was before that was asked for.
    func isErased(_ look: AccessLogEntry, _ erased: [Name: Timestamp]) throws -> Bool {
        if let asked = erased[look.device.owner], look.first <= asked { return true }
        guard let asked = erased[look.viewer] else { return false }
        return try look.first <= asked || !hasAccount(look.viewer)
    }
}
