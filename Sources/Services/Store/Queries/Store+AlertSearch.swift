import Foundation
public import Tracking

/// Which alerts are looked for; nil for no restriction.
public struct AlertSearch: Hashable, Sendable {
    public var owner: Name?
    public var tracker: Name?
    /// Both ends are included.
    public var from: Timestamp?
    public var to: Timestamp?
    /// Only those that come behind it, newest first.
    public var before: Place?
    /// Only those of these devices: what is left out leaves no trace in pages, nor in the time that it takes.
    public var devices: Set<DeviceID>?

    /// A place in the list of all alerts.
    public struct Place: Hashable, Sendable {
        public let time: Timestamp
        public let id: String

        public init(time: Timestamp, id: String) { (self.time, self.id) = (time, id) }
    }

    public init() {}
}

extension Store {
    /// The changes of level that are looked for, newest first.
    public func alerts(_ search: AlertSearch, limit: Int) throws -> [AlertRow] {
        var conditions = ["1 = 1"]
        var arguments: SQLArguments = []
        func add(_ condition: String, _ values: SQLArguments) {
            conditions.append(condition)
            arguments += values
        }
        if let owner = search.owner { add("owner = ?", [owner.text]) }
        if let tracker = search.tracker { add("device = ?", [tracker.text]) }
        if let from = search.from { add("time_ms >= ?", [from.milliseconds]) }
        if let to = search.to { add("time_ms <= ?", [to.milliseconds]) }
        if let devices = search.devices {
            // Names have no slash. By their ids the alerts are found with an index, and no others are read.
            let all = String(decoding: try JSONEncoder().encode(devices.map { "\($0)" }), as: UTF8.self)
            let names = isPostgres ? "jsonb_array_elements_text(CAST(CAST(? AS text) AS jsonb))" : "json_each(?)"
            let known = "SELECT id FROM devices WHERE owner || '/' || device IN (SELECT value FROM \(names))"
            add("device_id IN (\(known))", [all])
        }
        if let before = search.before { add("(time_ms, alerts.id) < (?, ?)", [before.time.milliseconds, before.id]) }
        let sql = "\(AlertRow.selection) WHERE \(conditions.joined(separator: " AND ")) \(AlertRow.newestFirst) LIMIT ?"
        arguments += [limit]
        return try read { try $0.rows(sql, arguments) { try AlertRow(row: $0) } }
    }
}

extension AlertRow {
    static let selection = """
        SELECT alerts.id, owner, device, event, level, previous, threshold_m, distance_m, confidence,
            time_ms, episode, payload, evidence
        FROM alerts JOIN devices ON devices.id = device_id
        """

    static let newestFirst = "ORDER BY time_ms DESC, alerts.id DESC"
}
