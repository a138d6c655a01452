/// A moment in UTC, in whole milliseconds since 1970-01-01T00:00:00Z, without leap seconds (POSIX time).
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Milliseconds since the epoch; negative before 1970.
    public var milliseconds: Int64

    @inlinable
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// A moment that many seconds after the epoch, rounded to the millisecond.
    public init(seconds: Double) { self.init(milliseconds: Int64((seconds * 1000).rounded())) }

    /// Seconds since the epoch, with the milliseconds as fraction.
    @inlinable
    public var seconds: Double { Double(milliseconds) / 1000 }

    /// Whole seconds since the epoch, rounded down, as OwnTracks' `tst` counts them.
    public var wholeSeconds: Int64 { milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000 }

    @inlinable
    public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }
}

extension Timestamp: InstantProtocol {
    @inlinable
    public func advanced(by duration: Duration) -> Timestamp {
        Timestamp(milliseconds: milliseconds &+ duration.milliseconds)
    }

    @inlinable
    public func duration(to other: Timestamp) -> Duration { .milliseconds(other.milliseconds - milliseconds) }
}

extension Duration {
    /// The duration in whole milliseconds, rounded towards zero.
    @inlinable
    public var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds &* 1000 &+ attoseconds / 1_000_000_000_000_000
    }

    /// The duration in seconds.
    @inlinable
    public var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}

/// A clock that tells UTC: the system's in a running service, a virtual one in a simulation or a test.
public protocol UTCClock: Clock<Duration> where Instant == Timestamp {}
