public import Tracking

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
    /// Seconds between reports once the owner has gone by positions that err, and for how many seconds; our choice.
    public var confirmEvery = 20, confirmFor = 120
    /// Seconds after which the buzzer stops by itself.
    public var ringFor: Int
    /// Seconds after which a registration that nobody has confirmed is forgotten.
    public var confirmWithin: Int
    /// How a gateway's strength falls with distance where the tracker hears it.
    public var signal: SignalModel
    /// How the battery is spared; nil for a receiver that always runs and a modem that never sleeps.
    public var saving: PowerSaving?

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
        confirmWithin: Int = 30,
        signal: SignalModel = SignalModel(),
        saving: PowerSaving? = nil
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
        self.signal = signal
        self.saving = saving
    }
}
