import Evaluation
import Foundation

extension EvaluationReport {
    /// The tables of situations, each followed by all methods' totals where it is the first of its subject.
    var situationTexts: [String] {
        var told: Set<SituationTable.Subject> = []
        return situations.map { table in
            let text = "\(Self.title(of: table))\n" + Self.groups(of: table)
            return told.insert(table.subject).inserted ? text + "\n" + Self.methods(of: table) : text
        }
    }

    private static func title(of table: SituationTable) -> String {
        let facets = table.facets.map(word).joined(separator: " and ")
        return switch table.subject {
        case .rides: "Items that stay with their owners, by \(facets)"
        case .losses: "Items that are lost, by \(facets)"
        }
    }

    private static func groups(of table: SituationTable) -> String {
        let rows = table.groups.compactMap { group in
            group.scores.first.map { group.names + cells($0, table.subject) }
        }
        return Table(header: table.facets.map(word) + header(table.subject), rows: rows).text
    }

    private static func methods(of table: SituationTable) -> String {
        let rows = table.total.map { [$0.method] + cells($0, table.subject) }
        return Table(header: ["all, by method"] + header(table.subject), rows: rows).text
    }

    private static func header(_ subject: SituationTable.Subject) -> [String] {
        switch subject {
        case .rides: ["runs", "false critical (95 %)", "an hour", "false warning (95 %)", "an hour", "stuck"]
        case .losses:
            ["lost", "missed (95 %)", "early (95 %)", "late (95 %)", "delay 50/95 %", "distance 50/95 %", "stuck"]
        }
    }

    private static func cells(_ score: SituationScore, _ subject: SituationTable.Subject) -> [String] {
        switch subject {
        case .rides:
            [
                "\(score.runs)", share(score.falseCriticals), rate(score.falseCriticalsPerHour),
                share(score.falseWarnings), rate(score.falseWarningsPerHour), "\(score.stuck.count)",
            ]
        case .losses:
            [
                "\(score.losses)", share(score.missed), share(score.early), share(score.late),
                pair(score.medianDelay, score.longDelay, "s"), pair(score.medianDistance, score.longDistance, "m"),
                "\(score.stuck.count)",
            ]
        }
    }

    private static func word(_ facet: SituationTable.Facet) -> String {
        switch facet {
        case .happening: "what happens"
        case .travel: "travel"
        case .phone: "phone"
        case .gateway: "gateway"
        case .noise: "noise"
        }
    }

    /// The share and its interval: `5.0 % (1.6–11.3)`.
    static func share(_ interval: BinomialInterval) -> String {
        guard interval.total > 0 else { return Phrases.unknown }
        return percent(interval.share) + String(format: " (%.1f–%.1f)", 100 * interval.low, 100 * interval.high)
    }

    /// The median and what nineteen of twenty are within: `8 / 36 s`.
    private static func pair(_ median: Double?, _ long: Double?, _ unit: String) -> String {
        guard median != nil else { return Phrases.unknown }
        let isEndless = !(long?.isFinite ?? false)
        return "\(told(median, "%.0f")) / \(told(long, "%.0f"))" + (isEndless ? "" : " \(unit)")
    }
}
