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
        case .rides:
            [
                "runs", "false critical alert in", "(95 %)", "an hour", "false warning in", "(95 %)", "an hour",
            ]
        case .losses:
            [
                "lost", "missed", "too early", "(95 %)", "too late", "(95 %)", "delay, median", "95th percentile",
                "distance, median", "95th percentile", "stuck",
            ]
        }
    }

    private static func cells(_ score: SituationScore, _ subject: SituationTable.Subject) -> [String] {
        switch subject {
        case .rides:
            ["\(score.runs)"] + share(score.falseCriticals) + [rate(score.falseCriticalsPerHour)]
                + share(score.falseWarnings) + [rate(score.falseWarningsPerHour)]
        case .losses:
            ["\(score.losses)", "\(score.missed.count)"] + share(score.early) + share(score.late)
                + [
                    told(score.medianDelay, "%.0f s"), told(score.longDelay, "%.0f s"),
                    told(score.medianDistance, "%.0f m"), told(score.longDistance, "%.0f m"),
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

    /// The share and its interval: `5.0 %`, `1.6–11.3`.
    private static func share(_ interval: BinomialInterval) -> [String] {
        guard interval.total > 0 else { return [Phrases.unknown, Phrases.unknown] }
        let bounds = String(format: "%.1f–%.1f", 100 * interval.low, 100 * interval.high)
        return [percent(interval.share), bounds]
    }
}
