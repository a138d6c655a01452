public import Tracking

/// One change of an item's level.
public struct AlertChange: Hashable, Sendable {
    /// Sortable by time.
    public var id: String
    /// The same through one episode.
    public var episode: String
    public var level: AlertLevel
    public var previous: AlertLevel
    /// The threshold that was crossed, in metres.
    public var threshold: Double
    /// What was known of the distance.
    public var posterior: Posterior
    /// How sure the change is, 0 to 1.
    public var confidence: Double
    /// When that was measured which decided.
    public var time: Timestamp

    /// Metres.
    public var distance: Double { posterior.distance }

    public var event: AlertEvent {
        if level == .none { return .cleared }
        if previous == .none { return .raised }
        return level > previous ? .escalated : .eased
    }
}
