import Alerts
import Messages
import Ranging
import Store
import Tracking

/// What the history service knows of a tracker while it runs.
struct TrackerState: Sendable {
    var watch: ScaledWatch
    /// Its thresholds where its rules name none.
    let thresholds: Thresholds
    var item: String
    var activeMode: Mode?
    var battery: Int?
    /// The gateway that relayed the last fix; nil for one that came over the tracker's own modem.
    var gateway: Name?
    /// The gateway that has it, as far as is known: the last one that relayed a fix, or took the tag to be its own.
    var keeper: Name?
    /// Whether it was last said to be there.
    var isOnline = false
    /// Whether the keeper only follows from what was known before the service began.
    var isKeeperGuessed = false
    /// The engine as it was last saved.
    var savedEngine: AlertEngine?
    /// What the tracker should be, without the reference, as it was last saved.
    var desired: DesiredState?
    /// The same as it was last heard, whole.
    var wish: Kept<DesiredState>?
    /// The keys of its rules that are not ours, for who rewrites them.
    var foreignRules: [ExtraKey] = []
    /// What it says it is.
    var reported: ReportedState?
    /// What Home Assistant was last told of it.
    var announced: DiscoveryMessage? {
        get { announcement.first }
        set { announcement = newValue.map { [$0] } ?? [] }
    }
    /// Apart, as many a service tells Home Assistant nothing.
    private var announcement: [DiscoveryMessage] = []

    /// In which room it is.
    var rooms = RoomChoice()

    /// How often it was asked where it is, and did not answer.
    var requests = LocationRequests()

    /// What was last published as state, and when.
    var shown: Shown?
    /// Something happened since.
    var hasFreshState = false
    /// The running batch has changed something.
    var isTouched = false

    /// The boot whose fixes come in, and what its tracker has been told of them.
    var boot: UInt32?
    /// Earlier boots whose tracker is still to be told.
    var earlierBoots: Set<UInt32> = []
    var storedAt: Timestamp?
    var owesStored = false
    var isBacklog = false
    var hurriesStored = false

    /// What was told, as far as what there is to tell is held against it: a whole state is twice as large.
    struct Shown: Hashable, Sendable {
        let state: Told
        let at: Timestamp

        struct Told: Hashable, Sendable {
            let level: Level
            let activeMode: Mode?
            let waitingFor: Awaited?
            let item: String
            let episode: String?
            let place: String?
            let room: String?
            let with: Name?
            let unreachableSince: Timestamp?
            let thresholds: Thresholds?
            let lost: LostMark?
        }

        init(_ state: StateMessage, at time: Timestamp) {
            at = time
            self.state = Told(
                level: state.level,
                activeMode: state.activeMode,
                waitingFor: state.waitingFor,
                item: state.item,
                episode: state.episode,
                place: state.place,
                room: state.room,
                with: state.with,
                unreachableSince: state.unreachableSince,
                thresholds: state.thresholds,
                lost: state.markedLost
            )
        }
    }

    init(watch: ItemWatch, item: String, scale: TimeScale = .real) {
        self.watch = ScaledWatch(watch, scale: scale)
        self.item = item
        thresholds = watch.thresholds
    }

    /// A fix of this name is stored, and the tracker is to be told.
    mutating func owes(_ mark: FixMark, isBacklog isOld: Bool) {
        if let boot, boot != mark.boot {
            earlierBoots.insert(min(boot, mark.boot))
            hurriesStored = true
        }
        boot = max(boot ?? 0, mark.boot)
        owesStored = true
        // The first fresh fix after old ones: the backlog is drained.
        if isBacklog, !isOld { hurriesStored = true }
        isBacklog = isOld
    }

    /// Whether its state differs from what was told of it in what nobody should wait for.
    func hasChanged(at now: Timestamp) -> Bool {
        guard shown != nil else { return hasFreshState && watch.episode != nil }
        // Each part by itself: all of a state is copied for who holds it.
        if shown?.state.level != watch.level(at: now) || shown?.state.activeMode != activeMode { return true }
        if shown?.state.item != item || shown?.state.unreachableSince != requests.unreachableSince { return true }
        if shown?.state.place != watch.staying?.name.text || shown?.state.episode != watch.episode { return true }
        if shown?.state.room != rooms.room { return true }
        if shown?.state.with != watch.with || shown?.state.thresholds != watch.thresholds { return true }
        if shown?.state.lost != watch.lost { return true }
        return hasFreshState && shown?.state.waitingFor != watch.waiting(at: now)?.awaited
    }

