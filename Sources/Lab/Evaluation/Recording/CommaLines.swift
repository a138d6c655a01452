import Settings

/// The rows of a file of comma-separated values below its header.
struct CommaLines {
    let file: String
    /// The column of each name of the header.
    private(set) var columns: [String: Int] = [:]
    /// Each row with the number of its line.
    private(set) var rows: [(line: Int, fields: [Substring])] = []

    init(file: String, text: String) throws(SettingsError) {
        self.file = file
        var hasHeader = false
        // The line break of Windows, two characters elsewhere, is one that is not "\n".
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(Self.trimmed)
            if fields.allSatisfy(\.isEmpty) { continue }
            if hasHeader {
                rows.append((index + 1, fields))
            } else {
                for (column, name) in fields.enumerated() where !name.isEmpty { columns[String(name)] = column }
                hasHeader = true
            }
        }
        guard hasHeader else { throw SettingsError(file: file, message: "the file is empty") }
        guard !rows.isEmpty else { throw SettingsError(file: file, message: "no row follows the header") }
    }

    static func read(_ file: String) throws(SettingsError) -> CommaLines {
        try CommaLines(file: file, text: String(decoding: FileBytes.read(file), as: UTF8.self))
    }

    /// The column of a name, or an error that tells what the header is to hold.
    func column(_ name: String, expected: String) throws(SettingsError) -> Int {
        guard let column = columns[name] else {
            throw SettingsError(file: file, line: 1, message: "no column \(quoted(name)); \(expected) is expected")
        }
        return column
    }

    /// The number in a row; nil when the field is empty, missing, or `nan`.
    func number(_ row: Int, _ column: Int, _ name: String) throws(SettingsError) -> Double? {
        let (line, fields) = rows[row]
        guard column < fields.count, !fields[column].isEmpty else { return nil }
        let value = Double(fields[column])
        if let value, value.isNaN { return nil }
        guard let number = value, number.isFinite else {
            let message = "\(name) \(quoted(fields[column])) is no number"
            throw SettingsError(file: file, line: line, message: message)
        }
        return number
    }

    func required(_ row: Int, _ column: Int, _ name: String) throws(SettingsError) -> Double {
        if let number = try number(row, column, name) { return number }
        throw SettingsError(file: file, line: rows[row].line, message: "\(name) is missing")
    }

    func strength(_ row: Int, _ column: Int) throws(SettingsError) -> Double? {
        guard let strength = try number(row, column, "RSSI") else { return nil }
        guard (-150...20).contains(strength) else {
            let message = "an RSSI of \(strength) dBm is impossible; -150 to 20 is expected"
            throw SettingsError(file: file, line: rows[row].line, message: message)
        }
        return strength
    }

    private static func trimmed(_ field: Substring) -> Substring {
        var field = field
        while let first = field.unicodeScalars.first, isPadding(first) { field.unicodeScalars.removeFirst() }
        while let last = field.unicodeScalars.last, isPadding(last) { field.unicodeScalars.removeLast() }
        return field
    }

    private static func isPadding(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar == "\"" || scalar == "\u{FEFF}"
    }
}
