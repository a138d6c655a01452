/// What was recorded beside what is measured now.
///
/// Machines differ, so it compares what follows from the program alone: ratios to a limit of the same run, and counts.
enum Comparison {
    /// Worse by so much is still allowed.
    static let allowance = 0.2

    /// What came of it: a sentence for each row that has become worse, and how many rows were compared.
    struct Outcome: Hashable {
        var worse: [String] = []
        var compared = 0
    }

    /// Whether a larger number is the worse one: a time, a size or a count, and not a rate.
    static func isWorseWhenHigher(_ row: RecordedReport.Row) -> Bool {
        !(row.unit.contains("/s") || row.unit == "per s" || row.unit == "%")
    }

    /// Units that no machine changes.
    private static let fixedUnits: Set = ["instructions", "bytes", "kB", "MB"]

    /// Compares the rows that stand in both.
    ///
    /// A row that was recorded and has gone is told, where others of its suite were measured: a guard that is renamed
    /// guards nothing. New rows have nothing that they could be compared with.
    static func compare(_ recorded: RecordedReport, with now: RecordedReport) -> Outcome {
        let measured = Dictionary(now.lines.map { ($0.name, $0.row) }) { first, _ in first }
        let suites = Set(now.results.map(\.suite))
        var outcome = Outcome()
        for line in recorded.lines where suites.contains(line.row.suite) {
            guard let row = measured[line.name] else {
                outcome.worse.append("\(line.name): recorded, but not measured any more")
                continue
            }
            guard let (before, after, of) = numbers(line.row, row) else { continue }
            outcome.compared += 1
            let isHigherWorse = isWorseWhenHigher(line.row)
            let allowed = before * (isHigherWorse ? 1 + allowance : 1 - allowance)
            if isHigherWorse ? after <= allowed : after >= allowed { continue }
            let most = isHigherWorse ? "at most" : "at least"
            outcome.worse.append(
                "\(line.name): recorded \(Table.number(before)) \(of), now \(Table.number(after)), "
                    + "\(most) \(Table.number(allowed)) is allowed"
            )
        }
        return outcome
    }

    /// The two numbers to hold against each other, and what they are of; nil for a row that depends on the machine.
    private static func numbers(
        _ recorded: RecordedReport.Row, _ now: RecordedReport.Row
    ) -> (before: Double, after: Double, of: String)? {
        if let before = recorded.ratio {
            return (before, now.ratio ?? .nan, "× \(recorded.limitIs ?? "its limit")")
        }
        guard fixedUnits.contains(recorded.unit) else { return nil }
        return (recorded.value, now.value, recorded.unit)
    }
}
