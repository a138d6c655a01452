public import Tracking

/// A radio link of a tracker.
public enum Link: Hashable, Sendable, CaseIterable {
    /// To a gateway in reach.
    case bluetooth
    /// Through the modem to the broker.
    case cellular
}

/// Something that happens to a tracker.
public enum FirmwareEvent: Hashable, Sendable {
    /// Power is applied, or the processor starts again.
    case start
    /// Power is gone: the battery is empty or taken out.
    case stop
    /// An owner binds the tracker.
    case register(owner: Name)
    /// A gateway asks over Bluetooth to bind the tracker; ``Firmware/pending`` tells whether it does.
    case registrationRequested(Registration)
    /// The gateway has kept the answer: the binding holds.
    case registrationConfirmed
    /// Somebody holds the button until everything is forgotten.
    case factoryReset
    /// GNSS has a position.
    case fix(Fix)
    /// GNSS has seen too few satellites since the last tick.
    case noFix
    /// A link came up or went down.
    case link(Link, up: Bool)
    /// A gateway or the broker has told the tracker something.
    case received(Downlink)
    /// Somebody near who has a bond wants it to sound, or to be silent, whoever the owner is.
    case alert(Bool)
    /// Per cent, 0 to 100.
    case battery(Int)
    /// Time has passed.
    case tick
}

/// Something a tracker does.
public enum FirmwareAction: Hashable, Sendable {
    /// Switch the GNSS receiver.
    case gnss(on: Bool)
    /// Switch the modem: on, it attaches and connects to the broker.
    case modem(on: Bool)
    /// Sound the buzzer, or stop it.
    case ring(Bool)
    case send(Uplink, over: Link)
}

/// What does not change while a tracker lives.
public struct FirmwareParameters: Hashable, Sendable {
    public var model: String
    public var version: String
    /// Seconds between reports in Bluetooth mode when nobody told an interval.
    public var bluetoothReportEvery: Int
    /// Seconds between reports in cellular mode when nobody told an interval.
    public var cellularReportEvery: Int
    /// How many fixes the ring holds until they are stored.
    public var ringCapacity: Int
    /// Milliseconds after which an unanswered fix is sent again.
    public var resendAfter: Int64
    /// How many fixes may be on their way at once.
    public var window: Int
    /// Seconds without a position after which the last known one is reported.
    public var gnssTimeout: Int
    /// Seconds in Bluetooth mode without any gateway after which a waiting fix goes through the modem.
    public var fallbackAfter: Int
    /// Seconds after which the buzzer stops by itself.
    public var ringFor: Int
    /// Seconds after which a registration that nobody has confirmed is forgotten.
    public var confirmWithin: Int

    public init(
        model: String = "tagalong-t1",
        version: String = "1.0.0",
        bluetoothReportEvery: Int = 10,
        cellularReportEvery: Int = DesiredState.standardReportEvery,
        ringCapacity: Int = 10_000,
        resendAfter: Int64 = 15_000,
        window: Int = 256,
        gnssTimeout: Int = 90,
        fallbackAfter: Int = 120,
        ringFor: Int = 30,
        confirmWithin: Int = 30
    ) {
        self.model = model
        self.version = version
        self.bluetoothReportEvery = bluetoothReportEvery
        self.cellularReportEvery = cellularReportEvery
        self.ringCapacity = ringCapacity
        self.resendAfter = resendAfter
        self.window = window
        self.gnssTimeout = gnssTimeout
        self.fallbackAfter = fallbackAfter
        self.ringFor = ringFor
        self.confirmWithin = confirmWithin
    }
}
