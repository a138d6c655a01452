import Messages
import Store
import Tracking

/// Writes a header with the keys of the first fix, or with those that are asked for, and a line for each fix.
///
/// Fixes that are told apart by milliseconds only are told with them, also when the first has none.
struct RecorderCSVWriter: RecorderWriter {
    private var columns: [String]
    private var hasStarted = false
    private var entry = RecorderEntry()

    init(fields: [String]?) { columns = fields ?? [] }

    mutating func add(_ fixes: [StoredFix]) -> [UInt8] {
        var lines: [UInt8] = []
        for fix in fixes {
            entry.append(fix, .received)
            let keys = (try? ExtraKey.keys(of: entry.takeBytes())) ?? []
            if !hasStarted { lines += header(keys, of: fixes) }
            let values = Dictionary(keys.map { ($0.name, $0.text) }) { $1 }
            lines += Self.line(columns.map { values[$0] ?? "" })
        }
        return lines
    }

    mutating func end() -> [UInt8] { hasStarted ? [] : header([], of: []) }

    private mutating func header(_ keys: [ExtraKey], of fixes: [StoredFix]) -> [UInt8] {
        hasStarted = true
        if columns.isEmpty {
            columns = keys.map(\.name)
            let isMissing = !columns.contains("tst_ms") && fixes.contains(where: \.fix.isBetweenSeconds)
            if isMissing, let second = columns.firstIndex(of: "tst") { columns.insert("tst_ms", at: second + 1) }
        }
        return columns.isEmpty ? [] : Self.line(columns)
    }

    private static func line(_ values: [String]) -> [UInt8] {
        Array((values.map(quoted).joined(separator: ",") + "\n").utf8)
    }

    /// A value in quotes where it would be read otherwise (RFC 4180).
    private static func quoted(_ value: String) -> String {
        guard value.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return value }
        return "\"" + value.replacingMarks([0x22: "\"\""]) + "\""
    }
}

extension ExtraKey {
    /// The value as a text: a JSON text without its quotes, anything else as JSON writes it.
    var text: String {
        guard json.first == UInt8(ascii: "\"") else { return String(decoding: json, as: UTF8.self) }
        let inner = json.dropFirst().dropLast()
        guard inner.contains(UInt8(ascii: "\\")) else { return String(decoding: inner, as: UTF8.self) }
        return unescaped ?? String(decoding: inner, as: UTF8.self)
    }
}
