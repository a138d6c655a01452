import Evaluation
import JSON
import Simulation

extension EvaluationReport {
    /// What is not measured, or has no end, is null.
    var json: JSONValue {
        var nodes = days.flatMap { $0.map(Self.node) }
        if let crossing { nodes.append(Self.node(crossing)) }
        return .object([
            "ranging": .list(ranging.map(Self.node)),
            "alone": .flag(isAlone || crossValidation != nil),
            "cross_validation": crossValidation.map { .text($0.rawValue) },
            "days": .list(nodes),
            "situations": .list(situationNodes),
            "guard": .list(guardNodes),
            "habits": habitNode,
        ])
    }

    private static func node(_ score: RangingScore) -> JSONValue {
        .object([
            "method": .text(score.method),
            "mae_m": .number(score.meanError),
            "p90_m": .number(score.ninthDecile),
            "auc_5m": .number(score.areaUnderCurve),
            "coverage_90": number(score.coverage),
        ])
    }

    private static func node(_ score: DayScore) -> JSONValue {
        .object([
            "method": .text(score.method),
            "day": .text(score.plan.kind.rawValue),
            "surroundings": .text(score.plan.surroundings.rawValue),
            "runs": .integer(score.runs),
            "false_warnings_per_day": number(score.falseWarnings),
            "false_criticals_per_day": number(score.falseCriticals),
            "missed": score.missed.map { .integer($0) } ?? number(nil),
            "delay_median_s": number(score.medianDelay),
            "delay_p95_s": number(score.longDelay),
            "distance_median_m": number(score.medianDistance),
            "distance_p95_m": number(score.longDistance),
        ])
    }

    private static func node(_ score: CrossingScore) -> JSONValue {
        .object([
            "method": .text("tagalong"),
            "day": .text("crossing"),
            "surroundings": .text("urban"),
            "runs": .integer(score.switches.count),
            "at_most_one_switch_share": .number(score.calmShare),
            "switched_share": .number(score.changedShare),
        ])
    }

    static func number(_ value: Double?) -> JSONValue { .number(value ?? .nan) }
}
