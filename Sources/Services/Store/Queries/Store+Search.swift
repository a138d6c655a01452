public import Tracking

extension Store {
    /// The fixes of a device that a search asks for, oldest first.
    public func fixes(of device: DeviceID, matching search: FixSearch) throws -> [StoredFix] {
        guard let times = search.times, search.newest ?? 1 > 0 else { return [] }
        return try readTogether { database in
            guard let limit = search.newest else {
                return try oldest(.max, of: device, times, database) { span, _ in
                    try found(device, span, search.region, database)
                } out: { store, span, _ in
                    try store.read { try store.found(device, span, search.region, $0) }
                }
            }
            return try newest(limit, of: device, times, database) {
                try newest($0, device, times, search.region, database)
            } out: { store in
                try store.read { try store.newest(limit, device, times, search.region, $0) }
            }.reversed()
        }
    }

    /// What the store itself has, oldest first.
    private func found(
        _ device: DeviceID, _ times: ClosedRange<Int64>, _ region: Region?, _ database: Session
    ) throws -> [StoredFix] {
        let filter = FixFilter(times: times, region: region)
        let blocks = try Self.blocks(of: device, times, newestFirst: false, database)
        var packed: [FixRecord] = []
        while let block = try blocks.next() { packed += try Self.records(block).filter(filter.takes) }
        return try complete(packed, of: device, database)
    }

    /// So many of the newest that the store itself has, newest first.
    private func newest(
        _ limit: Int, _ device: DeviceID, _ times: ClosedRange<Int64>, _ region: Region?, _ database: Session
    ) throws -> [StoredFix] {
        let filter = FixFilter(times: times, region: region)
        let blocks = try Self.blocks(of: device, times, newestFirst: true, database)
        var packed: [FixRecord] = []
        while packed.count < limit, let block = try blocks.next() {
            packed += try Self.records(block).filter(filter.takes).suffix(limit - packed.count).reversed()
        }
        return try complete(packed, of: device, database)
    }

    /// Hands out the fixes of a device that a search asks for one by one, oldest first, and never has more than a block
    /// of them in memory; a search for the newest ones has all of these.
    ///
    /// All of them are of the same commit. `body` must not call the store.
    /// - Throws: What `body` throws, or ``StoreError``.
    public func scan(_ device: DeviceID, matching search: FixSearch, _ body: (StoredFix) throws -> Void) throws {
        guard search.newest == nil else { return try fixes(of: device, matching: search).forEach(body) }
        guard let times = search.times else { return }
        try readTogether { database in
            let months = try monthsOut(of: device, times, database)
            // All of them before the first fix is handed out: what is not here is fetched, and all of it asked again.
            var stores = try openMonths(months)[...]
            for (span, month) in Self.spans(times, months) {
                guard month != nil, let out = stores.popFirst() else {
                    try scanStored(device, span, search.region, database, body)
                    continue
                }
                var merge = FixMerge(try found(device, span, search.region, database))
                try out.read { read in
                    try out.scanStored(device, span, search.region, read) { try merge.add($0, body) }
                }
                try merge.end(body)
            }
        }
    }

    private func scanStored(
        _ device: DeviceID, _ times: ClosedRange<Int64>, _ region: Region?, _ database: Session,
        _ body: (StoredFix) throws -> Void
    ) throws {
        let filter = FixFilter(times: times, region: region)
        let blocks = try Self.blocks(of: device, times, newestFirst: false, database)
        while let block = try blocks.next() {
            let found = try Self.records(block).filter(filter.takes)
            if found.isEmpty { continue }
            try complete(found, of: device, database).forEach(body)
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
