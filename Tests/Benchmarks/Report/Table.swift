import Foundation

/// The results for people.
enum Table {
    static func text(_ measurements: [Measurement]) -> String {
        let head = ["what", "value", "unit", "limit", "ratio", "target", "verdict"]
        let rows = [head] + measurements.map(cells)
        let widths = head.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            zip(row, widths).enumerated().map { column, cell in
                let (text, width) = cell
                let padding = String(repeating: " ", count: width - text.count)
                return column == 1 || column == 4 ? padding + text : text + padding
            }.joined(separator: "  ").trimmingSuffix(" ")
        }
        return lines.joined(separator: "\n")
    }

    private static func cells(_ measurement: Measurement) -> [String] {
        [
            measurement.name,
            number(measurement.value),
            measurement.unit,
            measurement.limit.map { "\(number($0.value)) \($0.what)" } ?? "",
            measurement.ratio.map(number) ?? "",
            measurement.target.map(text) ?? "",
            measurement.isMet.map { $0 ? "met" : "missed" } ?? "",
        ]
    }

    static func text(_ target: Target) -> String {
        "\(target.sense == .atLeast ? "≥" : "≤") \(number(target.value))\(target.isOfRatio ? " × limit" : "")"
    }

    /// Three digits that count.
    static func number(_ value: Double) -> String {
        switch value.magnitude {
        case 1_000_000...: String(format: "%.2f M", value / 1e6)
        case 10_000...: String(format: "%.1f k", value / 1e3)
        case 100...: String(format: "%.0f", value)
        case 10...: String(format: "%.1f", value)
        case 0.1...: String(format: "%.2f", value)
        default: String(format: "%.2g", value)
        }
    }
}

extension String {
    fileprivate func trimmingSuffix(_ letter: Character) -> String {
        var copy = self
        while copy.last == letter { copy.removeLast() }
        return copy
    }
}
