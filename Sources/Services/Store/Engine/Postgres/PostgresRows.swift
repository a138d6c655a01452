import Postgres

/// Rows that one statement writes together, column by column.
struct PostgresRows {
    private(set) var columns: [[PostgresValue]]
    /// Where the row of each key is.
    private var places: [[SQLValue]: Int] = [:]
    private var bytes = 0

    /// So many rows go together at most, and so many bytes.
    private static let mostRows = 10_000
    private static let mostBytes = 8 << 20

    init(columns: Int) { self.columns = Array(repeating: [], count: columns) }

    var isFull: Bool { places.count >= Self.mostRows || bytes >= Self.mostBytes }

    /// Adds a row, or puts it in the place of the one with the same key, which is that many of its first values.
    mutating func add(_ values: [SQLValue], key: Int) {
        for case .bytes(let value) in values { bytes += value.count }
        if let place = places[Array(values.prefix(key))] {
            for column in columns.indices { columns[column][place] = PostgresValue(values[column]) }
        } else {
            places[Array(values.prefix(key))] = columns[0].count
            for column in columns.indices { columns[column].append(PostgresValue(values[column])) }
        }
    }

    /// The statement for all of them: what stands in `VALUES (?, …)` comes out of arrays.
    func statement(for sql: String) -> String {
        let places = "(" + Array(repeating: "?", count: columns.count).joined(separator: ", ") + ")"
        let arrays = columns.map { "CAST(? AS \(Self.type(of: $0))[])" }.joined(separator: ", ")
        return sql.replacing("VALUES \(places)", with: "SELECT * FROM unnest(\(arrays))")
    }

    private static func type(of column: [PostgresValue]) -> String {
        switch column.first(where: { $0 != .null }) {
        case .number: "bigint"
        case .real: "double precision"
        case .bytes: "bytea"
        default: "text"
        }
    }
}
