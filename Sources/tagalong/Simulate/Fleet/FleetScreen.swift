import Foundation
import Simulation
import Synchronization

/// What a person sees of a fleet: on a terminal one line in its place, elsewhere a line for each second.
final class FleetScreen: Sendable {
    private let isQuiet: Bool
    private let meter: ProgressMeter?
    private let lastComplaint = Mutex<String?>(nil)

    init(isQuiet: Bool) {
        self.isQuiet = isQuiet
        meter = !isQuiet && isatty(STDERR_FILENO) == 1 ? ProgressMeter("Fleet") : nil
    }

    func show(_ line: String) {
        if isQuiet { return }
        if let meter { return meter.show(amount: line) }
        // Who does not read has no use for it, and the load goes on.
        try? Output.error.write("\(line)\n")
    }

    /// Tells of a broken connection; of many for the same reason, once until another.
    func complain(_ reason: String) {
        let isNews = lastComplaint.withLock { last in
            defer { last = reason }
            return last != reason
        }
        guard isNews else { return }
        meter?.end()
        try? Output.error.write("tagalong: \(reason)\n")
    }

    func end() { meter?.end() }

    /// What it came to, for people.
    static func summary(_ outcome: FleetOutcome) -> String {
        let counts = outcome.counts
        let seconds = max(0.001, outcome.seconds)
        let rate = Int((Double(counts.acknowledged) / seconds).rounded())
        var lines = [
            "\(counts.joined) trackers for \(String(format: "%.1f", outcome.seconds)) s",
            "  \(counts.published) messages published, \(counts.acknowledged) acknowledged (\(rate)/s)",
            "  \(counts.sent) positions published, \(counts.confirmed) acknowledged",
            "  \(FleetPulse.latency(outcome.latencies))",
        ]
        if let audit = outcome.audit {
            lines.append(
                "  seen: \(audit.arrived) positions arrived, \(audit.missing) lost, \(audit.doubled) doubled, "
                    + "\(audit.unobserved) unobserved"
            )
        }
        if counts.skipped > 0 {
            lines.append("  \(counts.skipped) reports skipped: this machine was too slow for them")
        }
        lines.append("  \(outcome.lost == 0 ? "nothing" : "\(outcome.lost)") lost")
        return lines.joined(separator: "\n") + "\n"
    }

    /// What was lost, and where.
    static func losses(_ outcome: FleetOutcome) -> String {
        let counts = outcome.counts
        let parts = [
            (counts.unacknowledged, "not acknowledged"), (counts.waiting, "not sent"),
            (counts.thinned, "given up for want of space in their trackers"), (counts.refused, "refused by the broker"),
            (outcome.audit?.missing ?? 0, "acknowledged and not delivered"),
        ]
        let told = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return "lost \(outcome.lost): \(told.joined(separator: ", "))"
    }
}
