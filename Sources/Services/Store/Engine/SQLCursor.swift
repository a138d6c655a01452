import GRDB
import Postgres

/// Rows that are read one by one.
final class SQLCursor {
    private enum Source {
        case sqlite(Statement)
        /// What is left of the rows that are in memory, and where more come from.
        case postgres(ArraySlice<SQLRow>, more: (() throws -> [SQLRow])?)
        case ended
    }

    private var source: Source

    init(_ statement: Statement, _ values: [SQLValue]) throws {
        try statement.bind(values)
        source = .sqlite(statement)
    }

    /// The first rows; `more` is asked for the next ones until there are none.
    init(_ rows: [SQLRow], more: (() throws -> [SQLRow])? = nil) { source = .postgres(rows[...], more: more) }

    deinit {
        if case .sqlite(let statement) = source { statement.reset() }
    }

    /// The next row, which is gone when another one is read; nil at the end.
    func next() throws -> SQLRow? {
        switch source {
        case .sqlite(let statement):
            if try statement.step() { return SQLRow(statement) }
            statement.reset()
            source = .ended
            return nil
        case .postgres(var rows, let more):
            if rows.isEmpty { rows = try more?()[...] ?? [] }
            let row = rows.popFirst()
            source = row == nil ? .ended : .postgres(rows, more: more)
            return row
        case .ended: return nil
        }
    }
}
