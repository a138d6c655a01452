public import Ranging
public import Tracking

/// What is known of one item's distance from its owner, and the level that follows.
///
/// The separation is always that at the moment of the tracker's last fix: the owner's track is interpolated to it. So
/// it is looked at again when the tracker moves, and when a later position of the owner settles where the owner was.
public struct ItemWatch: Sendable {
    public let device: DeviceID
    public var thresholds: Thresholds
    /// Seconds between the tracker's reports, as far as is known.
    public var reportEvery: Int
    public private(set) var engine: AlertEngine
    /// The newest fix by its own time.
    public private(set) var lastFix: Fix?
    /// The separation at the last fix; nil before the first, or while nothing is known of the owner.
    public private(set) var separation: Separation?
    private var owner: OwnerPosition?
    /// Whether whoever heard the tracker last hears nothing any more, so that its silence says nothing.
    public private(set) var isUnheard = false

    /// A fix older than this on arrival never changes a level.
    public static let late: Duration = .seconds(15 * 60)
    /// For so many seconds the last fix stands, however often the tracker reports.
    public static let shortestFreshness = 300.0
    /// How many report intervals may pass before silence makes the level unknown.
    public static let missedReports = 2.5
    /// The seconds after which an owner's position says nothing any more.
    public static let ownerFreshness = 1800.0

    public init(
        device: DeviceID,
        thresholds: Thresholds = .standard,
        reportEvery: Int = DesiredState.standardReportEvery,
        engine: AlertEngine = AlertEngine(),
        lastFix: Fix? = nil
    ) {
        self.device = device
        self.thresholds = thresholds
        self.reportEvery = reportEvery
        self.engine = engine
        self.lastFix = lastFix
    }

    /// Goes on after a restart: looks at the last fix again, which has changed the level before and does not now.
    public mutating func resume(_ track: OwnerTrack) {
        guard let lastFix, let position = track.position(at: lastFix.time) else { return }
        (owner, separation) = (position, position.separation(from: lastFix))
    }

    /// Takes in a fix of the tracker; one older than the last is no news.
    public mutating func located(_ fix: Fix, owner track: OwnerTrack, now: Timestamp) -> AlertChange? {
        if let lastFix, lastFix.time >= fix.time { return nil }
        (lastFix, isUnheard) = (fix, false)
        return look(track, now: now)
    }

    /// Takes in that whoever heard the tracker last hears nothing any more: its level is unknown until the next fix.
    public mutating func becomeUnheard() { isUnheard = true }

    /// Whether no later position of the owner can change what is known of the last fix.
    public var isSettled: Bool { lastFix == nil || owner?.isSettled == true }

    /// Takes in that the owner's track has changed.
    public mutating func ownerMoved(_ track: OwnerTrack, now: Timestamp) -> AlertChange? {
        if isSettled { return nil }
        return look(track, now: now)
    }

    private mutating func look(_ track: OwnerTrack, now: Timestamp) -> AlertChange? {
        guard let fix = lastFix, let position = track.position(at: fix.time) else { return nil }
        let separation = position.separation(from: fix)
        (self.owner, self.separation) = (position, separation)
        let isLate = now.milliseconds - fix.time.milliseconds > Self.late.milliseconds
        if isLate || position.gap > Self.ownerFreshness { return nil }
        return engine.observe(separation, at: fix.time, thresholds: thresholds, of: device, now: now)
    }

    /// The level as a person is told it at a moment: unknown without a fresh fix of both sides.
    public func level(at now: Timestamp) -> Level {
        guard !isUnheard, let lastFix, let owner, let level = engine.level else { return .unknown }
        guard Self.isFresh(lastFix.time, reportEvery: reportEvery, at: now) else { return .unknown }
        return owner.gap > Self.ownerFreshness ? .unknown : level.asLevel
    }

    /// Whether a fix of so many seconds between reports still says where the tracker is.
    public static func isFresh(_ time: Timestamp, reportEvery: Int, at now: Timestamp) -> Bool {
        now.seconds - time.seconds <= max(shortestFreshness, missedReports * Double(reportEvery))
    }

    /// Since when the level told at a moment has stood.
    public func since(at now: Timestamp) -> Timestamp {
        if level(at: now) != .unknown, let since = engine.since { return since }
        return lastFix?.time ?? now
    }
}