    /// Whether its state is to be published from time to time, changed or not; with the milliseconds between two.
    func owesState(at now: Timestamp, every interval: Int64) -> Bool {
        guard hasFreshState, let at = shown?.at else { return hasFreshState }
        return now.isApart(watch.scale.wall(milliseconds: interval), from: at)
    }

    /// Whether the tracker is to be told now what is stored; with the milliseconds between two such words.
    func owesStored(at now: Timestamp, every interval: Int64) -> Bool {
        guard owesStored else { return false }
        guard let storedAt, !hurriesStored else { return true }
        return now.isApart(watch.scale.wall(milliseconds: interval), from: storedAt)
    }

    /// Whether its tracker can be told something: one that only says where it is, as a phone does, reads nothing.
    var isControllable: Bool {
        if wish != nil || reported != nil || isOnline { return true }
        return boot != nil || activeMode != nil || keeper != nil || watch.lastFix == nil
    }

    /// Its rules as they were last heard, whole.
    var rules: Kept<ItemRules> { Kept(watch.rules, extra: foreignRules) }

    /// Whether it is switched off, or its battery is as good as empty.
    var voice: Voice {
        if wish?.value.power == .off || reported?.power == .off { return .off }
        return battery.map { $0 <= Self.emptyBattery } ?? false ? .failing : .full
    }

    /// Per cent of charge at which a tracker may fall silent at any moment; our choice.
    private static let emptyBattery = 5

    /// Whether the gateway is all that tells of the tracker.
    func isHeard(by gateway: Name) -> Bool { self.gateway == gateway && activeMode == .bluetooth && !watch.isUnheard }

    /// After a restart: a level that was told to be unknown while the fixes were fresh was so for want of ears.
    mutating func resumeUnheard() {
        guard let shown, shown.state.level == .unknown, gateway != nil, activeMode == .bluetooth,
            watch.level(at: shown.at) != .unknown
        else { return }
        watch.becomeUnheard()
    }
}

/// What is asked or told of each tracker with each of its fixes. All of it changes the tracker in name only, where it does
/// not in fact: whoever is asked in an array is copied for that, and a tracker has two dozen references.
extension TrackerState {
    /// What is to be published of it.
    struct Owed {
        var hasChanged: Bool
        var owesState: Bool
        var owesStored: Bool
    }

    /// What is to be published of it at a moment, with the milliseconds between two of its states, and of what is stored.
    mutating func owed(at now: Timestamp, stateEvery: Int64, storedEvery: Int64) -> Owed {
        let hasChanged = hasChanged(at: now)
        return Owed(
            hasChanged: hasChanged,
            owesState: !hasChanged && owesState(at: now, every: stateEvery),
            owesStored: owesStored(at: now, every: storedEvery)
        )
    }

    /// Whether time alone has changed something that nobody should wait for.
    mutating func isNews(at now: Timestamp) -> Bool {
        // Most are in no room.
        if rooms.room != nil, rooms.age(at: now) { return true }
        return hasChanged(at: now)
    }

    /// Whether its level, or what was held back of it, is to be looked at by now.
    mutating func isDue(at now: Timestamp) -> Bool { watch.owesReview(at: now) }

    /// Notes how it was when it told where it is; an older fix says nothing of how the tracker is now.
    mutating func adopt(_ stored: borrowing StoredFix) {
        if let last = watch.lastTime, last > stored.fix.time { return }
        if let battery = stored.battery { self.battery = battery }
        if let mode = stored.mode { activeMode = mode }
        gateway = stored.gateway
        if stored.gateway != nil { (keeper, isKeeperGuessed) = (gateway, false) }
    }

    /// Takes in that the owner has moved: the change of level, and whether there is news besides.
    mutating func ownerMoved(_ owner: PositionTrack, now: Timestamp) -> (change: AlertChange?, isNews: Bool) {
        let isSettled = watch.isSettled
        let before = watch.waiting(at: now)?.awaited
        let change = watch.ownerMoved(owner, now: now)
        return (change, !isSettled || watch.waiting(at: now)?.awaited != before)
    }

    /// What its engine knows, where that is not saved yet.
    mutating func unsavedEngine() -> AlertEngine? {
        let engine = watch.engine
        return engine == savedEngine ? nil : engine
    }
}
