public import Tracking

/// How often somebody has been wrong: after five wrong tries nothing is tried for ten minutes (case 5-5-2).
public struct Lockout: Hashable, Sendable {
    /// Wrong tries since the last right one.
    public private(set) var tries = 0
    /// When the last one was.
    public private(set) var last: Timestamp
    /// Until when nothing is tried; nil while tries are left.
    public private(set) var lockedUntil: Timestamp?

    public static let mostTries = 5
    public static let duration = Duration.seconds(600)

    /// Counts a try before its outcome is known, so that many at once are no way around.
    mutating func begin(at now: Timestamp) throws(AccessError) {
        if let lockedUntil, now < lockedUntil {
            // A clock that was set back must not lock for longer than the ten minutes.
            let latest = now.advanced(by: Self.duration)
            self.lockedUntil = min(lockedUntil, latest)
            throw .locked(until: min(lockedUntil, latest))
        }
        let isForgotten = lockedUntil != nil || now.milliseconds - last.milliseconds > Self.duration.milliseconds
        tries = isForgotten ? 1 : tries + 1
        last = now
        lockedUntil = tries >= Self.mostTries ? now.advanced(by: Self.duration) : nil
    }

    /// Takes back a try that was counted, and was none at the account that it was counted for.
    mutating func takeBack() {
        tries = max(0, tries - 1)
        if tries < Self.mostTries { lockedUntil = nil }
    }
}
