import Bluetooth
import Tracking

/// Keeps one adapter scanning: what bluetoothd tells goes in, what to ask of it comes out.
///
/// The handling of its failures follows what bleak and habluetooth have learnt.
struct AdapterSupervisor {
    /// What happens to the adapter.
    enum Event: Hashable, Sendable {
        /// It is there: at the start, plugged in, or after bluetoothd has come back.
        case appeared(isPowered: Bool)
        /// It was unplugged, or bluetoothd is gone.
        case vanished
        case powered(Bool)
        case discovering(Bool)
        /// Any sign of an advertisement.
        case heard
        /// A link over it stands: it works, whether or not anything advertises.
        case linked
        /// The time given by ``Action/wake(at:)`` has come.
        case tick
        /// StartDiscovery was answered.
        case started
        case startFailed(StartFailure)
        /// StopDiscovery was answered, with success or not: a session that is not there needs no stopping.
        case stopped
        case powerAnswered(PowerAnswer)
        /// Somebody wants to connect: a controller that scans seldom succeeds in that.
        case paused
        case resumed
    }

    /// Why bluetoothd does not start to scan.
    enum StartFailure: Hashable, Sendable { case inProgress, notReady, failed, unknownObject, other }

    /// What became of switching the adapter on or off.
    enum PowerAnswer: Hashable, Sendable {
        case done, blocked, failed
        /// It was left on, because others have links over it that would break.
        case shared
    }

    /// What to do.
    enum Action: Hashable, Sendable {
        /// Set the filter and start discovery.
        case start
        case stop
        case setPower(Bool)
        /// Send ``Event/tick`` then; this replaces an earlier time.
        case wake(at: Timestamp)
        case report(AdapterHealth)
        /// The adapter does not scan: who paused it may go on.
        case quiet
    }

    /// What follows once scanning has stopped.
    enum AfterStop: Hashable { case start(attempt: Int), pause }

    enum State: Hashable {
        case absent
        /// Without power: switched off by somebody, or refused to us, which is tried again.
        case off(triesAgain: Bool)
        case poweringOn
        case starting(attempt: Int)
        case waiting(attempt: Int, until: Timestamp)
        case stopping(AfterStop)
        case cyclingOff(attempt: Int)
        case cyclingOn(attempt: Int)
        case scanning
        case paused(since: Timestamp)
    }

    static let checkEvery = Duration.seconds(30)
    static let patience = Duration.seconds(90)
    static let longestPatience = Duration.seconds(900)
    static let attempts = 4
    static let restAfterAttempts = Duration.seconds(60)
    static let waitForObject = Duration.milliseconds(1500)
    static let longPause = Duration.seconds(5)

    /// Whether an adapter that is found off is switched on; else it stays so until somebody switches it on.
    var switchesOn = false
    var state = State.absent
    var health = AdapterHealth.off
    var isPaused = false
    var lastHeard = Timestamp(milliseconds: 0)
    /// When a link over it was last seen to stand.
    var lastLinked: Timestamp?
    /// How often in a row nothing was heard for as long as ``currentPatience``.
    var silences = 0
    /// Whether nothing was heard since a silence in which a link stood: the scan may be dead, and no power cycle tells.
    var isDoubted = false
    /// The devices heard last, and how often something is heard, each second.
    var devices = RecentDevices()
    var rate = 0.0
    /// The longest pause between two, in seconds; those of long ago count little.
    var longestPause = 0.0
    /// Whether the scan was begun since something was heard last; nothing is proven by doing so again.
    var hasProbed = true
    /// Whether the scan is being begun anew to see whether the adapter answers.
    var isProbing = false
    /// Whether many devices fell silent at once, and none was heard since.
    var fellSilent = false
    /// When the scan was begun last.
    var begunAt = Timestamp(milliseconds: 0)
    var probedAt: Timestamp?
    /// What is to be told of the scan, and when it was told last that something was heard.
    var proof: ScanProof?
    var toldHeard: Timestamp?

    /// Whether a link over it stands, or did a moment ago.
    func hasLink(at now: Timestamp) -> Bool { lastLinked.map { $0.duration(to: now) < Self.patience } ?? false }

    /// How long silence is believed: longer once even a power cycle has changed nothing, as in an empty room.
    var currentPatience: Duration { min(Self.patience * (1 << min(max(silences - 1, 0), 8)), Self.longestPatience) }

    /// The growing pause after a start that failed.
    static func pause(afterAttempt attempt: Int) -> Duration { .seconds(1 << min(attempt - 1, 4)) }
}

/// The steps that events have in common.
extension AdapterSupervisor {
    /// Starts to scan, unless somebody wants a pause.
    mutating func begin(attempt: Int, _ now: Timestamp, _ actions: inout [Action]) {
        guard isPaused else {
            state = .starting(attempt: attempt)
            return actions.append(.start)
        }
        state = .paused(since: now)
        actions += [.quiet, .wake(at: now.advanced(by: Self.longPause))]
    }

    mutating func stop(then next: AfterStop, _ actions: inout [Action]) {
        state = .stopping(next)
        actions.append(.stop)
    }

    mutating func wait(_ pause: Duration, attempt: Int, _ now: Timestamp, _ actions: inout [Action]) {
        guard !isPaused else { return begin(attempt: 1, now, &actions) }
        let until = now.advanced(by: pause)
        state = .waiting(attempt: attempt, until: until)
        actions.append(.wake(at: until))
    }

    mutating func cyclePower(attempt: Int, _ actions: inout [Action]) {
        state = .cyclingOff(attempt: attempt)
        actions.append(.setPower(false))
    }

    /// The adapter cannot be used for now; who waits for silence has it.
    mutating func endUp(_ end: State, _ actions: inout [Action]) {
        state = end
        report(.off, &actions)
        if isPaused { actions.append(.quiet) }
    }

    mutating func report(_ health: AdapterHealth, _ actions: inout [Action]) {
        guard health != self.health else { return }
        self.health = health
        actions.append(.report(health))
    }
}
