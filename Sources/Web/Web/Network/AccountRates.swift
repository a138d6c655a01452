import HTTPTypes
import Synchronization
package import Tracking

/// Counts what each account does of one kind, in so much memory at most.
///
/// When there is no room for another account, those that have been silent for longest are forgotten.
package final class AccountRates: Sendable {
    private let rate: RequestRate
    /// What is counted, as in "too many searches".
    private let name: String
    /// Accounts in each of the two halves of the memory.
    private let room: Int
    private let state = Mutex(State())

    private struct State {
        var current: [Name: TokenBucket] = [:]
        var previous: [Name: TokenBucket] = [:]
    }

    init(_ rate: RequestRate, of name: String, room: Int = 4096) {
        (self.rate, self.name, self.room) = (rate, name, room)
    }

    /// Counts something that an account does, once or so many times at once.
    ///
    /// - Throws: ``Problem`` (429) for one that does too much, with the seconds until it may again.
    package func count(_ account: Name, times: Int = 1, at now: Timestamp) throws(Problem) {
        let wait: Double? = state.withLock { state in
            var bucket =
                state.current[account] ?? state.previous.removeValue(forKey: account) ?? TokenBucket(rate, at: now)
            let wait = bucket.consume(rate, Double(times), at: now)
            if state.current.count >= room, state.current[account] == nil {
                (state.previous, state.current) = (state.current, [:])
            }
            state.current[account] = bucket
            return wait
        }
        guard let wait else { return }
        let seconds = max(1, Int(wait.rounded(.up)))
        throw Problem(
            .tooManyRequests,
            "too many \(name) by this account: wait \(seconds) second\(seconds == 1 ? "" : "s")",
            headers: [.retryAfter: "\(seconds)"]
        )
    }
}
