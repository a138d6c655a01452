public import Tracking

/// How the virtual clock runs against the clock of those who are not simulated.
///
/// A scenario that is played ten times as fast stamps its messages ten times as densely, so that to the services it is
/// a life at ten times the speed, and nothing that they are told is late or in the future.
public struct TimeScale: Hashable, Sendable {
    public let start: Timestamp
    /// Virtual seconds in a second outside.
    public let speed: Double

    public init(start: Timestamp, speed: Double = 1) {
        self.start = start
        self.speed = speed
    }

    /// The time outside at a virtual moment; at the ends of time for speeds out of reason.
    public func stamp(_ time: Timestamp) -> Timestamp {
        if speed == 1 { return time }
        let elapsed = Double(time.milliseconds - start.milliseconds) / speed
        return start.advanced(byMilliseconds: elapsed)
    }

    /// The virtual moment of a time outside.
    public func virtual(_ time: Timestamp) -> Timestamp {
        if speed == 1 { return time }
        let elapsed = Double(time.milliseconds - start.milliseconds) * speed
        return start.advanced(byMilliseconds: elapsed)
    }
}

extension Timestamp {
    /// So many milliseconds later, a thousand years at most.
    public func advanced(byMilliseconds elapsed: Double) -> Timestamp {
        let limit = 3.2e13
        return Timestamp(milliseconds: milliseconds + Int64(min(limit, max(-limit, elapsed)).rounded()))
    }
}
