public import Tracking

extension Store {
    /// The fixes of a device that a search asks for, oldest first.
    public func fixes(of device: DeviceID, matching search: FixSearch) throws -> [StoredFix] {
        guard let times = search.times, search.newest ?? 1 > 0 else { return [] }
        let filter = FixFilter(times: times, region: search.region)
        return try read { database in
            let blocks = try Self.blocks(of: device, times, newestFirst: search.newest != nil, database)
            var packed: [FixRecord] = []
            let limit = search.newest ?? .max
            while packed.count < limit, let block = try blocks.next() {
                let found = try Self.records(block).filter(filter.takes)
                packed += search.newest == nil ? found : found.suffix(limit - packed.count).reversed()
            }
            if search.newest != nil { packed.reverse() }
            return try complete(packed, of: device, database)
        }
    }

    /// Hands out the fixes of a device that a search asks for one by one, oldest first, and never has more than a block
    /// of them in memory; a search for the newest ones has all of these.
    ///
    /// All of them are of the same commit. `body` must not call the store.
    /// - Throws: What `body` throws, or ``StoreError``.
    public func scan(_ device: DeviceID, matching search: FixSearch, _ body: (StoredFix) throws -> Void) throws {
        guard search.newest == nil else { return try fixes(of: device, matching: search).forEach(body) }
        guard let times = search.times else { return }
        let filter = FixFilter(times: times, region: search.region)
        try readTogether { database in
            let blocks = try Self.blocks(of: device, times, newestFirst: false, database)
            while let block = try blocks.next() {
                let found = try Self.records(block).filter(filter.takes)
                if found.isEmpty { continue }
                try complete(found, of: device, database).forEach(body)
            }
        }
    }

    private static func blocks(
        of device: DeviceID, _ times: ClosedRange<Int64>, newestFirst: Bool, _ database: Session
    ) throws -> SQLCursor {
        guard newestFirst else { return try blocks(of: device, times, database) }
        // Without a lower end: the block that the first time belongs to may start before it, and nobody asks for more
        // once there are enough.
        return try database.longCursor(
            """
            SELECT first_ms, data FROM devices JOIN fix_blocks ON device_id = devices.id
            WHERE owner = ?1 AND device = ?2 AND first_ms <= ?3 AND last_ms >= ?4
            ORDER BY first_ms DESC
            """,
            device.arguments + [times.upperBound, times.lowerBound]
        )
    }
}
