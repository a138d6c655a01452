import Foundation

/// What a file tells of an earlier run: the shape that ``Report`` writes.
struct RecordedReport: Codable {
    var results: [Row]

    /// A line of the results, as it is written down.
    struct Row: Codable, Hashable {
        var suite: String?
        var name: String
        var value: Double
        var unit: String
        var limit: Double?
        var limitIs: String?
        var ratio: Double?
        var target: Target?
        var verdict: String?
    }

    /// Why a file is none that can be compared with.
    struct Trouble: Error, Hashable, CustomStringConvertible {
        let description: String
    }

    /// Reads a file.
    ///
    /// - Throws: ``Trouble`` with one sentence.
    init(path: String) throws(Trouble) {
        let data: Data
        do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
            throw Trouble(description: "\(path): the file cannot be read; what scripts/bench --json writes is expected")
        }
        try self.init(data, file: path)
    }

    init(_ data: Data, file: String) throws(Trouble) {
        do { self = try JSONDecoder().decode(RecordedReport.self, from: data) } catch {
            throw Trouble(description: "\(file): \(Self.words(error)); what scripts/bench --json writes is expected")
        }
        var names: Set<String> = []
        for line in lines {
            guard names.insert(line.name).inserted else {
                throw Trouble(description: "\(file): \(line.name): each row is expected once")
            }
            if let ratio = line.row.ratio, ratio <= 0 {
                throw Trouble(description: "\(file): \(line.name): a ratio above 0 is expected, found \(ratio)")
            }
        }
    }

    init(_ results: [Row]) { self.results = results }

    /// A row with its full name: one that is indented belongs to the one above that is not.
    struct Line: Hashable {
        var name: String
        var row: Row
    }

    var lines: [Line] {
        var above: [String?: String] = [:]
        return results.map { row in
            let name = row.name.trimmingCharacters(in: .whitespaces)
            guard row.name.hasPrefix(" "), let head = above[row.suite] else {
                above[row.suite] = name
                return Line(name: name, row: row)
            }
            return Line(name: "\(head): \(name)", row: row)
        }
    }

    private static func words(_ error: any Error) -> String {
        func place(_ path: [any CodingKey]) -> String {
            let words = path.map { $0.intValue.map { "row \($0 + 1)" } ?? $0.stringValue }
            return words.isEmpty ? "" : words.joined(separator: ", ") + ": "
        }
        return switch error {
        case DecodingError.keyNotFound(let key, let context):
            "\(place(context.codingPath))'\(key.stringValue)' is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "\(place(context.codingPath))something else stands there"
        default: "it is no JSON"
        }
    }
}
