import Bluetooth
import Tracking

/// The steps that events have in common.
extension AdapterSupervisor {
    /// Starts to scan, unless somebody wants a pause.
    mutating func begin(attempt: Int, _ now: Timestamp, _ actions: inout [Action]) {
        guard isPaused else {
            state = .starting(attempt: attempt)
            return actions.append(.start)
        }
        state = .paused(since: now)
        actions += [.quiet, .wake(at: now.advanced(by: Self.longPause))]
    }

    mutating func stop(then next: AfterStop, _ actions: inout [Action]) {
        state = .stopping(next)
        actions.append(.stop)
    }

    mutating func wait(_ pause: Duration, attempt: Int, _ now: Timestamp, _ actions: inout [Action]) {
        guard !isPaused else { return begin(attempt: 1, now, &actions) }
        let until = now.advanced(by: pause)
        state = .waiting(attempt: attempt, until: until)
        actions.append(.wake(at: until))
    }

    mutating func cyclePower(attempt: Int, _ actions: inout [Action]) {
        state = .cyclingOff(attempt: attempt)
        actions.append(.setPower(false))
    }

    /// The adapter cannot be used for now; who waits for silence has it.
    mutating func endUp(_ end: State, _ actions: inout [Action]) {
        state = end
        report(.off, &actions)
        if isPaused { actions.append(.quiet) }
    }

    mutating func report(_ health: AdapterHealth, _ actions: inout [Action]) {
        guard health != self.health else { return }
        self.health = health
        actions.append(.report(health))
    }
}
