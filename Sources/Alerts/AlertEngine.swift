public import Ranging
public import Tracking

/// The levels and episodes of one item: separations in, changes of level out.
///
/// A level is raised when it is at least 95 % sure that the distance exceeds its threshold, cleared when it is at most
/// 5 % sure, and held in between. From the first rise to the clearing it is one episode.
public struct AlertEngine: Hashable, Sendable {
    /// Near, warning or critical; nil until a first separation was clear enough to tell.
    public private(set) var level: AlertLevel?
    /// The id of the running episode; nil while the item is near.
    public private(set) var episode: String?
    /// When the level last changed, in the time of fixes.
    public private(set) var since: Timestamp?
    /// How many alerts there have been, so that each gets an id of its own.
    public private(set) var count: Int

    /// The probability from which a level is raised.
    public static let raise = 0.95
    /// The probability up to which a level is cleared.
    public static let clear = 0.05

    /// An engine at rest, or one that goes on where another stopped.
    public init(level: AlertLevel? = nil, episode: String? = nil, since: Timestamp? = nil, count: Int = 0) {
        self.level = level
        self.episode = episode
        self.since = since
        self.count = count
    }

    /// Looks at a separation, measured at `time` and known at `now`, and answers with the change of level it makes.
    public mutating func observe(
        _ separation: Separation,
        at time: Timestamp,
        thresholds: Thresholds,
        of device: DeviceID,
        now: Timestamp
    ) -> AlertChange? {
        let beyondWarning = separation.probability(beyond: thresholds.warning)
        let beyondCritical = separation.probability(beyond: thresholds.critical)
        let isWarning = Self.hold(beyondWarning, raised: level.map { $0 >= .warning })
        let isCritical = Self.hold(beyondCritical, raised: level.map { $0 >= .critical })
        let next: AlertLevel? =
            isCritical == true
            ? .critical
            : isWarning == true
                ? .warning
                : isWarning == false ? AlertLevel.none : nil
        guard let next, next != level else { return nil }
        let previous = level ?? .none
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
        let beyond = separation.probability(beyond: crossed)
        return AlertChange(
            id: id,
            episode: current,
            level: next,
            previous: previous,
            threshold: crossed,
            separation: separation,
            confidence: next > previous ? beyond : 1 - beyond,
            time: time
        )
    }

    private static func hold(_ probability: Double, raised: Bool?) -> Bool? {
        if probability >= raise { return true }
        if probability <= clear { return false }
        return raised
    }

    /// Sorts by the time it was given, and is unique by the device and its count.
    private static func id(_ now: Timestamp, _ device: DeviceID, _ count: Int) -> String {
        let time = String(max(0, now.milliseconds), radix: 16)
        return String(repeating: "0", count: max(0, 12 - time.count)) + time
            + "-\(device.owner)-\(device.device)-\(count)"
    }
}

/// One change of an item's level.
public struct AlertChange: Hashable, Sendable {
    /// Sortable by time.
    public var id: String
    /// The same through one episode.
    public var episode: String
    public var level: AlertLevel
    public var previous: AlertLevel
    /// The threshold that was crossed, in metres.
    public var threshold: Double
    public var separation: Separation
    /// How sure the change is, 0 to 1.
    public var confidence: Double
    /// When the separation was measured.
    public var time: Timestamp

    public var event: AlertEvent {
        if level == .none { return .cleared }
        if previous == .none { return .raised }
        return level > previous ? .escalated : .eased
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
