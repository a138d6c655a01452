import Ranging
import Tracking

/// How far an item is from one member of its owner's household, judged as if that one were the owner.
struct Companion: Sendable {
    let name: Name
    private var comparison = Comparison()
    /// The level that there would be; its own is never told.
    private var engine = AlertEngine()
    private var posterior: Posterior?
    /// When the phone told last where the member is, and seconds that usually pass between two such reports.
    private var (told, usual): (Timestamp?, Double?)
    /// When a gateway that the member carries heard the item last.
    private var heard: Timestamp?
    /// How far the member may be from the item by the moment that was looked at last.
    private var reach: Separation?

    /// How many of its usual intervals a phone may be silent before nobody waits for its word.
    static let patience = 1.5
    /// The standard deviation, in metres, up to which positions tell that somebody has got the item; our choice.
    static let sharp = 20.0
    /// For so many seconds it is waited for at least, for messages take their time; our choice.
    static let leastPatience = 10.0

    init(_ name: Name) { self.name = name }

    /// The level with regard to this member alone; nil until something was clear enough to tell.
    var level: AlertLevel? { engine.level }

    /// Goes on after a restart: the item was with this one.
    mutating func resume() { engine = AlertEngine(level: AlertLevel.none) }

    /// What the item is, as far as its watch knows.
    struct Item {
        var device: DeviceID
        var fix: Fix?
        var track: PositionTrack
        /// Those that heard it.
        var gateways: [GatewayEvidence]
        var thresholds: Thresholds
        var policy: AlertPolicy
        /// Whether the fix was not heard but read from a file.
        var isRecorded: Bool
    }

    /// Looks at where this one and the item were when both had told it last, and at what is heard in this one's pocket.
    mutating func observe(_ track: PositionTrack, _ item: Item, at time: Timestamp, isSilence: Bool) {
        told = track.lastTime
        usual = track.usualInterval
        let carried = item.gateways.filter { $0.standing == .with(name) }.map(\.carried)
        heard = carried.compactMap(\.heard).max()
        let hears = carried.contains { $0.isFresh(at: time) || $0.isLinked(at: time) }
        if let fix = item.fix {
            reach = track.position(at: time).map { TrackPosition(fix).separation(from: $0) }
            if comparison.isSettled(for: fix), !hears { return }
            // Whoever was far away a minute ago may have been handed it since: only being together is remembered.
            if level != AlertLevel.none { comparison.forgetPast() }
            _ = comparison.compare(at: fix, on: item.track, of: track, isRecorded: item.isRecorded)
        }
        let positions = comparison.positions.flatMap { $0.gap <= ItemWatch.ownerFreshness ? $0 : nil }
        guard let moment = hears ? time : positions?.time else { return posterior = nil }
        posterior = Fusion.posterior(
            positions, comparison.memory, carried, owner: track.position(at: moment), at: moment
        )
        guard let posterior else { return }
        // So large a doubt only says that things are mostly with somebody: whoever does not have it does not get it so.
        if level != AlertLevel.none, !hears, positions.map({ $0.sigma > Self.sharp }) ?? true { return }
        _ = engine.observe(
            posterior,
            at: moment,
            isSilence: isSilence,
            thresholds: item.thresholds,
            policy: item.policy,
            of: item.device,
            now: moment
        )
    }

    /// Whether what is known of this one is young enough to say something of the item's last fix.
    func counts(for fix: Fix?, at now: Timestamp) -> Bool {
        guard let newest = [told, heard].compactMap(\.self).max() else { return false }
        return (fix?.time ?? now).seconds - newest.seconds <= ItemWatch.ownerFreshness
    }

    /// Whether it may be known soon that the item was with this one when it was too far from its owner: within
    /// `warning` metres, or surely away from the probability `raise`.
    func isAwaited(since moment: Timestamp, warning: Double, raise: Double, at now: Timestamp) -> Bool {
        guard let told, let usual else { return false }
        let patience = min(ItemWatch.ownerFreshness, max(Self.leastPatience, Self.patience * usual))
        guard now.seconds - told.seconds <= patience else { return false }
        // What was told since then leaves it open.
        if told >= moment { return posterior.map { $0.probability(beyond: warning) < raise } ?? false }
        return reach.map { $0.distance - 2 * $0.sigma <= warning } ?? false
    }
}
