extension Store {
    /// Which object storage the months that are out are in, as whoever moves them names it; nil before anything was.
    public func archivePlace() throws -> String? {
        try read { try $0.value("SELECT place FROM archive", []) }
    }
}

extension Store {
    /// How much is out, and how many objects are to be removed.
    public struct ArchiveRoom: Hashable, Sendable {
        public let months: Int
        /// Of their objects.
        public let bytes: Int
        public let removals: Int
    }

    /// The same of the whole history, whatever a worker holds of it.
    public func archiveRoom() throws -> ArchiveRoom {
        try read { database in
            let sql = """
                SELECT count(*), CAST(coalesce(sum(bytes), 0) AS BIGINT), (SELECT count(*) FROM removals) FROM months_out
                """
            return try database.row(sql) { ArchiveRoom(months: $0[0], bytes: $0[1], removals: $0[2]) }
                ?? ArchiveRoom(months: 0, bytes: 0, removals: 0)
        }
    }

    /// Whether a worker is at work whose program knows nothing of months that are out, and answers without them.
    ///
    /// One of that version which begins is refused, but one that was at work goes on with the connections that it has.
    public func hasBlindWorkers() throws -> Bool {
        guard case .postgres(let store) = engine, store.isShared else { return false }
        return try read { database in
            let sql = """
                SELECT 1 FROM workers WHERE coalesce(version, 0) < \(Self.firstWithMonths)
                    AND beat_ms > \(PartitionTables.now) - \(Self.silence) LIMIT 1
                """
            return try database.value(sql, []) as Int? != nil
        }
    }

    private static let firstWithMonths = 6
    /// Milliseconds; a worker says each second that it lives.
    private static let silence = 120_000
}

extension StoreTransaction {
    /// The same within a transaction.
    mutating func archivePlace() throws -> String? { try database.value("SELECT place FROM archive", []) }

    /// Notes which object storage it is, unless months are in another one, or objects are to go there; returns that one
    /// then, and nil when it is this one.
    ///
    /// A database of before version 7 knows the `storage` of its months only.
    ///
    /// - Throws: ``StoreError``.
    public mutating func settle(archive place: String, storage: String) throws -> String? {
        // Others wait for it, so that all see the same.
        let known = try database.change("UPDATE archive SET place = place WHERE id = 1") > 0
        let former = known ? try archivePlace() : nil
        if former == place { return nil }
        if known {
            if let former, try hasObjects() { return former }
        } else {
            let others = try database.rows("SELECT DISTINCT storage FROM months_out ORDER BY storage") {
                $0.text(at: 0)
            }
            if let other = others.first(where: { $0 != storage }) { return other }
        }
        if known {
            try keep(archive: place)
        } else {
            try database.execute("INSERT INTO archive (id, place) VALUES (1, ?) ON CONFLICT (id) DO NOTHING", [place])
        }
        let kept = try archivePlace()
        return kept == place ? nil : kept
    }

    private func hasObjects() throws -> Bool {
        let sql = """
            SELECT 1 WHERE EXISTS (SELECT 1 FROM months_out) OR EXISTS (SELECT 1 FROM removals)
            """
        return try database.value(sql, []) as Int? != nil
    }

    /// Notes that all objects are in another object storage from now on.
    ///
    /// - Throws: ``StoreError``.
    public mutating func move(archive place: String, storage: String) throws {
        try keep(archive: place)
        try database.execute("UPDATE months_out SET storage = ?", [storage])
    }

    private func keep(archive place: String) throws {
        try database.execute(
            "INSERT INTO archive (id, place) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET place = excluded.place",
            [place])
    }
}
