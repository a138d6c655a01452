/// What has happened to a weather station of one's own, and nobody has looked at yet.
///
/// A station may tell more than anybody wants to know, and each look costs the history a transaction for each place: only
/// the newest is looked at, and what it told at most each ``pause``.
public struct StationQueue: Sendable {
    private var waiting: [StationEvent] = []

    /// How long after what it told the next of it is looked at.
    public static let pause = Duration.seconds(10)

    /// How much waits meanwhile, the newest: a station may tell each quantity by itself, or that it is there.
    static let most = 8

    /// A queue of nothing.
    public init() {}

    /// Adds what has happened; what is too much is forgotten, the oldest first.
    public mutating func put(_ event: StationEvent) {
        if waiting.count >= Self.most { waiting.removeFirst() }
        waiting.append(event)
    }

    /// What has happened, in its order, and whether to pause after it: what happens to the connection does not wait, nor what
    /// the broker had kept, which comes once with each.
    public mutating func take() -> (events: [StationEvent], isPaced: Bool) {
        defer { waiting = [] }
        let isPaced = waiting.contains { if case .told(_, isKept: false) = $0 { true } else { false } }
        return (waiting, isPaced)
    }
}
