import GRDB
import Postgres

/// The row that a question stands at; it is gone when the next one is read.
package struct SQLRow {
    private enum Source {
        case sqlite(Statement)
        case postgres(PostgresResult, row: Int)
    }

    private let source: Source

    init(_ statement: Statement) { source = .sqlite(statement) }

    init(_ result: PostgresResult, row: Int) { source = .postgres(result, row: row) }

    package func isNull(at column: Int) -> Bool {
        switch source {
        case .sqlite(let statement): statement.isNull(at: Int32(column))
        case .postgres(let result, let row): result.isNull(row, column)
        }
    }

    /// A whole number; 0 for NULL.
    package func number(at column: Int) -> Int64 {
        switch source {
        case .sqlite(let statement): statement.number(at: Int32(column))
        case .postgres(let result, let row): result.integer(row, column)
        }
    }

    /// A number; 0 for NULL.
    package func real(at column: Int) -> Double {
        switch source {
        case .sqlite(let statement): statement.real(at: Int32(column))
        case .postgres(let result, let row): result.real(row, column)
        }
    }

    /// A text; empty for NULL.
    package func text(at column: Int) -> String {
        switch source {
        case .sqlite(let statement): statement.text(at: Int32(column))
        case .postgres(let result, let row): result.text(row, column)
        }
    }

    /// Bytes; none for NULL.
    package func bytes(at column: Int) -> [UInt8] {
        switch source {
        case .sqlite(let statement): statement.bytes(at: Int32(column))
        case .postgres(let result, let row): result.bytes(row, column)
        }
    }

    /// What is in a column; what is NULL is 0, or empty.
    package subscript<Value: SQLReadable>(column: Int) -> Value { Value(self, column) }

    /// What is in a column; nil for NULL.
    package subscript<Value: SQLReadable>(column: Int) -> Value? { isNull(at: column) ? nil : Value(self, column) }
}

/// What can be read of a column.
package protocol SQLReadable {
    init(_ row: SQLRow, _ column: Int)
}

extension Int64: SQLReadable { package init(_ row: SQLRow, _ column: Int) { self = row.number(at: column) } }
extension Int: SQLReadable { package init(_ row: SQLRow, _ column: Int) { self = Int(row.number(at: column)) } }
extension Int32: SQLReadable {
    package init(_ row: SQLRow, _ column: Int) { self = Int32(clamping: row.number(at: column)) }
}
extension Bool: SQLReadable { package init(_ row: SQLRow, _ column: Int) { self = row.number(at: column) != 0 } }
extension Double: SQLReadable { package init(_ row: SQLRow, _ column: Int) { self = row.real(at: column) } }
extension String: SQLReadable { package init(_ row: SQLRow, _ column: Int) { self = row.text(at: column) } }
extension [UInt8]: SQLReadable { package init(_ row: SQLRow, _ column: Int) { self = row.bytes(at: column) } }
