import Evaluation
import Foundation
import JSON

/// How well unknown tags that follow were found.
extension EvaluationReport {
    var guardTexts: [String] {
        guard let first = guarding.first else { return [] }
        let marks = Target.guarding(guarding).map { "\($0.holds ? "✓" : "✗") \($0.sentence): \($0.found)\n" }.joined()
        let days = String(format: "%.0f", first.all.falseNotices.time)
        return [
            "False notices of tags that do not follow, \(days) person-days\n" + falseNotices(first),
            "Hidden tags: how many were followed, and missed; from the second leg to the notice, 50 and 95 %\n"
                + delays(first) + marks,
        ]
    }

    private func falseNotices(_ first: GuardScore) -> String {
        let header = ["method", "false", "a person-day (95 %)"] + first.persons.map { $0.name ?? "" }
        let rows = guarding.map { score in
            let all = score.all.falseNotices
            return [score.method, "\(all.count)", String(format: "%.3f (%.3f–%.3f)", all.rate, all.low, all.high)]
                + score.persons.map { "\($0.falseNotices.count)" }
        }
        return Table(header: header, rows: rows).text
    }

    private func delays(_ first: GuardScore) -> String {
        let header = ["hidden tag", "followed"] + guarding.map { "\($0.method): missed, 50/95 %" }
        let parts = guarding.map { $0.adversaries + [$0.all] }
        let rows = (first.adversaries + [first.all]).enumerated().map { index, part in
            [part.name ?? "all", "\(part.followed)"] + parts.map { Self.delay($0[index]) }
        }
        return Table(header: header, rows: rows).text
    }

    private static func delay(_ part: GuardScore.Part) -> String {
        "\(part.missed.count), \(minutes(part.medianDelay)) / \(minutes(part.longDelay))"
    }

    private static func minutes(_ seconds: Double) -> String {
        guard seconds.isFinite else { return seconds.isNaN ? Phrases.unknown : "never" }
        return seconds < 7200 ? String(format: "%.0f min", seconds / 60) : String(format: "%.1f h", seconds / 3600)
    }

    // MARK: JSON

    var guardNodes: [JSONValue] {
        guarding.map { score in
            .object([
                "method": .text(score.method),
                "tags_per_day": .number(score.tagsPerDay),
                "all": Self.node(score.all),
                "persons": .list(score.persons.map(Self.node)),
                "hidden": .list(score.adversaries.map(Self.node)),
            ])
        }
    }

    private static func node(_ part: GuardScore.Part) -> JSONValue {
        .object([
            "name": part.name.map { .text($0) },
            "person_days": .number(part.falseNotices.time),
            "false_notices": .integer(part.falseNotices.count),
            "false_notices_per_day": .number(part.falseNotices.rate),
            "low": .number(part.falseNotices.low),
            "high": .number(part.falseNotices.high),
            "followed": .integer(part.followed),
            "missed": .integer(part.missed.count),
            "delay_median_s": .number(part.medianDelay),
            "delay_p95_s": .number(part.longDelay),
        ])
    }
}
