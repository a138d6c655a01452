import Tracking

/// What waits in the history service at a moment.
public struct HistoryQueues: Hashable, Sendable {
    /// Fixes that wait for ones that their tracker sent before them.
    public var held = 0
    /// Trackers that were asked where they are, and have not answered.
    public var asked = 0
    /// Items that are deleted, and whose trackers have not been told.
    public var departures = 0
    /// Trackers of which something is wanted that they have not taken up.
    public var wishes = 0
}

extension HistoryCore {
    /// Counts what waits.
    public var queues: HistoryQueues {
        var queues = HistoryQueues()
        queues.held = parts.positions.held
        for tracker in trackers {
            if tracker.requests.unanswered != nil { queues.asked += 1 }
            if let wanted = tracker.desired, wanted.version > tracker.reported?.version ?? 0 { queues.wishes += 1 }
        }
        queues.departures = parts.departures.count
        return queues
    }
}
