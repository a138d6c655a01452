internal import Tracking

/// The keys of a site, and when they were asked for.
struct KeptKeys: Sendable {
    let keys: SigningKeys
    let asked: Timestamp

    /// How long they are believed: a site may withdraw one.
    static let memory = Duration.seconds(24 * 3600)
    /// How long they are not asked for again, whatever key a token names: anybody can make one up.
    static let pause = Duration.seconds(60)

    /// Whether a token may be held against them, by the key that it names.
    func areFresh(for keyID: String?, at now: Timestamp) -> Bool {
        // Also when the clock was set back.
        let age = abs(now.milliseconds - asked.milliseconds)
        let isKnown = keyID.map { keys.has($0) } ?? false
        return age < (isKnown ? Self.memory : Self.pause).milliseconds
    }
}
