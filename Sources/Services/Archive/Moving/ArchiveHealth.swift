import Synchronization
public import Tracking

/// How those get on who move months out in this process: one for each store, or partition, that it works on.
public final class ArchiveHealth: Sendable {
    private let parts = Mutex(Parts())

    /// Since the process began.
    public struct State: Hashable, Sendable {
        /// Looks that ended with an error.
        public internal(set) var failures = 0
        /// When all had last done what there was to do: of the one for which that is longest ago, where one that never had
        /// counts from its beginning on; nil before the first has.
        public internal(set) var succeeded: Timestamp?
    }

    private struct Parts {
        var failures = 0
        var next = 0
        var open: [Int: (began: Timestamp, succeeded: Timestamp?)] = [:]
    }

    public init() {}

    public var current: State {
        parts.withLock { parts in
            let open = parts.open.values
            let hasAny = open.contains { $0.succeeded != nil }
            return State(
                failures: parts.failures, succeeded: hasAny ? open.map { $0.succeeded ?? $0.began }.min() : nil)
        }
    }

    /// Another one begins; returns by what it is known here.
    func begin(at time: Timestamp) -> Int {
        parts.withLock { parts in
            parts.next += 1
            parts.open[parts.next] = (time, nil)
            return parts.next
        }
    }

    /// It has ended, so that nothing is expected of it any more.
    func end(_ part: Int) { parts.withLock { $0.open[part] = nil } }

    func fail() { parts.withLock { $0.failures += 1 } }

    func succeed(_ part: Int, at time: Timestamp) { parts.withLock { $0.open[part]?.succeeded = time } }
}
