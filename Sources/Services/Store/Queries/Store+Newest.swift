public import Tracking

/// The last fix of many devices, as a stream of events begins with.
extension Store {
    /// Devices that are asked for with one statement.
    private static let pageOfNewest = 200

    /// The names of all devices, by owner and name; what has a name that cannot be read is left out.
    ///
    /// - Throws: ``StoreError``.
    public func deviceNames() throws -> [DeviceID] {
        try read { database in
            try database.rows("SELECT owner, device FROM devices ORDER BY owner, device") { try? DeviceID($0) }
        }.compactMap(\.self)
    }

    /// The fix of each of some devices that was measured last, of those that the store itself has; in no order.
    ///
    /// Some hundred devices are asked for at once. A device whose fixes cannot be read is handed to `unread`, and the others
    /// are read all the same.
    ///
    /// - Throws: ``StoreError`` where it concerns more than a device, and `CancellationError` where the task was cancelled.
    public func newest(
        of devices: [DeviceID], unread: (DeviceID, any Error) -> Void
    ) throws -> [StoredFix] {
        var found: [StoredFix] = []
        for start in stride(from: 0, to: devices.count, by: Self.pageOfNewest) {
            try Task.checkCancellation()
            let page = Array(devices[start..<min(start + Self.pageOfNewest, devices.count)])
            do { found += try newest(ofPage: page) } catch  where !StoreError.isOfMoreThanOneDevice(error) {
                // One of them: which it is.
                for device in page {
                    do { found += try newest(ofPage: [device]) } catch  where !StoreError.isOfMoreThanOneDevice(error) {
                        unread(device, error)
                    }
                }
            }
        }
        return found
    }

    private func newest(ofPage devices: [DeviceID]) throws -> [StoredFix] {
        // Each device for itself within, not joined: then both engines take the last block from the index.
        let block = "FROM fix_blocks WHERE device_id = devices.id ORDER BY first_ms DESC LIMIT 1"
        let places = Array(repeating: "(?, ?)", count: devices.count).joined(separator: ", ")
        let arguments = devices.reduce(into: [] as SQLArguments) { $0 += $1.arguments }
        return try readTogether { database in
            let last = try database.rows(
                """
                SELECT owner, device, (SELECT first_ms \(block)), (SELECT data \(block)) FROM devices
                WHERE (owner, device) IN (VALUES \(places))
                """,
                arguments
            ) { row -> (DeviceID, FixRecord)? in
                guard !row.isNull(at: 2) else { return nil }
                let record = try FixBlock.records(row.bytes(at: 3), first: row.number(at: 2)).last
                return try record.map { (try DeviceID(row), $0) }
            }
            return try last.compactMap(\.self).flatMap { try complete([$0.1], of: $0.0, database) }
        }
    }
}

extension StoreError {
    /// Whether an error that came with what was read of a device concerns more than that device, as the connection does.
    public static func isOfMoreThanOneDevice(_ error: any Error) -> Bool {
        guard let error = error as? StoreError else { return error is CancellationError }
        return switch error.reason {
        case .corrupt, .out: false
        // Errors in data, in the machine's files and within the server.
        case .refused(let state, _): !["22", "58", "XX"].contains { state.hasPrefix($0) }
        default: true
        }
    }
}
