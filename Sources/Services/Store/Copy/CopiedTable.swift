/// A table as it is copied from one engine to the other.
struct CopiedTable: Sendable {
    /// What a column holds.
    enum Kind: Sendable {
        case number, real, text, bytes
    }

    let name: String
    let columns: [(name: String, kind: Kind)]
    /// The primary key.
    let key: [String]
    /// Whether there may be so many rows that a copy goes on behind those it has; its key is of numbers, or of texts that
    /// both engines sort by their bytes.
    let isLong: Bool

    private init(_ name: String, key: String, isLong: Bool = false, _ columns: KeyValuePairs<String, Kind>) {
        self.name = name
        self.key = key.split(separator: " ").map(String.init)
        self.isLong = isLong
        self.columns = columns.map { (name: $0.key, kind: $0.value) }
    }

    /// Whether its rows are numbered by the database.
    var isNumbered: Bool { key == ["id"] && columns.first?.kind == .number }

    /// The names of the columns, as they stand in a statement.
    var columnList: String { columns.map { "\"\($0.name)\"" }.joined(separator: ", ") }

    /// All tables, those before others that refer to them.
    static let all = [
        CopiedTable(
            "devices", key: "id",
            [
                "id": .number, "owner": .text, "device": .text, "kind": .text, "item": .text, "warning_m": .real,
                "critical_m": .real, "created_ms": .number, "clock_ahead_ms": .number, "http_ms": .number,
            ]
        ),
        CopiedTable(
            "fix_contexts", key: "id",
            [
                "id": .number, "mode": .text, "source": .text, "trigger": .text, "connection": .text, "gateway": .text,
                "kept": .text,
            ]
        ),
        CopiedTable(
            "device_documents", key: "device_id kind",
            ["device_id": .number, "kind": .text, "payload": .bytes, "updated_ms": .number]
        ),
        CopiedTable(
            "fix_blocks", key: "id", isLong: true,
            [
                "id": .number, "device_id": .number, "first_ms": .number, "last_ms": .number, "fixes": .number,
                "data": .bytes,
            ]
        ),
        CopiedTable(
            "fix_extras", key: "device_id time_ms boot seq lat_e7 lon_e7", isLong: true,
            [
                "device_id": .number, "time_ms": .number, "boot": .number, "seq": .number, "lat_e7": .number,
                "lon_e7": .number, "json": .bytes,
            ]
        ),
        CopiedTable(
            "received", key: "device_id boot first", isLong: true,
            ["device_id": .number, "boot": .number, "first": .number, "last": .number]
        ),
        CopiedTable(
            "quarantine", key: "id", isLong: true,
            [
                "id": .number, "received_ms": .number, "topic": .text, "payload": .bytes, "size": .number,
                "reason": .text,
                "sentence": .text,
            ]
        ),
        CopiedTable("counters", key: "name", ["name": .text, "value": .number]),
        CopiedTable(
            "outbox", key: "id",
            [
                "id": .text, "device_id": .number, "topic": .text, "payload": .bytes, "retained": .number,
                "created_ms": .number, "sent_ms": .number,
            ]
        ),
        CopiedTable(
            "place_events", key: "id", isLong: true,
            [
                "id": .number, "device_id": .number, "time_ms": .number, "event": .text, "place": .text,
                "lat_e7": .number,
                "lon_e7": .number, "payload": .bytes,
            ]
        ),
        CopiedTable("alert_states", key: "device_id", ["device_id": .number, "state": .bytes]),
        CopiedTable(
            "alerts", key: "id", isLong: true,
            [
                "id": .text, "device_id": .number, "event": .text, "level": .text, "previous": .text,
                "threshold_m": .real,
                "distance_m": .real, "confidence": .real, "time_ms": .number, "episode": .text, "payload": .bytes,
                "evidence": .bytes,
            ]
        ),
        CopiedTable(
            "photos", key: "device_id", ["device_id": .number, "type": .text, "data": .bytes, "updated_ms": .number]
        ),
        CopiedTable(
            "retention", key: "device_id", ["device_id": .number, "keep_ms": .number, "keep_fixes": .number]
        ),
        CopiedTable(
            "deletions", key: "owner device",
            ["owner": .text, "device": .text, "asked_ms": .number, "version": .number]
        ),
        CopiedTable(
            "phone_commands", key: "id",
            ["id": .number, "device_id": .number, "received_ms": .number, "payload": .bytes]
        ),
        CopiedTable(
            "months_out", key: "device_id month_ms",
            [
                "device_id": .number, "month_ms": .number, "generation": .number, "object": .text, "fixes": .number,
                "first_ms": .number, "last_ms": .number, "bytes": .number, "digest": .text, "storage": .text,
                "moved_ms": .number,
            ]
        ),
        CopiedTable(
            "removals", key: "object",
            [
                "object": .text, "owner": .text, "device": .text, "asked_ms": .number, "taken": .number,
                "until_ms": .number, "again_ms": .number,
            ]
        ),
        CopiedTable("archive", key: "id", ["id": .number, "place": .text]),
        CopiedTable(
            "reminders", key: "owner id",
            [
                "owner": .text, "id": .text, "payload": .bytes, "state": .bytes, "updated_ms": .number,
                "published": .number,
            ]
        ),
        CopiedTable(
            "reminder_events", key: "id", isLong: true,
            [
                "id": .text, "owner": .text, "reminder": .text, "time_ms": .number, "event": .text, "payload": .bytes,
                "sent": .number,
            ]
        ),
        CopiedTable("calendars", key: "owner", ["owner": .text, "place": .bytes, "updated_ms": .number]),
        CopiedTable("erased", key: "erasure", ["erasure": .number, "asked_ms": .number]),
    ]
}

extension SQLRow {
    /// What is in a column of a kind.
    func value(at column: Int, _ kind: CopiedTable.Kind) -> SQLValue {
        if isNull(at: column) { return .null }
        return switch kind {
        case .number: .number(number(at: column))
        case .real: .real(real(at: column))
        case .text: .text(text(at: column))
        case .bytes: .bytes(bytes(at: column))
        }
    }
}
