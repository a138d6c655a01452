import Messages
import Tracking

// Claims about what lasts, and about how much of it there is.

extension Verdict {
    /// Whether a phase was on all the time; what has not been told yet was not.
    static func phase<Phase: Equatable & RawRepresentable<String>>(
        _ changes: [(at: Int64, phase: Phase)], isAlways wanted: Phase, within window: ClosedRange<Int64>
    ) -> (Bool, String) {
        guard let first = changes.first, first.at <= window.upperBound else { return (false, "never") }
        for (index, change) in changes.enumerated() where change.phase != wanted {
            let end = index + 1 < changes.count ? changes[index + 1].at : .max
            guard change.at <= window.upperBound, end > window.lowerBound else { continue }
            return (false, "\(change.phase.rawValue) since \(seconds(change.at))")
        }
        guard first.at <= window.lowerBound else { return (false, "nothing before \(seconds(first.at))") }
        let since = changes.last { $0.at <= window.lowerBound }?.at ?? first.at
        return (true, "since \(seconds(since))")
    }

    /// Whether a number of metres was in a range at some time of the window.
    static func metres(
        _ spans: [TrackerRecord.Span], _ wanted: ClosedRange<Double>, _ window: ClosedRange<Int64>
    ) -> (Bool, String) {
        var nearest: (at: Int64, metres: Double)?
        for (index, span) in spans.enumerated() {
            let end = index + 1 < spans.count ? spans[index + 1].at : .max
            guard span.at <= window.upperBound, end > window.lowerBound, let metres = span.metres else { continue }
            let at = max(span.at, window.lowerBound)
            if wanted.contains(metres) { return (true, "\(short(metres)) at \(seconds(at))") }
            if gap(metres, wanted) < nearest.map({ gap($0.metres, wanted) }) ?? .infinity { nearest = (at, metres) }
        }
        guard let nearest else { return (false, "unknown") }
        return (false, "\(short(nearest.metres)) at best, at \(seconds(nearest.at))")
    }

    /// How many alerts rose to a level.
    static func alerts(
        _ level: AlertLevel?,
        _ record: TrackerRecord,
        _ window: ClosedRange<Int64>,
        _ later: Int64,
        _ least: Int?,
        _ most: Int?
    ) -> (Bool, String) {
        let told = record.alerts.filter { alert in
            isRise(alert) && (window.lowerBound...later).contains(alert.at)
                && level.map { alert.message.level == $0 } ?? true
        }
        let inTime = told.filter { $0.at <= window.upperBound }
        let passed = told.count >= least ?? 0 && inTime.count <= most ?? .max
        let found = inTime.count >= least ?? 0 ? inTime : told
        // Of many the first few tell enough.
        let times = found.prefix(5).map { seconds($0.at) } + (found.count > 5 ? ["…"] : [])
        return (passed, times.isEmpty ? "none" : "\(found.count) at \(times.joined(separator: ", "))")
    }

    private static func gap(_ metres: Double, _ wanted: ClosedRange<Double>) -> Double {
        max(wanted.lowerBound - metres, metres - wanted.upperBound)
    }

    private static func short(_ metres: Double) -> String { "\((metres * 10).rounded() / 10) m" }
}
