import Evaluation
import JSON

extension EvaluationReport {
    /// Each group of each table by each method, and the totals, which have no group.
    var situationNodes: [JSONValue] {
        situations.flatMap { table in
            table.groups.flatMap { group in
                group.scores.map { Self.node($0, table, zip(table.facets, group.names).map { ($0, $1) }) }
            } + table.total.map { Self.node($0, table, []) }
        }
    }

    private static func node(
        _ score: SituationScore, _ table: SituationTable, _ group: [(SituationTable.Facet, String)]
    ) -> JSONValue {
        func name(_ facet: SituationTable.Facet) -> JSONValue? { group.first { $0.0 == facet }.map { .text($0.1) } }
        return .object([
            "method": .text(score.method),
            "subject": .text(table.subject.rawValue),
            "by": .list(table.facets.map { .text($0.rawValue) }),
            "happening": name(.happening),
            "travel": name(.travel),
            "phone": name(.phone),
            "gateway": name(.gateway),
            "noise": name(.noise),
            "runs": .integer(score.runs),
            "losses": .integer(score.losses),
            "false_critical": node(score.falseCriticals),
            "false_criticals_per_hour": .number(score.falseCriticalsPerHour),
            "false_warning": node(score.falseWarnings),
            "false_warnings_per_hour": .number(score.falseWarningsPerHour),
            "missed": node(score.missed),
            "early": node(score.early),
            "late": node(score.late),
            "stuck": node(score.stuck),
            "delay_median_s": number(score.medianDelay),
            "delay_p95_s": number(score.longDelay),
            "distance_median_m": number(score.medianDistance),
            "distance_p95_m": number(score.longDistance),
        ])
    }

    static func node(_ interval: BinomialInterval) -> JSONValue {
        .object([
            "count": .integer(interval.count), "share": .number(interval.share), "low": .number(interval.low),
            "high": .number(interval.high),
        ])
    }
}
