import Evaluation
import JSON

/// How good suggestions of reminders were.
extension EvaluationReport {
    var habitTexts: [String] {
        guard let habits else { return [] }
        let marks = Target.habits(habits).map { "\($0.holds ? "✓" : "✗") \($0.sentence): \($0.found)\n" }.joined()
        let header = ["", "suggested", "right (95 %)", "habits", "found (95 %)"]
        let rows = ([habits.all] + habits.things + habits.phones).map { part in
            [
                part.name ?? "all", "\(part.precision.total)", Self.share(part.precision), "\(part.recall.total)",
                Self.share(part.recall),
            ]
        }
        return [
            "Suggestions of reminders from the weeks of \(habits.persons) persons\n"
                + Table(header: header, rows: rows).text + marks
        ]
    }

    // MARK: JSON

    var habitNode: JSONValue? {
        habits.map { habits in
            .object([
                "persons": .integer(habits.persons),
                "all": Self.node(habits.all),
                "things": .list(habits.things.map(Self.node)),
                "phones": .list(habits.phones.map(Self.node)),
                "shown": Self.node(habits.few),
                "wrong": .list(habits.wrong.map { .text($0) }),
            ])
        }
    }

    private static func node(_ part: HabitScore.Part) -> JSONValue {
        .object([
            "name": part.name.map { .text($0) }, "right": node(part.precision), "found": node(part.recall),
        ])
    }
}
