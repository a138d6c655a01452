internal import Ranging
public import Tracking

/// A tracker's life, as a pure state machine: events and time in, actions out.
///
/// It knows its own position, the owner's position as it was last told, its links and its battery, nothing else.
public struct Firmware: Sendable {
    /// Where a tracker is in its life.
    public enum Life: Hashable, Sendable {
        /// Without power.
        case off
        /// Without an owner.
        case factoryNew
        /// Bound to an owner and at rest: it listens, but neither locates nor reports.
        case registered
        /// Locating and reporting.
        case active
    }

    public let parameters: FirmwareParameters
    public internal(set) var life: Life = .off

    // What survives a restart.
    public internal(set) var owner: Name?
    /// What the owner's gateway told on binding it over Bluetooth; nil for a tracker that was bound otherwise.
    public internal(set) var registration: Registration?
    public internal(set) var desired: DesiredState
    public internal(set) var boot: UInt32 = 0
    public internal(set) var ring: FixRing
    /// The ids of the last commands.
    var obeyed: [String] = []

    // What a restart forgets.
    public internal(set) var pending: Pending?
    public internal(set) var mode: Mode = .off
    public internal(set) var lastFix: Fix?
    public internal(set) var reference: Reference?
    var referenceLeap = Leap()
    var fixLeap = Leap()
    /// Until when it reports more often, for its owner has just gone.
    var confirmsUntil: Timestamp?
    /// Whether there was a gateway, and there is none now.
    var hasLostLink = false
    /// Whether the mode has followed the distance to the owner before.
    var hasDecided = false
    /// Where it was lately.
    var way = PositionTrack(capacity: 8)
    /// Whether the next fix is to be kept whenever it comes: a reference may be of the moment before it.
    var owesSpot = false
    /// The distance at the moment of the reference, once the tracker knows where it was then.
    var meeting: Gap?
    /// What was heard of the gateway that the owner carries; nil while it never was.
    var signal: OwnerSignal?
    /// Whether it moves, as far as it feels; a tracker that feels nothing holds that it does.
    var isMoving = true
    var stillSince: Timestamp?
    var receiver = Receiver()
    public internal(set) var battery: Int = 100
    public internal(set) var isRinging = false
    var bluetoothUp = false
    var cellularUp = false
    var gnssOn = false
    var modemOn = false
    var lastReport: Timestamp?
    var noFixSince: Timestamp?
    var unlinkedSince: Timestamp?
    var ringUntil: Timestamp?
    /// Commands to locate that wait for a position.
    var asked: [Asked] = []
    var results: [CommandResult] = []
    var reported: ReportedState?

    struct Asked: Hashable, Sendable {
        var id: String
        var until: Timestamp
    }

    /// A tracker from the factory, or one that is bound already.
    ///
    /// - Parameters:
    ///   - parameters: Of its model.
    ///   - owner: Whose it is, where it was bound otherwise than by a registration.
    ///   - registration: By which it was bound over Bluetooth, as far as it was.
    ///   - desired: What it follows.
    ///   - boot: How often it has been started before.
    public init(
        parameters: FirmwareParameters,
        owner: Name? = nil,
        registration: Registration? = nil,
        desired: DesiredState = DesiredState(version: 0),
        boot: UInt32 = 0
    ) {
        self.boot = boot
        self.parameters = parameters
        self.owner = registration?.owner ?? owner
        self.registration = registration
        self.desired = desired
        ring = FixRing(capacity: parameters.ringCapacity)
    }

    /// Seconds between two reports, as it stands.
    public var reportEvery: Int {
        desired.reportEvery ?? (mode == .bluetooth ? parameters.bluetoothReportEvery : parameters.cellularReportEvery)
    }

    /// Seconds between two reports at a moment: fewer for a while after the owner has gone, for between houses one
    /// position is no proof.
    func interval(at now: Timestamp) -> Int {
        guard let until = confirmsUntil, now < until else { return reportEvery }
        return min(reportEvery, parameters.confirmEvery)
    }

    /// Lets an event happen and appends what the tracker does in answer.
    public mutating func handle(_ event: FirmwareEvent, at now: Timestamp, _ actions: inout [FirmwareAction]) {
        if life == .off {
            // Without power only power matters.
            guard event == .start else { return }
            start()
            return reconcile(at: now, &actions)
        }
        switch event {
        case .start:
            switchOff(&actions)
            start()
        case .stop: switchOff(&actions)
        case .register(let name): register(name)
        case .registrationRequested(let registration): request(registration, at: now)
        case .registrationConfirmed: confirm(at: now)
        case .factoryReset: unregister()
        case .alert(let on):
            if on { sound(at: now, &actions) } else { ringUntil = now }
        case .fix(let fix): located(fix, at: now)
        case .noFix:
            noFixSince = noFixSince ?? now
            passSavingTime(at: now)
        case .motion(let moving): felt(moving: moving, at: now)
        case .heard(let rssi):
            // Each advertisement is one: nothing else is looked at before the next tick.
            guard parameters.saving != nil else { return }
            if signal == nil { signal = OwnerSignal(rssi, at: now) } else { signal?.hear(rssi, at: now) }
            return
        case .link(let link, let up): changed(link, up: up)
        case .received(let downlink): received(downlink, at: now, &actions)
        case .battery(let percent): battery = min(100, max(0, percent))
        case .tick: passSavingTime(at: now)
        }
        reconcile(at: now, &actions)
    }

    /// Lets an event happen and answers with what the tracker does.
    public mutating func handle(_ event: FirmwareEvent, at now: Timestamp) -> [FirmwareAction] {
        var actions: [FirmwareAction] = []
        handle(event, at: now, &actions)
        return actions
    }
}

/// When the modem is on; between exchanges it sleeps by itself, as the network has granted it.
extension Firmware {
    /// Whether the modem is needed: away from the owner, or to be reached at all, or because a fix has waited too long
    /// for a gateway; then until there is one, for to register with the network anew costs more than to stay.
    mutating func wantsModem(at now: Timestamp) -> Bool {
        guard owner != nil, mayUseModem else { return false }
        if bluetoothUp {
            unlinkedSince = nil
        } else if unlinkedSince == nil, !ring.isEmpty || life != .active {
            unlinkedSince = now
        }
        switch mode {
        case .cellular: return true
        case .off: return life == .registered && !bluetoothUp
        case .bluetooth:
            guard desired.mode != .bluetooth, let since = unlinkedSince else { return false }
            if modemOn { return true }
            return now.milliseconds - since.milliseconds >= Int64(parameters.fallbackAfter) * 1000
        }
    }

    /// Whether the modem has a broker to reach: who was told of none has none.
    var mayUseModem: Bool { registration.map { $0.broker != nil } ?? true }
}
