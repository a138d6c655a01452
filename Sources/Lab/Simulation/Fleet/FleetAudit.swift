public import Messages
import Tracking

/// Holds what a subscriber saw of a fleet's positions against what the broker has acknowledged.
public struct FleetAudit: Hashable, Sendable {
    /// Positions that arrived, each counted once.
    public private(set) var arrived = 0
    /// Further copies of them.
    public private(set) var doubled = 0
    /// The last position of each tracker that arrived.
    private var last: [UInt32]
    /// What the broker has acknowledged and what has not arrived: whether it would have to be seen.
    private var open: [Key: Bool] = [:]
    /// What arrived before the word that the broker has it.
    private var early: Set<Key> = []
    /// Since when, in microseconds, the subscriber has seen everything; nil while it is cut off.
    private var thereSince: Int64?

    private struct Key: Hashable {
        var tracker: Int32
        var sequence: UInt32
    }

    public init(_ plan: FleetPlan) { last = [UInt32](repeating: 0, count: plan.trackers) }

    /// Positions that were acknowledged while the subscriber was there, and that it has not seen.
    public var missing: Int { open.values.count(where: \.self) }
    /// Positions that could not be seen, because the subscriber was cut off when they came.
    public var unobserved: Int { open.count - missing }

    /// The subscriber has come, or is cut off, at a moment in microseconds.
    public mutating func observer(isThere: Bool, moment: Int64) {
        thereSince = isThere ? thereSince ?? moment : nil
        guard !isThere else { return }
        // What was on its way to it may be gone.
        for key in open.keys { open[key] = false }
    }

    /// The broker has acknowledged a position.
    public mutating func confirmed(_ position: FleetConfirmation) {
        let key = Key(tracker: Int32(position.tracker), sequence: position.sequence)
        guard early.remove(key) == nil else { return }
        open[key] = thereSince.map { $0 <= position.published } ?? false
    }

    /// The subscriber has seen a position.
    public mutating func observed(_ position: FleetObservation) {
        let key = Key(tracker: Int32(position.tracker), sequence: position.sequence)
        let isNew = position.sequence > last[position.tracker]
        last[position.tracker] = max(last[position.tracker], position.sequence)
        if open.removeValue(forKey: key) != nil {
            arrived += 1
        } else if isNew {
            early.insert(key)
            arrived += 1
        } else if !position.wasKept {
            doubled += 1
        }
    }
}

/// A position of a fleet that a subscriber has seen.
public struct FleetObservation: Hashable, Sendable {
    public let tracker: Int
    public let sequence: UInt32
    /// Whether the broker had kept it, and it is no news.
    public let wasKept: Bool

    /// A position of this run of a fleet; nil for any other message.
    public init?(_ message: Message, plan: FleetPlan, boot: UInt32) {
        guard case .location(let device)? = plan.topics.parse(message.topic), let tracker = plan.tracker(device),
            !message.payload.isEmpty, let location = try? LocationMessage(decoding: message.payload),
            let mark = location.mark, mark.boot == boot
        else { return nil }
        (self.tracker, sequence, wasKept) = (tracker, mark.sequence, message.retained)
    }
}
