import Messages
import Settings
import Simulation
import Tracking

/// Whether an expectation held, and what was seen instead.
public struct Verdict: Encodable, Hashable, Sendable {
    /// The expectation's line in the scenario file.
    public var line: Int
    public var passed: Bool
    public var text: String
    public var observed: String
}

extension Verdict {
    /// Holds an expectation against what was seen of its tracker.
    ///
    /// The name is what the tracker is called in its copy. Services may be late by `patience` milliseconds: what has to
    /// come may come so much later, and what has to be over after some time may last so much longer.
    init(
        _ expectation: Scenario.Expectation, _ claim: Scenario.Claim, _ record: TrackerRecord, named name: String,
        patience: Int64 = 0
    ) {
        let window = Window(expectation, patience: patience)
        let (after, until, begin, end) = (window.after, window.until, window.begin, window.end)
        let isThroughout = expectation.isThroughout
        let (passed, observed) =
            switch claim {
            case .alert(let level): Self.alert(level, record, after...end, expectation.delay)
            case .noAlert: Self.noAlert(record, begin...until)
            case .alerts(let level, let least, let most):
                Self.alerts(level, record, after...until, end, least, most)
            case .distance(let least, let most):
                Self.metres(record.distances, (least ?? 0)...(most ?? .infinity), after...end)
            case .position(let most): Self.metres(record.errors, 0...most, after...end)
            case .mode(let mode) where isThroughout:
                Self.phase(record.modes.map { ($0.at, $0.mode) }, isAlways: mode, within: begin...until)
            case .level(let level) where isThroughout:
                Self.phase(record.levels.map { ($0.at, $0.level) }, isAlways: level, within: begin...until)
            case .mode(let mode):
                Self.phase(record.modes.map { ($0.at, $0.mode) }, is: mode, within: after...end)
            case .level(let level):
                Self.phase(record.levels.map { ($0.at, $0.level) }, is: level, within: after...end)
            case .fixes(let least, let most):
                Self.count(record.fixesAt[until] ?? record.fixes, record.fixesAt[end] ?? record.fixes, least, most)
            case .battery(let above, let below):
                Self.charge(record.batteryAt[until] ?? record.batteryEnd, above, below)
            }
        self.init(line: expectation.place.line, passed: passed, text: expectation.text(of: name), observed: observed)
    }

    /// When something is looked for, in milliseconds since the start.
    struct Window {
        /// From when on what has to come may come.
        let after: Int64
        let until: Int64
        /// From when on what has to be over, or has to last, is looked at.
        let begin: Int64
        /// Until when what has to come may come.
        let end: Int64

        init(_ expectation: Scenario.Expectation, patience: Int64) {
            after = expectation.after?.milliseconds ?? 0
            until = expectation.until?.milliseconds ?? .max
            end = Verdict.end(of: expectation, patience: patience) ?? .max
            // From the start on there is nothing that could have to be over; and half of a window stays one.
            begin = after == 0 || until < after ? after : after + min(patience, (until - after) / 2)
        }
    }

    /// Until when what has to come may come, in milliseconds; nil for as long as the scenario lasts.
    static func end(of expectation: Scenario.Expectation, patience: Int64) -> Int64? {
        expectation.until.map { $0.milliseconds + patience }
    }

    private static func isRise(_ alert: TrackerRecord.Alert) -> Bool {
        alert.message.event == .raised || alert.message.event == .escalated
    }

    /// Raised at that level or above it: beyond 10 m is beyond 5 m too.
    private static func alert(
        _ level: AlertLevel, _ record: TrackerRecord, _ window: ClosedRange<Int64>, _ delay: Scenario.Delay?
    ) -> (Bool, String) {
        let candidates = record.alerts.filter { alert in
            switch alert.message.event {
            case .raised, .escalated: level != .none && alert.message.level >= level
            case .cleared: level == .none
            case .eased: false
            }
        }
        let told = { (at: Int64) in
            guard let delay, at >= window.lowerBound else { return seconds(at) }
            return "\(seconds(at)), \(seconds(at - window.lowerBound)) after \(delay.event)"
        }
        if let found = candidates.first(where: { window.contains($0.at) }) { return (true, told(found.at)) }
        // What came too late says more of a delay than what came before.
        let late = delay == nil ? nil : candidates.first { $0.at > window.upperBound }
        guard let other = late ?? candidates.first else { return (false, "never") }
        return (false, "at \(told(other.at))")
    }

    private static func noAlert(_ record: TrackerRecord, _ window: ClosedRange<Int64>) -> (Bool, String) {
        let found = record.alerts.first { isRise($0) && window.contains($0.at) }
        guard let found else { return (true, "none") }
        return (false, "\(found.message.level.rawValue) at \(seconds(found.at))")
    }

    /// Whether a phase was on at some time of the window.
    static func phase<Phase: Equatable & RawRepresentable<String>>(
        _ changes: [(at: Int64, phase: Phase)], is wanted: Phase, within window: ClosedRange<Int64>
    ) -> (Bool, String) {
        for (index, change) in changes.enumerated() where change.phase == wanted {
            let end = index + 1 < changes.count ? changes[index + 1].at : .max
            if change.at <= window.upperBound, end > window.lowerBound { return (true, seconds(change.at)) }
        }
        let last = changes.last { $0.at <= window.upperBound }
        return (false, last.map { "\($0.phase.rawValue) since \(seconds($0.at))" } ?? "never")
    }

    private static func count(_ fixes: Int, _ later: Int, _ least: Int?, _ most: Int?) -> (Bool, String) {
        let isEnough = fixes >= least ?? 0
        return (later >= least ?? 0 && fixes <= most ?? .max, "\(isEnough ? fixes : later) fixes")
    }

    private static func charge(_ percent: Double, _ above: Double?, _ below: Double?) -> (Bool, String) {
        let passed = percent > above ?? -1 && percent < below ?? .infinity
        return (passed, "\((percent * 10).rounded() / 10) %")
    }

    static func seconds(_ milliseconds: Int64) -> String {
        milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(Double(milliseconds) / 1000) s"
    }

    // Claims about what lasts, and about how much of it there is.

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
    private static func metres(
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

    private static func alerts(
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
        return (passed, counted(found.map(\.at)))
    }

    /// How many there were, and when; of many the first few tell enough.
    static func counted(_ moments: [Int64]) -> String {
        let times = moments.prefix(5).map(seconds) + (moments.count > 5 ? ["…"] : [])
        return times.isEmpty ? "none" : "\(moments.count) at \(times.joined(separator: ", "))"
    }

    private static func gap(_ metres: Double, _ wanted: ClosedRange<Double>) -> Double {
        max(wanted.lowerBound - metres, metres - wanted.upperBound)
    }

    private static func short(_ metres: Double) -> String { "\((metres * 10).rounded() / 10) m" }
}
