import Tracking

/// What is left of a rate: full at first, emptied by use, refilled by time.
struct TokenBucket: Hashable, Sendable {
    private(set) var tokens: Double
    private var last: Timestamp

    init(_ rate: RequestRate, at now: Timestamp) { (tokens, last) = (rate.burst, now) }

    /// Takes one, or so many; nil, or the seconds until there are as many again, and then none is taken.
    mutating func consume(_ rate: RequestRate, _ amount: Double = 1, at now: Timestamp) -> Double? {
        // A clock that is set back gives nothing, and takes nothing away either.
        let elapsed = Double(max(0, now.milliseconds - last.milliseconds)) / 1000
        (tokens, last) = (min(rate.burst, tokens + elapsed * rate.perSecond), now)
        if tokens >= amount {
            tokens -= amount
            return nil
        }
        return (amount - tokens) / rate.perSecond
    }
}
