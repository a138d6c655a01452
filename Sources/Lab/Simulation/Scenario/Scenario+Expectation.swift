public import Settings
public import Tracking

extension Scenario {
    /// Something that must come of a scenario, about one tracker.
    public struct Expectation: Hashable, Sendable {
        public let tracker: Name
        public let claim: Claim
        /// Whether it must hold at all times from ``after`` to ``until``, and not only at one.
        public let isThroughout: Bool
        /// The event that it must follow, which ``after`` and ``until`` reckon from; nil for none.
        public let delay: Delay?
        /// Not before this time since the start.
        public let after: Duration?
        /// At this time since the start at the latest; for ``Claim/noAlert`` and ``Claim/fixes(atLeast:atMost:)`` the
        /// end of what is looked at.
        public let until: Duration?
        public let place: Place
    }

    /// How soon after an event something must come.
    public struct Delay: Hashable, Sendable {
        /// The event's label.
        public let event: Name
        public let within: Duration
    }

    public enum Claim: Hashable, Sendable {
        /// The alert reaches this level; none: it is cleared.
        case alert(AlertLevel)
        /// No alert is raised.
        case noAlert
        case mode(Mode)
        /// The tracker's level, as the history service tells it.
        case level(Level)
        /// How many fixes are stored.
        case fixes(atLeast: Int?, atMost: Int?)
        /// How many alerts are raised, or escalated, to a level; nil for any.
        case alerts(AlertLevel?, atLeast: Int?, atMost: Int?)
        /// The distance in metres that the history service tells.
        case distance(atLeast: Double?, atMost: Double?)
        /// How many metres at most the position that the history service tells is from the true one.
        case position(within: Double)
        /// The charge in per cent that the tracker reports.
        case battery(above: Double?, below: Double?)
    }
}

extension Scenario.Expectation {
    /// The expectation in words: `keys: warning by 5m10s`.
    public var text: String {
        let claim = isThroughout ? "\(claim) throughout" : "\(claim)"
        if let delay { return "\(tracker): \(claim) within \(delay.within.compact) of \(delay.event)" }
        let isPeriod = if case .noAlert = self.claim { true } else { false }
        let start = after.map { "after \($0.compact)" }
        let end = until.map { "\(isPeriod ? "until" : "by") \($0.compact)" }
        let times = [start, end].compactMap(\.self).joined(separator: " and ")
        return times.isEmpty ? "\(tracker): \(claim)" : "\(tracker): \(claim) \(times)"
    }
}

extension Scenario.Claim: CustomStringConvertible {
    public var description: String {
        switch self {
        case .alert(.none): "alert cleared"
        case .alert(let level): level.rawValue
        case .noAlert: "no alert"
        case .mode(let mode): mode.rawValue
        case .level(let level): "level \(level.rawValue)"
        case .fixes(let least, let most):
            Self.bounds(least.map { "at least \($0)" }, most.map { "at most \($0)" }) + " fixes"
        case .alerts(let level, let least, let most):
            Self.bounds(least.map { "at least \($0)" }, most.map { "at most \($0)" })
                + (level.map { " \($0.rawValue)" } ?? "") + " alerts"
        case .distance(let least, let most):
            "distance "
                + Self.bounds(least.map { "at least \($0.short) m" }, most.map { "at most \($0.short) m" })
        case .position(let metres): "position within \(metres.short) m of the true one"
        case .battery(let above, let below):
            "battery " + Self.bounds(above.map { "above \($0.short) %" }, below.map { "below \($0.short) %" })
        }
    }

    private static func bounds(_ low: String?, _ high: String?) -> String {
        [low, high].compactMap(\.self).joined(separator: " and ")
    }
}
