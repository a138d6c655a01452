public import Tracking

/// When the clocks of a zone show a date and a time.
public enum LocalMoments: Hashable, Sendable {
    case once(Timestamp)
    /// Never: at the transition they are set forward over it, by so many seconds.
    case gap(transition: Timestamp, shift: Int)
    /// Two times, for they are set back in between.
    case twice(first: Timestamp, second: Timestamp)
}
