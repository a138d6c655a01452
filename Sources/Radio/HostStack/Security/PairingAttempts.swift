import Tracking

/// Makes a central wait that has guessed wrong: Core Specification 5.4, volume 3, part H, section 2.3.6.
///
/// The wait doubles with each failure, and is forgotten when the central has kept still for as long as the longest.
struct PairingAttempts: Hashable, Sendable {
    static let shortestWait = Duration.seconds(1)
    static let longestWait = Duration.seconds(64)
    /// How many centrals are remembered; of more the oldest go.
    static let limit = 16

    private struct Failure: Hashable {
        var peer: DeviceAddress
        var count: Int
        var last: Timestamp

        var wait: Duration { min(shortestWait * (1 << min(count - 1, 10)), longestWait) }
    }

    private var failures: [Failure] = []

    func mustWait(_ peer: DeviceAddress, at now: Timestamp) -> Bool {
        guard let failure = failures.first(where: { $0.peer == peer }) else { return false }
        return now < failure.last.advanced(by: failure.wait)
    }

    mutating func failed(_ peer: DeviceAddress, at now: Timestamp) {
        let before = failures.first { $0.peer == peer }
        let isForgotten = before.map { now > $0.last.advanced(by: Self.longestWait * 2) } ?? true
        failures.removeAll { $0.peer == peer }
        failures.append(Failure(peer: peer, count: isForgotten ? 1 : (before?.count ?? 0) + 1, last: now))
        if failures.count > Self.limit { failures.removeFirst() }
    }

    mutating func succeeded(_ peer: DeviceAddress) { failures.removeAll { $0.peer == peer } }
}
