internal import Store

/// A table of the accounts, as it is copied from one engine to the other.
struct AccessTable: Sendable {
    /// What a column holds.
    enum Kind: Sendable {
        case number, text, bytes
    }

    let name: String
    let columns: [(name: String, kind: Kind)]

    init(_ name: String, _ columns: KeyValuePairs<String, Kind>) {
        self.name = name
        self.columns = columns.map { (name: $0.key, kind: $0.value) }
    }

    /// All of them, those before others that refer to them.
    static let all = core + foundPages + people + signIn + invitations

    /// Those of accounts and what they do.
    private static let core = [
        AccessTable(
            "accounts",
            [
                "name": .text, "administrator": .number, "passcode": .text, "created_ms": .number, "mail": .text,
                "mail_key": .text, "language": .text, "verified_ms": .number, "deactivated_ms": .number,
                "newest_notice": .number,
            ]
        ),
        AccessTable(
            "grants", ["account": .text, "owner": .text, "tracker": .text, "right": .text, "by_area": .number]
        ),
        AccessTable(
            "sessions",
            [
                "hash": .bytes, "id": .text, "account": .text, "csrf": .text, "source": .text, "created_ms": .number,
                "used_ms": .number, "expires_ms": .number,
            ]
        ),
        AccessTable(
            "tokens",
            [
                "hash": .bytes, "id": .text, "account": .text, "label": .text, "scope": .text, "created_ms": .number,
                "used_ms": .number, "expires_ms": .number,
            ]
        ),
        AccessTable(
            "passkeys",
            [
                "credential": .bytes, "account": .text, "label": .text, "key": .bytes, "counter": .number,
                "created_ms": .number, "used_ms": .number, "site": .text,
            ]
        ),
        AccessTable(
            "known_devices",
            ["hash": .bytes, "id": .text, "account": .text, "created_ms": .number, "used_ms": .number]
        ),
        AccessTable(
            "push_devices",
            [
                "id": .text, "account": .text, "session": .text, "name": .text, "endpoint": .text, "key": .bytes,
                "secret": .bytes, "created_ms": .number, "sent_ms": .number, "quiet": .text,
            ]
        ),
        AccessTable(
            "item_links",
            [
                "hash": .bytes, "id": .text, "owner": .text, "tracker": .text, "item_created_ms": .number,
                "account": .text, "by_area": .number, "note": .text, "created_ms": .number, "expires_ms": .number,
                "openings": .number, "opened_ms": .number,
            ]
        ),
        AccessTable("lockouts", ["subject": .text, "tries": .number, "last_ms": .number, "locked_ms": .number]),
        AccessTable(
            "audit",
            [
                "time_ms": .number, "account": .text, "source": .text, "event": .text, "room": .number,
                "count": .number, "last_ms": .number,
            ]
        ),
        AccessTable(
            "looks",
            [
                "owner": .text, "tracker": .text, "hour_ms": .number, "viewer": .text, "token": .text, "kind": .text,
                "source": .text, "first_ms": .number, "last_ms": .number, "count": .number, "from_ms": .number,
                "to_ms": .number,
            ]
        ),
        AccessTable(
            "erasures",
            // The history knows by its number what of it is done.
            ["id": .number, "account": .text, "owner": .text, "asked_ms": .number, "waits": .number, "topics": .text]
        ),
        AccessTable("secrets", ["name": .text, "secret": .text]),
    ]

    private var columnList: String { columns.map { "\"\($0.name)\"" }.joined(separator: ", ") }

    /// The rows, in the order in which numbered ones were made.
    func rows(_ session: SQLSession) throws -> [SQLArguments] {
        let isNumbered = ["audit", "erasures", "notices"].contains(name)
        return try session.rows("SELECT \(columnList) FROM \(name) ORDER BY \(isNumbered ? "id" : "1, 2")") { row in
            SQLArguments(columns.indices.map { value(row, at: $0) })
        }
    }

    private func value(_ row: SQLRow, at index: Int) -> SQLValue {
        if row.isNull(at: index) { return .null }
        return switch columns[index].kind {
        case .number: .number(row.number(at: index))
        case .text: .text(row.text(at: index))
        case .bytes: .bytes(row.bytes(at: index))
        }
    }

    /// Adds rows.
    func insert(_ rows: [SQLArguments], _ session: SQLSession) throws {
        let sql = "INSERT INTO \(name) (\(columnList)) VALUES (\(SQLSession.marks(columns.count)))"
        for row in rows { try session.execute(sql, row) }
    }
}
