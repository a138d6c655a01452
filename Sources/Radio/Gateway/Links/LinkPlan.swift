import Tracking

/// When which tag may be connected to next: failures are followed by longer and longer pauses, each a little by chance.
struct LinkPlan: Sendable {
    private struct Attempts {
        var failures = 0
        var notBefore: Timestamp
    }

    private var attempts: [DeviceID: Attempts] = [:]
    private var notBefore: Timestamp?

    /// The pause after a first failure, in milliseconds; doubled by each that follows.
    static let shortestPause: Int64 = 2000
    static let longestPause: Int64 = 120_000
    /// The pause between two attempts, whomever they are for.
    static let breath: Int64 = 500

    func isDue(_ device: DeviceID, at now: Timestamp) -> Bool {
        if let notBefore, now < notBefore { return false }
        return attempts[device].map { $0.notBefore <= now } ?? true
    }

    mutating func began(at now: Timestamp) { notBefore = now.advanced(by: .milliseconds(Self.breath)) }

    mutating func failed(_ device: DeviceID, at now: Timestamp, using generator: inout some RandomNumberGenerator) {
        let failures = (attempts[device]?.failures ?? 0) + 1
        let pause = min(Self.longestPause, Self.shortestPause << min(failures - 1, 10))
        let jittered = pause * 3 / 4 + Int64.random(in: 0...pause / 2, using: &generator)
        attempts[device] = Attempts(failures: failures, notBefore: now.advanced(by: .milliseconds(jittered)))
    }

    mutating func ended(_ device: DeviceID, at now: Timestamp) {
        attempts[device] = Attempts(notBefore: now.advanced(by: .milliseconds(Self.shortestPause)))
    }

    /// Keeps a tag without a link for so long, unless something hurries.
    mutating func rest(_ device: DeviceID, for time: Duration, at now: Timestamp) {
        attempts[device] = Attempts(notBefore: now.advanced(by: time))
    }

    mutating func hurry(_ device: DeviceID) { attempts[device] = nil }
}
