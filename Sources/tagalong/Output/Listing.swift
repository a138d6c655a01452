import JSON

/// Something that a list shows: as a row of a table, or as a JSON object.
protocol ListRow {
    static var columns: [String] { get }
    /// As many as there are columns.
    var cells: [String] { get }
    var json: JSONValue { get }
}

/// Prints lists, the same way for every command.
enum Listing {
    /// Prints a table, or a JSON array with one object a line; people are told a sentence about an empty list.
    ///
    /// - Throws: ``OutputClosed``.
    static func print<Row: ListRow>(_ rows: [Row], asJSON isJSON: Bool, whenEmpty sentence: String) throws {
        try Output.standard.write(isJSON ? array(rows) + "\n" : table(rows, whenEmpty: sentence))
    }

    static func table<Row: ListRow>(_ rows: [Row], whenEmpty sentence: String) -> String {
        rows.isEmpty ? sentence + "\n" : Table(header: Row.columns, rows: rows.map(\.cells)).text
    }

    static func array(_ rows: [some ListRow]) -> String {
        if rows.isEmpty { return "[]" }
        return "[\n" + rows.map(\.json.line).joined(separator: ",\n") + "\n]"
    }
}
