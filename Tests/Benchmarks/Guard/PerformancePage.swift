import Foundation

/// The table of docs/performance.md, which is written from docs/performance.json between two comments.
enum PerformancePage {
    static let begin = "<!-- Written by scripts/bench --table; change docs/performance.json. -->"
    static let end = "<!-- End of what scripts/bench --table writes. -->"

    /// The page with the table of a report.
    ///
    /// - Throws: ``RecordedReport/Trouble`` when the two comments are not there.
    static func text(_ page: String, with report: RecordedReport) throws(RecordedReport.Trouble) -> String {
        guard let start = page.range(of: begin), let stop = page.range(of: end, range: start.upperBound..<page.endIndex)
        else {
            let sentence = "docs/performance.md: the lines '\(begin)' and '\(end)' are expected"
            throw RecordedReport.Trouble(description: sentence)
        }
        return page[..<start.upperBound] + "\n\n" + table(report) + "\n\n" + page[stop.lowerBound...]
    }

    static func table(_ report: RecordedReport) -> String {
        let head = ["| What | Value | Limit of the same run | Ratio | Target | |", "|---|---|---|---|---|---|"]
        return (head + report.lines.map(line)).joined(separator: "\n")
    }

    private static func line(_ line: RecordedReport.Line) -> String {
        let row = line.row
        let cells = [
            line.name,
            "\(Table.number(row.value)) \(row.unit)",
            row.limit.map { "\(Table.number($0)) \(row.limitIs ?? "")".trimmingCharacters(in: .whitespaces) } ?? "",
            row.ratio.map(Table.number) ?? "",
            row.target.map(Table.text) ?? "",
            row.verdict ?? "",
        ]
        return "| " + cells.map { $0.isEmpty ? "" : $0 + " " }.joined(separator: "| ") + "|"
    }
}
