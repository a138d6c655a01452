/// When a connection has been silent for so long that the broker is to be asked whether it is still there: a pure value.
struct KeepAlive {
    typealias Instant = ContinuousClock.Instant

    /// Longest silence; `nil` for any.
    var interval: Duration?
    private var lastSent: Instant
    private var lastHeard: Instant
    /// When nothing was left to be read: only then silence means anything.
    private var lastEmpty: Instant
    private var askedAt: Instant?

    enum Need { case nothing, ping, end }

    init(_ interval: Duration?, at now: Instant) {
        self.interval = interval
        (lastSent, lastHeard, lastEmpty) = (now, now, now)
    }

    mutating func sent(at now: Instant) { lastSent = now }

    mutating func heard(at now: Instant) {
        lastHeard = now
        askedAt = nil
    }

    mutating func foundNothing(at now: Instant) { lastEmpty = now }

    /// What is to be done now; a ping is taken for sent.
    mutating func check(at now: Instant) -> Need {
        guard let interval else { return .nothing }
        if let askedAt { return askedAt.duration(to: lastEmpty) >= interval ? .end : .nothing }
        guard min(lastSent, lastHeard).duration(to: now) >= interval else { return .nothing }
        askedAt = now
        return .ping
    }
}
