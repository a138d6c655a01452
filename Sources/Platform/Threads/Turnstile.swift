internal import Synchronization

/// Lets threads through in the order in which they come: only so many at a time, and only so many a second.
///
/// Where many have a little to do each, and doing it costs the same for a little and for much, those that wait have more to
/// do at once when it is their turn. It is a courtesy, and no lock: who has waited long enough goes on anyway.
public final class Turnstile: Sendable {
    private let state: Mutex<State>
    private let pace: Duration
    private let burst: Duration

    private struct State {
        var free: Int
        /// From when on the next one may pass.
        var opens: ContinuousClock.Instant
        /// Those that wait, in their order.
        var waiting: [Bell] = []

        /// Whoever is first looks again whether it is its turn.
        func callFirst() { waiting.first?.ring() }
    }

    /// - Parameters:
    ///   - width: How many may be inside, one or more.
    ///   - pace: The time from one that passes to the next.
    ///   - burst: So many may pass at once where nobody has for a while.
    public init(width: Int, pace: Duration, burst: Int) {
        (self.pace, self.burst) = (pace, pace * max(0, burst - 1))
        state = Mutex(State(free: max(1, width), opens: .now - pace * burst))
    }

    /// Waits for a turn, which has to be ended by ``leave()``; false when it did not come for so long.
    ///
    /// The thread waits on a bell of its own.
    public func enter(_ bell: Bell, within limit: Duration) -> Bool {
        let end = ContinuousClock.now + limit
        var isWaiting = false
        while true {
            let step: Step = state.withLock { state in self.step(of: bell, isWaiting: isWaiting, until: end, &state) }
            switch step {
            case .pass: return true
            case .giveUp: return false
            case .wait(let instant):
                isWaiting = true
                bell.wait(for: ContinuousClock.now.duration(to: instant))
            }
        }
    }

    /// How many wait.
    public var waiting: Int { state.withLock(\.waiting.count) }

    private enum Step {
        case pass, giveUp
        case wait(until: ContinuousClock.Instant)
    }

    private func step(
        of bell: Bell, isWaiting: Bool, until end: ContinuousClock.Instant, _ state: inout State
    ) -> Step {
        let now = ContinuousClock.now
        let isFirst = state.waiting.first.map { $0 === bell } ?? true
        if isFirst, state.free > 0, state.opens <= now {
            if isWaiting { state.waiting.removeFirst() }
            state.free -= 1
            state.opens = max(state.opens, now - burst) + pace
            state.callFirst()
            return .pass
        }
        guard now < end else {
            state.waiting.removeAll { $0 === bell }
            if isFirst { state.callFirst() }
            return .giveUp
        }
        if !isWaiting { state.waiting.append(bell) }
        return .wait(until: isFirst && state.free > 0 ? min(end, state.opens) : end)
    }

    /// Ends a turn.
    public func leave() {
        state.withLock { state in
            state.free += 1
            state.callFirst()
        }
    }
}
