import Evaluation
import Foundation

/// What an evaluation found, for people and for programs.
struct EvaluationReport {
    var ranging: [RangingScore] = []

    var json: JSONNode {
        .object([
            "ranging": .list(ranging.map(Self.node)),
            "days": .list([]),
        ])
    }

    var text: String {
        var text = ""
        if !ranging.isEmpty {
            text += "Distances from signal strength\n" + Table(header: Self.header, rows: ranging.map(Self.row)).text
        }
        return text
    }

    private static func node(_ score: RangingScore) -> JSONNode {
        .object([
            "method": .text(score.method),
            "mae_m": .number(score.meanError),
            "p90_m": .number(score.ninthDecile),
            "auc_5m": .number(score.areaUnderCurve),
            "coverage_90": .number(score.coverage ?? .nan),
        ])
    }

    private static let header = ["method", "mean error", "90th percentile", "AUC at 5 m", "truth in 90 % interval"]

    private static func row(_ score: RangingScore) -> [String] {
        [
            score.method,
            String(format: "%.2f m", score.meanError),
            String(format: "%.2f m", score.ninthDecile),
            String(format: "%.3f", score.areaUnderCurve),
            score.coverage.map { String(format: "%.1f %%", 100 * $0) } ?? Phrases.unknown,
        ]
    }
}
