public import Tracking

extension Store {
    /// All trackers with what is kept of them, by owner and name.
    ///
    /// The number of statements does not grow with the number of trackers.
    public func items() throws -> [ItemRow] { try readTogether { try items(.all, $0) } }

    /// One tracker with what is kept of it; nil when the store knows no such tracker.
    public func item(_ id: DeviceID) throws -> ItemRow? { try readTogether { try items(.one(id), $0).first } }

    /// Which trackers are read.
    private enum Choice {
        case all
        case one(DeviceID)

        var condition: String {
            switch self {
            case .all: "devices.kind = 'tracker'"
            case .one: "devices.kind = 'tracker' AND owner = ? AND device = ?"
            }
        }

        var arguments: SQLArguments {
            switch self {
            case .all: []
            case .one(let id): id.arguments
            }
        }
    }

    private func items(_ choice: Choice, _ database: Session) throws -> [ItemRow] {
        let documents = try documents(choice, database)
        let photos = try PhotoSummary.fetch(where: choice.condition, choice.arguments, database)
        let fixes = try lastFixes(choice, database)
        let sql = "SELECT \(DeviceRow.columns) FROM devices WHERE \(choice.condition) ORDER BY owner, device"
        return try database.rows(sql, choice.arguments) { row in
            let device = try DeviceRow(row: row)
            return ItemRow(
                device: device,
                lastFix: fixes[device.id],
                documents: documents[device.id] ?? [:],
                photo: photos[device.id]
            )
        }
    }

    private func documents(_ choice: Choice, _ database: Session) throws -> [DeviceID: [DocumentKind: [UInt8]]] {
        let sql = """
            SELECT owner, device, device_documents.kind, payload
            FROM devices JOIN device_documents ON device_id = devices.id WHERE \(choice.condition)
            """
        let rows = try database.cursor(sql, choice.arguments)
        var documents: [DeviceID: [DocumentKind: [UInt8]]] = [:]
        while let row = try rows.next() {
            guard let kind = DocumentKind(rawValue: row.text(at: 2)) else { continue }
            documents[try DeviceID(row), default: [:]][kind] = row.bytes(at: 3)
        }
        return documents
    }

    /// The newest plausible fix of each tracker that has one.
    private func lastFixes(_ choice: Choice, _ database: Session) throws -> [DeviceID: StoredFix] {
        let sql = """
            SELECT first_ms, data, owner, device
            FROM devices JOIN fix_blocks ON device_id = devices.id
                AND first_ms = (SELECT max(first_ms) FROM fix_blocks WHERE device_id = devices.id)
            WHERE \(choice.condition)
            """
        var fixes: [DeviceID: StoredFix] = [:]
        let newest = try database.rows(sql, choice.arguments) { row in
            let id = DeviceID(owner: try Name(stored: row[2]), device: try Name(stored: row[3]))
            return (id, try Self.records(row).last { !$0.isImplausible })
        }
        for (id, record) in newest {
            if let record {
                fixes[id] = try complete([record], of: id, database).first
            } else {
                // A newest block with nothing but doubted fixes is rare, and the block before it is looked for alone.
                fixes[id] = try latest(1, of: id, isPlausible: true, database).first
            }
        }
        return fixes
    }
}

extension DeviceID {
    /// A device whose owner and name are the first two columns of a row.
    init(_ row: SQLRow) throws {
        self.init(owner: try Name(stored: row[0]), device: try Name(stored: row[1]))
    }
}
