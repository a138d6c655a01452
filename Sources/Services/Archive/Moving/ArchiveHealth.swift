import Synchronization
public import Tracking

/// How those get on who move months out in this process.
public final class ArchiveHealth: Sendable {
    private let state = Mutex(State())

    /// Since the process began.
    public struct State: Hashable, Sendable {
        /// Looks that ended with an error.
        public internal(set) var failures = 0
        /// When the last one ended that did all there was to do; nil before the first.
        public internal(set) var succeeded: Timestamp?
    }

    public init() {}

    public var current: State { state.withLock { $0 } }

    func fail() { state.withLock { $0.failures += 1 } }

    func succeed(at time: Timestamp) { state.withLock { $0.succeeded = time } }
}
