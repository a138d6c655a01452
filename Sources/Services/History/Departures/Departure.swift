import Tracking

/// What the history service knows of a tracker whose item is deleted, or of a phone that is.
struct Departure: Hashable, Sendable {
    let asked: Timestamp
    /// The version of the desired state that tells the tracker; 0 for a phone.
    var version: Int
    /// When the tracker gave a sign of life after which it has not been ordered yet.
    var heard: Timestamp?
    /// When it was last ordered to forget its owner.
    var ordered: Timestamp?
    /// Whether a fix of it was refused since the service runs.
    var hasRefused = false
    /// When it was known that the tracker knows; nil before that.
    var confirmed: Timestamp?

    /// A tracker that reads what is wanted of it forgets its owner by itself, and an order that comes after that would
    /// wait on the broker for its next owner: so an order is given only to one that is awake and has not done so.
    private static let patience: Int64 = 10_000
    private static let between: Int64 = 30_000
    /// What was under way when the tracker said goodbye has come by then.
    private static let echo: Int64 = 60_000

    /// Whether it is a phone's, or another device's that nobody tells anything: the broker alone is to let go of it.
    var isPhone: Bool { version == 0 }

    init(asked: Timestamp, version: Int) { (self.asked, self.version) = (asked, version) }

    mutating func hear(at now: Timestamp) {
        if heard == nil { heard = now }
    }

    func owesOrder(at now: Timestamp) -> Bool {
        guard confirmed == nil, let heard, now.milliseconds - heard.milliseconds >= Self.patience else { return false }
        return ordered.map { now.milliseconds - $0.milliseconds >= Self.between } ?? true
    }

    /// Whether a wish is of a writer that had not heard yet, rather than of one that wants the tracker again.
    func isStale(_ version: Int, at now: Timestamp) -> Bool {
        guard let confirmed else { return version <= self.version }
        return version <= self.version && now.milliseconds - confirmed.milliseconds < Self.patience
    }

    func isOver(at now: Timestamp) -> Bool {
        confirmed.map { now.milliseconds - $0.milliseconds > Self.echo } ?? false
    }

    /// What the ids of its orders begin with.
    var orders: String { "delete-\(asked.milliseconds)-" }
}
