public import Tracking

/// The levels and episodes of one item: what is known of its distance in, changes of level out.
///
/// A level is raised when it is at least 95 % sure that the distance exceeds its threshold and the odds are those of
/// its ``AlertPolicy``, cleared when it is at most 5 % sure, and held in between. From the first rise to the clearing
/// it is one episode.
public struct AlertEngine: Hashable, Sendable {
    /// Near, warning or critical; nil until something was clear enough to tell.
    public private(set) var level: AlertLevel?
    /// What was told last: lower than the level while a ``Restraint`` holds back a rise.
    public private(set) var told: AlertLevel
    /// The id of the running episode; nil while nothing is told of the item but that it is near.
    public private(set) var episode: String?
    /// When the level last changed, in the time of fixes.
    public private(set) var since: Timestamp?
    /// How many alerts there have been, so that each gets an id of its own.
    public private(set) var count: Int

    /// An engine at rest, or one that goes on where another stopped.
    public init(
        level: AlertLevel? = nil,
        told: AlertLevel? = nil,
        episode: String? = nil,
        since: Timestamp? = nil,
        count: Int = 0
    ) {
        self.level = level
        self.told = told ?? level ?? .none
        self.episode = episode
        self.since = since
        self.count = count
    }

    /// The level, where one that is not known yet is as low as near.
    var height: AlertLevel { level ?? .none }

    /// Looks at what is known, and answers with the change of level it makes.
    ///
    /// - Parameters:
    ///   - posterior: What is known of the distance.
    ///   - time: The moment that it is for.
    ///   - isSilence: Whether nothing new was received: silence may raise a level, and never tells that an item is
    ///   near.
    ///   - thresholds: Where levels begin.
    ///   - policy: How sure a change has to be.
    ///   - restraint: What keeps a level from rising, or from being told.
    ///   - cap: The highest level that there may be, for somebody else may have the item.
    ///   - device: Whose level it is.
    ///   - now: The present moment.
    /// - Returns: The change; nil when the level stays.
    public mutating func observe(
        _ posterior: Posterior,
        at time: Timestamp,
        isSilence: Bool = false,
        thresholds: Thresholds,
        policy: AlertPolicy = .standard,
        restraint: Restraint = .none,
        cap: AlertLevel = .critical,
        of device: DeviceID,
        now: Timestamp
    ) -> AlertChange? {
        let countsAsNear = restraint == .place || cap == .none
        let judged = decided(by: posterior, thresholds, policy)
        let next = countsAsNear ? AlertLevel.none : judged.map { min($0, cap) }
        // Silence lowers no level, and what was never heard is not missed either.
        let isNews = !isSilence || countsAsNear || level.map { $0 < next ?? .none } ?? false
        if let next, next != level, isNews { (level, since) = (next, time) }
        guard let level else { return nil }
        let previous = told
        told = tells(level, by: posterior, thresholds, policy, restraint)
        // The first word of all that an item is near is no alert.
        guard told != previous else { return nil }
        count += 1
        let id = Self.id(now, device, count)
        let current = episode ?? id
        episode = told == .none ? nil : current
        // A fall to near was decided at the warning's threshold, the last one crossed, wherever it began.
        let isCriticals = told != .none && max(told, previous) == .critical
        let crossed = isCriticals ? thresholds.critical : thresholds.warning
        let beyond = posterior.probability(beyond: crossed)
        return AlertChange(
            id: id,
            episode: current,
            level: told,
            previous: previous,
            threshold: crossed,
            posterior: posterior,
            confidence: told > previous ? beyond : countsAsNear ? 1 : 1 - beyond,
            time: time
        )
    }

    /// The level to tell: one that was held back is told only if it is still sure, so that no alert contradicts itself.
    private func tells(
        _ level: AlertLevel,
        by posterior: Posterior,
        _ thresholds: Thresholds,
        _ policy: AlertPolicy,
        _ restraint: Restraint
    ) -> AlertLevel {
        let wanted = restraint.told(level, after: told, in: episode)
        if wanted == .critical, told < .critical, posterior.probability(beyond: thresholds.critical) < policy.raise {
            return told == .none && posterior.probability(beyond: thresholds.warning) < policy.raise ? .none : .warning
        }
        guard wanted == .warning, told == .none else { return wanted }
        return posterior.probability(beyond: thresholds.warning) < policy.raise ? .none : .warning
    }

    /// Whether a level that was held back would be told now.
    func owes(_ posterior: Posterior, _ thresholds: Thresholds, _ policy: AlertPolicy, _ restraint: Restraint) -> Bool {
        guard let level, level > told else { return false }
        return tells(level, by: posterior, thresholds, policy, restraint) != told
    }

    private func decided(by posterior: Posterior, _ thresholds: Thresholds, _ policy: AlertPolicy) -> AlertLevel? {
        let isWarning = hold(posterior, .warning, beyond: thresholds.warning, policy)
        if hold(posterior, .critical, beyond: thresholds.critical, policy) == true { return .critical }
        return isWarning.map { $0 ? .warning : .none }
    }

    /// Whether the item is beyond a threshold: what was so stays so while it is in doubt.
    private func hold(
        _ posterior: Posterior, _ level: AlertLevel, beyond threshold: Double, _ policy: AlertPolicy
    ) -> Bool? {
        let probability = posterior.probability(beyond: threshold)
        let isRaised = self.level.map { $0 >= level }
        if probability <= policy.clear { return false }
        guard probability >= policy.raise else { return isRaised }
        return posterior.odds(beyond: threshold) >= policy.odds(for: level) ? true : isRaised
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
        return "2 \(level?.rawValue ?? "-") \(told.rawValue) \(episode ?? "-") \(since) \(count)"
    }

    /// An engine from its ``record``, or from one of an earlier release, which told every level; nil when the text is
    /// none.
    public init?(record: String) {
        var words = record.split(separator: " ")
        if words.count == 5, words[0] == "1" { words.insert(words[1] == "-" ? "none" : words[1], at: 2) }
        guard words.count == 6, words[0] == "1" || words[0] == "2", let count = Int(words[5]) else { return nil }
        let level = AlertLevel(rawValue: String(words[1]))
        guard level != nil || words[1] == "-", let told = AlertLevel(rawValue: String(words[2])) else { return nil }
        self.init(
            level: level,
            told: told,
            episode: words[3] == "-" ? nil : String(words[3]),
            since: Int64(words[4]).map(Timestamp.init(milliseconds:)),
            count: count
        )
    }
}
