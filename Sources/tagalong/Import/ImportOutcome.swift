import Exchange
import JSON

/// What came of a call of `tagalong import`: of all files together, and of each where there are several.
struct ImportOutcome {
    let files: [String]
    let reports: [ImportReport]

    /// What people are told.
    func sentences(item: String, isDryRun: Bool) -> String {
        let report = reports.sum
        let verb = isDryRun ? "would be stored" : "stored"
        var lines = ["\(item): \(Self.positions(report.stored)) \(verb)"]
        lines[0] +=
            report.first.flatMap { first in
                report.last.map { ", \(Phrases.time(first)) to \(Phrases.time($0))" }
            } ?? ""
        if files.count > 1 { lines += zip(files, reports).map { "  \($0.printable): \(Self.counts($1))" } }
        lines += report.remarks.map { "  \($0)" }
        lines += report.reasons.map { "    \($0)" }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func positions(_ count: Int) -> String { "\(count) \(count == 1 ? "position" : "positions")" }

    /// What came of one file, on its line.
    private static func counts(_ report: ImportReport) -> String {
        let others = [
            (report.duplicates, "there already"), (report.outdated, "too old"), (report.skipped, "left out"),
        ]
        return ([positions(report.stored)] + others.filter { $0.0 > 0 }.map { "\($0) \($1)" }).joined(separator: ", ")
    }

    var json: JSONValue {
        var all = reports.sum.json
        if files.count > 1 {
            all["files"] = .list(
                zip(files, reports).map { file, report in
                    var one = report.json
                    one["file"] = .text(file)
                    return one
                }
            )
        }
        return all
    }
}

extension ImportReport {
    /// What is said beside how many were stored.
    fileprivate var remarks: [String] {
        var lines: [String] = []
        if duplicates > 0 { lines.append("\(duplicates) were there already") }
        if outdated > 0 { lines.append("\(outdated) older than positions are kept ('tagalong keep')") }
        if passedOver > 0 {
            let entries = passedOver == 1 ? "entry" : "entries"
            lines.append("\(passedOver) other \(entries) skipped: waypoints, routes, or messages without a position")
        }
        if skipped > 0 { lines.append("\(skipped) left out, such as:") }
        return lines
    }

    fileprivate var json: JSONValue {
        .object([
            "stored": .integer(stored),
            "duplicates": .integer(duplicates),
            "outdated": .integer(outdated),
            "skipped": .integer(skipped),
            "passed_over": .integer(passedOver),
            "reasons": .list(reasons.map(JSONValue.text)),
            "first": first.map(JSONValue.time),
            "last": last.map(JSONValue.time),
        ])
    }
}
