import Foundation
import Simulation
import Synchronization

/// What a person sees of a fleet: on a terminal some lines in their place, elsewhere a line for each second.
final class FleetScreen: Sendable {
    private let isQuiet: Bool
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let state = Mutex((text: LiveText(), complaint: String?.none))

    init(isQuiet: Bool) { self.isQuiet = isQuiet }

    func show(_ line: String) {
        if isQuiet { return }
        // Who does not read has no use for it, and the load goes on.
        guard isTerminal else {
            try? Output.error.write("\(line)\n")
            return
        }
        let size = LiveText.Size(columns: Terminal.columns(of: STDERR_FILENO), rows: 24)
        let drawing = state.withLock { $0.text.drawing(Self.folded(line, to: size.columns - 1), in: size) }
        try? Output.error.write(drawing)
    }

    /// Tells of a broken connection; of many for the same reason, once until another.
    func complain(_ reason: String) {
        let isNews = state.withLock { state in
            guard state.complaint != reason else { return false }
            state = (text: LiveText(), complaint: reason)
            return true
        }
        if isNews { try? Output.error.write("tagalong: \(reason)\n") }
    }

    /// The parts of a line between commas, on as few lines of so many characters as they need.
    static func folded(_ line: String, to columns: Int) -> [String] {
        var lines: [String] = []
        for part in line.components(separatedBy: ", ") {
            if let last = lines.last, last.count + 2 + part.count <= columns {
                lines[lines.count - 1] = "\(last), \(part)"
            } else {
                lines.append(part)
            }
        }
        return lines
    }

    /// What it came to, for people.
    static func summary(_ outcome: FleetOutcome) -> String {
        let counts = outcome.counts
        let seconds = max(0.001, outcome.seconds)
        let rate = Int((Double(outcome.load.acknowledged) / seconds).rounded())
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
