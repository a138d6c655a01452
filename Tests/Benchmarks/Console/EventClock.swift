import Foundation
import Synchronization

/// When each of many messages was sent and seen.
final class EventClock: Sendable {
    private let state = Mutex(State())

    private struct State {
        var sent: [Int: ContinuousClock.Instant] = [:]
        var delays: [Double] = []
    }

    func send(_ number: Int) { state.withLock { $0.sent[number] = .now } }

    func see(_ number: Int) {
        let now = ContinuousClock.now
        state.withLock { state in
            guard let sent = state.sent.removeValue(forKey: number) else { return }
            state.delays.append(sent.duration(to: now) / .milliseconds(1))
        }
    }

    var seen: Int { state.withLock { $0.delays.count } }

    /// A part of the delays is not longer, in milliseconds.
    func quantile(_ part: Double) -> Double {
        let sorted = state.withLock { $0.delays.sorted() }
        return sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
    }
}
