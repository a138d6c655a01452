import Evaluation
import Foundation
import Simulation

/// What an evaluation found, for people and for programs.
struct EvaluationReport {
    var ranging: [RangingScore] = []
    /// Whether each receiver was taken alone.
    var isAlone = false
    /// How the recording was parted; nil for a fit to another one, or to its first half.
    var crossValidation: CrossValidation?
    /// All methods of one plan after the other.
    var days: [[DayScore]] = []
    var crossing: CrossingScore?
    /// What came of situations of everyday life.
    var situations: [SituationTable] = []
    /// The guard and AirGuard's levels.
    var guarding: [GuardScore] = []
    /// Suggestions of reminders.
    var habits: HabitScore?

    /// Whether every target that was measured holds.
    var targets: [Target] {
        Target.ranging(ranging) + days.flatMap { $0.first.map(Target.day) ?? [] }
            + (crossing.map { [Target.crossing($0)] } ?? [])
    }

    var text: String {
        var parts: [String] = []
        if !ranging.isEmpty {
            let table = Table(header: Self.rangingHeader, rows: ranging.map(Self.row))
            parts.append("\(rangingTitle)\n" + table.text + Self.marks(Target.ranging(ranging)))
        }
        for scores in days { if let ours = scores.first { parts.append(Self.day(scores, ours)) } }
        if let crossing { parts.append(Self.text(of: crossing)) }
        parts += situationTexts + guardTexts + habitTexts
        return parts.joined(separator: "\n")
    }

    // MARK: Parts

    private var rangingTitle: String {
        let title = "Distances from signal strength"
        return switch crossValidation {
        case .receiver: "\(title), each receiver alone, fitted to the others"
        case .half: "\(title), each receiver alone, each half fitted to the other"
        case nil: isAlone ? "\(title), each receiver alone" : title
        }
    }

    private static func day(_ scores: [DayScore], _ ours: DayScore) -> String {
        let table =
            ours.plan.kind == .carried
            ? Table(header: carriedHeader, rows: scores.map(carriedRow))
            : Table(header: leftHeader, rows: scores.map(leftRow))
        return "\(title(ours))\n" + table.text + marks(Target.day(ours))
    }

    private static func text(of crossing: CrossingScore) -> String {
        let runs = count(crossing.switches.count, "run")
        let changed = percent(crossing.changedShare)
        return "Changes of mode of a tracker whose owner walks away and comes back, urban, \(runs)\n"
            + "it changed at both crossings in \(changed) of the runs\n" + marks([Target.crossing(crossing)])
    }

    private static func title(_ score: DayScore) -> String {
        let surroundings = score.plan.surroundings.rawValue
        let runs = count(score.runs, "run")
        return switch score.plan.kind {
        case .carried: "Carried all day, \(surroundings), \(count(score.runs, "item-day"))"
        case .leftBluetooth: "Left behind, heard over Bluetooth only, \(surroundings), \(runs)"
        case .leftGNSS: "Left behind, located each second, \(surroundings), \(runs)"
        }
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    private static func marks(_ targets: [Target]) -> String {
        targets.map { "\($0.holds ? "✓" : "✗") \($0.sentence): \($0.found)\n" }.joined()
    }

    // MARK: Rows

    private static let rangingHeader = [
        "method", "mean error", "90th percentile", "AUC at 5 m", "truth in 90 % interval",
    ]
    private static let carriedHeader = ["method", "false warnings a day", "false critical alerts a day"]
    private static let leftHeader = [
        "method", "missed", "delay, median", "95th percentile", "distance, median", "95th percentile",
    ]

    private static func row(_ score: RangingScore) -> [String] {
        [
            score.method,
            metres(score.meanError, "%.2f m"),
            metres(score.ninthDecile, "%.2f m"),
            String(format: "%.3f", score.areaUnderCurve),
            score.coverage.map(percent) ?? Phrases.unknown,
        ]
    }

    private static func carriedRow(_ score: DayScore) -> [String] {
        [score.method, rate(score.falseWarnings), rate(score.falseCriticals)]
    }

    private static func leftRow(_ score: DayScore) -> [String] {
        [
            score.method,
            score.missed.map(String.init) ?? Phrases.unknown,
            told(score.medianDelay, "%.0f s"),
            told(score.longDelay, "%.0f s"),
            told(score.medianDistance, "%.1f m"),
            told(score.longDistance, "%.1f m"),
        ]
    }

    static func percent(_ share: Double) -> String { String(format: "%.1f %%", 100 * share) }

    private static func metres(_ value: Double, _ format: String) -> String {
        value < 1e6 ? String(format: format, value) : "over 1000 km"
    }

    static func rate(_ value: Double?) -> String {
        value.map { String(format: $0 < 10 ? "%.3f" : "%.0f", $0) } ?? Phrases.unknown
    }

    static func told(_ value: Double?, _ format: String) -> String {
        value.map { $0.isFinite ? String(format: format, $0) : "never" } ?? Phrases.unknown
    }
}
