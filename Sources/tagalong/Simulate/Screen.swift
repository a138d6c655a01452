import Foundation
import Rehearsal
import Simulation

/// What a person sees of a simulation: a line of progress while it runs, then what happened and what was expected.
struct Screen: Sendable {
    let isQuiet: Bool
    private let hasColour: Bool

    init(isQuiet: Bool) {
        self.isQuiet = isQuiet
        hasColour = Terminal.isOutput && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
    }

    /// What shows how far a run is.
    func meter(_ scenario: String) -> ProgressMeter { ProgressMeter(scenario, isTold: !isQuiet) }

    /// The timeline of a run and its expectations.
    func show(_ played: Played) throws {
        let report = played.report
        if isQuiet, report.passed { return }
        var lines = ["\(report.scenario) (seed \(report.seed))"]
        if !isQuiet { lines += timeline(report) }
        for expectation in report.expectations where !isQuiet || !expectation.passed {
            let mark = expectation.passed ? colour("✓", 32) : colour("✗", 31)
            let observed = expectation.passed ? "" : ", at \(played.scenario.file):\(expectation.line)"
            lines.append("  \(mark) \(expectation.text): observed \(expectation.observed)\(observed)")
        }
        if !isQuiet { lines += batteries(report) + [total(report)] }
        try Output.standard.write(lines.joined(separator: "\n") + "\n\n")
    }

    func summarise(runs: Int, failed: Int) throws {
        if isQuiet, failed == 0 { return }
        let verdict = failed == 0 ? colour("all passed", 32) : colour("\(failed) failed", 31)
        try Output.standard.write("\(runs) runs, \(verdict)\n")
    }

    /// Mode changes and alerts of all trackers in the order of their times; of a fleet, those of the first ones.
    private func timeline(_ report: RunReport) -> [String] {
        var entries: [(at: Double, text: String)] = []
        for tracker in report.trackers.prefix(20) {
            for change in tracker.modes {
                entries.append((change.at, "\(tracker.id): \(change.mode) mode at \(Self.metres(change.distance))"))
            }
            for alert in tracker.alerts {
                let level = alert.level == "none" ? "" : " \(alert.level)"
                let text = "\(tracker.id): \(alert.event)\(level) at \(Self.metres(alert.distance))"
                let tint = alert.level == "critical" ? 31 : alert.level == "warning" ? 33 : 32
                entries.append((alert.at, colour(text, tint)))
            }
        }
        let ordered = entries.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
        return ordered.map { "  \(Self.clock($0.element.at))  \($0.element.text)" }
    }

    /// How long the batteries of the first trackers would last.
    private func batteries(_ report: RunReport) -> [String] {
        let lives = report.trackers.prefix(20).compactMap { tracker in
            tracker.batteryLife.map { "\(tracker.id) \(Self.days($0))" }
        }
        return lives.isEmpty ? [] : ["  a full battery at this pace: \(lives.joined(separator: ", "))"]
    }

    private func total(_ report: RunReport) -> String {
        let messages = report.messages
        let fixes = report.trackers.map(\.fixes).reduce(0, +)
        let times = "\(Int(report.simulatedSeconds)) s played in \(Self.short(report.wallSeconds)) s"
        var text = "  \(times); \(messages.published) messages, \(fixes) fixes of trackers stored"
        if messages.duplicates > 0 { text += ", \(messages.duplicates) duplicates" }
        if messages.quarantined > 0 { text += ", \(messages.quarantined) quarantined" }
        return text
    }

    private func colour(_ text: String, _ code: Int) -> String {
        hasColour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    private static func metres(_ value: Double) -> String { String(format: "%.1f m", value) }
    private static func short(_ value: Double) -> String { String(format: value < 10 ? "%.2f" : "%.0f", value) }

    private static func days(_ value: Double) -> String {
        String(format: value < 10 ? "%.1f days" : "%.0f days", value)
    }

    private static func clock(_ seconds: Double) -> String {
        let whole = Int(seconds)
        return String(format: "%3d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60)
    }
}
