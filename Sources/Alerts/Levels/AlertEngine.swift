public import Tracking

/// The levels and episodes of one item: what is known of its distance in, changes of level out.
///
/// A level is raised when it is at least 95 % sure that the distance exceeds its threshold and the odds are those of its
/// ``AlertPolicy``, cleared when it is at most 5 % sure, and held in between. From the first rise to the clearing it is one episode.
public struct AlertEngine: Hashable, Sendable {
    /// Near, warning or critical; nil until something was clear enough to tell.
    public private(set) var level: AlertLevel?
    /// The id of the running episode; nil while the item is near.
    public private(set) var episode: String?
    /// When the level last changed, in the time of fixes.
    public private(set) var since: Timestamp?
    /// How many alerts there have been, so that each gets an id of its own.
    public private(set) var count: Int

    /// An engine at rest, or one that goes on where another stopped.
    public init(level: AlertLevel? = nil, episode: String? = nil, since: Timestamp? = nil, count: Int = 0) {
        self.level = level
        self.episode = episode
        self.since = since
        self.count = count
    }

    /// Looks at what is known, and answers with the change of level it makes.
    ///
    /// - Parameters:
    ///   - posterior: What is known of the distance.
    ///   - time: The moment that it is for.
    ///   - isSilence: Whether nothing new was received: silence may raise a level, and never tells that an item is near.
    ///   - thresholds: Where levels begin.
    ///   - policy: How sure a change has to be.
    ///   - device: Whose level it is.
    ///   - now: The present moment.
    /// - Returns: The change; nil when the level stays.
    public mutating func observe(
        _ posterior: Posterior,
        at time: Timestamp,
        isSilence: Bool = false,
        thresholds: Thresholds,
        policy: AlertPolicy = .standard,
        of device: DeviceID,
        now: Timestamp
    ) -> AlertChange? {
        let isWarning = hold(posterior, .warning, beyond: thresholds.warning, policy)
        let isCritical = hold(posterior, .critical, beyond: thresholds.critical, policy)
        guard let next = Self.level(isWarning, isCritical), next != level else { return nil }
        let previous = level ?? .none
        // What was never heard is not missed either.
        if isSilence, level == nil || next <= previous { return nil }
        (level, since) = (next, time)
        // The first word of all that an item is near is no alert.
        guard next != previous else { return nil }
        count += 1
        let id = Self.id(now, device, count)
        let current = episode ?? id
        episode = next == .none ? nil : current
        // A fall to near was decided at the warning's threshold, the last one crossed, wherever it began.
        let isCriticals = next != .none && max(next, previous) == .critical
        let crossed = isCriticals ? thresholds.critical : thresholds.warning
        let beyond = posterior.probability(beyond: crossed)
        return AlertChange(
            id: id,
            episode: current,
            level: next,
            previous: previous,
            threshold: crossed,
            posterior: posterior,
            confidence: next > previous ? beyond : 1 - beyond,
            time: time
        )
    }

    /// Whether the item is beyond a threshold: what was so stays so while it is in doubt.
    private func hold(
        _ posterior: Posterior,
        _ level: AlertLevel,
        beyond threshold: Double,
        _ policy: AlertPolicy
    ) -> Bool? {
        let probability = posterior.probability(beyond: threshold)
        let isRaised = self.level.map { $0 >= level }
        if probability <= policy.clear { return false }
        guard probability >= policy.raise else { return isRaised }
        return posterior.odds(beyond: threshold) >= policy.odds(for: level) ? true : isRaised
    }

    private static func level(_ isWarning: Bool?, _ isCritical: Bool?) -> AlertLevel? {
        if isCritical == true { return .critical }
        return isWarning.map { $0 ? .warning : .none }
    }

    /// Sorts by the time it was given, and is unique by the device and its count.
    private static func id(_ now: Timestamp, _ device: DeviceID, _ count: Int) -> String {
        let time = String(max(0, now.milliseconds), radix: 16)
        return String(repeating: "0", count: max(0, 12 - time.count)) + time
            + "-\(device.owner)-\(device.device)-\(count)"
    }
}

extension AlertEngine {
    /// The engine as a line of text, to go on after a restart.
    public var record: String {
        let since = since.map { String($0.milliseconds) } ?? "-"
        return "1 \(level?.rawValue ?? "-") \(episode ?? "-") \(since) \(count)"
    }

    /// An engine from its ``record``; nil when the text is none.
    public init?(record: String) {
        let words = record.split(separator: " ")
        guard words.count == 5, words[0] == "1", let count = Int(words[4]) else { return nil }
        let level = AlertLevel(rawValue: String(words[1]))
        guard level != nil || words[1] == "-" else { return nil }
        self.init(
            level: level,
            episode: words[2] == "-" ? nil : String(words[2]),
            since: Int64(words[3]).map(Timestamp.init(milliseconds:)),
            count: count
        )
    }
}
