extension FixBlock {
    /// The block of a device that a time belongs to; nil when the device has none.
    static func stored(device: Int64, at time: Int64, _ database: Session) throws -> FixBlock? {
        let before = try database.statement(
            """
            SELECT id, first_ms, data FROM fix_blocks WHERE device_id = ? AND first_ms <= ?
            ORDER BY first_ms DESC LIMIT 1
            """
        )
        if let row = try before.first([.number(device), .number(time)], BlockRow.init) {
            return try FixBlock(row, device: device, database)
        }
        // A time before all fixes belongs to the first block.
        let first = try database.statement(
            "SELECT id, first_ms, data FROM fix_blocks WHERE device_id = ? ORDER BY first_ms LIMIT 1"
        )
        return try first.first([.number(device)], BlockRow.init).map { try FixBlock($0, device: device, database) }
    }

    /// The columns of a block.
    private struct BlockRow {
        let id: Int64
        let first: Int64
        let bytes: [UInt8]

        init(_ row: SQLRow) {
            (id, first, bytes) = (row.number(at: 0), row.number(at: 1), row.bytes(at: 2))
        }
    }

    private init(_ row: BlockRow, device: Int64, _ database: Session) throws {
        let neighbours = try database.statement(
            """
            SELECT (SELECT max(first_ms) FROM fix_blocks WHERE device_id = ?1 AND first_ms < ?2),
                (SELECT min(first_ms) FROM fix_blocks WHERE device_id = ?1 AND first_ms > ?2)
            """
        )
        let times = try neighbours.first([.number(device), .number(row.first)]) { found in
            (found.isNull(at: 0) ? .min : row.first)...(found.isNull(at: 1) ? .max : found.number(at: 1) - 1)
        }
        try self.init(id: row.id, times: times ?? .min ... .max, first: row.first, bytes: row.bytes)
    }

    /// Writes the block to its row, or to a new one.
    mutating func write(device: Int64, _ database: Session) throws {
        if case .postgres(let session) = database.engine {
            let row = try id ?? session.number(for: "fix_blocks")
            id = row
            let values: [SQLValue] = [
                .number(row), .number(device), .number(first), .number(last.time), .number(Int64(count)), .bytes(bytes),
            ]
            try session.gather(Self.upsert, values, key: 1)
        } else if let id {
            try update(row: id, database)
        } else {
            id = try database.statement(
                "INSERT INTO fix_blocks (device_id, first_ms, last_ms, fixes, data) VALUES (?, ?, ?, ?, ?)"
            ).insert([device, first, last.time, Int64(count)], bytes: bytes)
        }
        isDirty = false
        isMoved = false
    }

    /// For many blocks at once.
    private static let upsert = """
        INSERT INTO fix_blocks (id, device_id, first_ms, last_ms, fixes, data) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET first_ms = excluded.first_ms, last_ms = excluded.last_ms, fixes = excluded.fixes,
            data = excluded.data
        """

    private func update(row id: Int64, _ database: Session) throws {
        if isMoved {
            // Apart from the rest, because naming the column makes SQLite write the index.
            try database.statement("UPDATE fix_blocks SET first_ms = ? WHERE id = ?").execute([first, id])
        }
        try database.statement("UPDATE fix_blocks SET last_ms = ?1, fixes = ?2, data = ?4 WHERE id = ?3")
            .execute([last.time, Int64(count), id], bytes: bytes)
    }
}
