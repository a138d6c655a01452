import Messages
import Reminders
import Settings
import Simulation

extension Verdict {
    /// Holds what is claimed of a reminder against what was seen of it, on the terms of trackers.
    init(
        _ expectation: Scenario.Expectation, _ claim: Scenario.ReminderClaim, _ record: ReminderRecord,
        patience: Int64 = 0
    ) {
        let window = Window(expectation, patience: patience)
        let firings = record.events.filter(\.isFiring).map(\.at)
        let statuses = record.statuses.map { ($0.at, $0.status) }
        let (passed, observed) =
            switch claim {
            case .fires: Self.firing(firings, window, expectation.delay)
            case .isSilent: Self.silence(firings, window.begin...window.until)
            case .count(let least, let most): Self.count(firings, window, least, most)
            case .status(let status) where expectation.isThroughout:
                Self.phase(statuses, isAlways: status, within: window.begin...window.until)
            case .status(let status):
                Self.phase(statuses, is: status, within: window.after...window.end)
            }
        self.init(
            line: expectation.place.line, passed: passed, text: expectation.text(of: record.id.description),
            observed: observed
        )
    }

    private static func firing(_ firings: [Int64], _ window: Window, _ delay: Scenario.Delay?) -> (Bool, String) {
        let told = { (at: Int64) in
            guard let delay, at >= window.after else { return seconds(at) }
            return "\(seconds(at)), \(seconds(at - window.after)) after \(delay.event)"
        }
        if let found = firings.first(where: { (window.after...window.end).contains($0) }) { return (true, told(found)) }
        // What came too late says more of a delay than what came before.
        let late = delay == nil ? nil : firings.first { $0 > window.end }
        guard let other = late ?? firings.first else { return (false, "never") }
        return (false, "at \(told(other))")
    }

    private static func silence(_ firings: [Int64], _ window: ClosedRange<Int64>) -> (Bool, String) {
        guard let found = firings.first(where: window.contains) else { return (true, "none") }
        return (false, "fired at \(seconds(found))")
    }

    private static func count(_ firings: [Int64], _ window: Window, _ least: Int?, _ most: Int?) -> (Bool, String) {
        let told = firings.filter { (window.after...window.end).contains($0) }
        let inTime = told.filter { $0 <= window.until }
        let passed = told.count >= least ?? 0 && inTime.count <= most ?? .max
        return (passed, counted(inTime.count >= least ?? 0 ? inTime : told))
    }
}
