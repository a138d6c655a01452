import Foundation

/// The outcomes for people.
enum OutcomeTable {
    private static let head = [
        "fault", "times", "fixes sent", "sent again", "stored", "lost", "doubled", "alerts", "seen", "twice",
        "same id again", "s", "afterwards",
    ]

    static func text(_ outcomes: [Outcome]) -> String {
        let rows = [head] + outcomes.map(cells)
        let widths = head.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            let padded = zip(row, widths).enumerated().map { column, cell in
                let padding = String(repeating: " ", count: cell.1 - cell.0.count)
                return (1...11).contains(column) ? padding + cell.0 : cell.0 + padding
            }
            return padded.joined(separator: "  ").replacing(/\s+$/, with: "")
        }
        return (lines + [""] + notes(outcomes)).joined(separator: "\n")
    }

    static func markdown(_ outcomes: [Outcome]) -> String {
        let rows = [head, head.indices.map { (1...11).contains($0) ? "---:" : "---" }] + outcomes.map(cells)
        let lines = rows.map { "| " + $0.joined(separator: " | ") + " |" }
        return (lines + [""] + notes(outcomes).map { "- \($0)" }).joined(separator: "\n") + "\n"
    }

    private static func cells(_ outcome: Outcome) -> [String] {
        if outcome.impossible != nil {
            return [outcome.fault] + Array(repeating: "–", count: head.count - 2) + ["not possible here"]
        }
        let numbers = [
            outcome.times, outcome.sent, outcome.again, outcome.stored, outcome.lost, outcome.doubled, outcome.alerts,
            outcome.seen, outcome.twice, outcome.repeated,
        ]
        let time = String(format: "%.0f", outcome.seconds)
        return [outcome.fault] + numbers.map { "\($0)" } + [time, outcome.isGood ? "all well" : "NOT WELL"]
    }

    private static func notes(_ outcomes: [Outcome]) -> [String] {
        outcomes.map { outcome in
            var parts = [outcome.summary]
            if let impossible = outcome.impossible { parts.append("not possible here: \(impossible)") }
            parts += outcome.notes
            if !outcome.isGood { parts.append("NOT WELL: " + outcome.troubles.joined(separator: "; ")) }
            return "\(outcome.fault): \(parts.joined(separator: "; "))"
        }
    }
}
