/// What a tracker should be.
public struct DesiredState: Hashable, Sendable {
    /// Rises by one with every change but that of the reference.
    public var version: Int
    public var power: Power
    /// Seconds between reports, 1 to 86,400; nil leaves the tracker's own habit.
    public var reportEvery: Int?
    public var mode: ModePolicy
    public var reference: Reference?
    /// What the thing it is tied to is called; nil leaves the name as it is known.
    public var item: ItemName?
    /// Whether it has an owner; where not, it switches itself off and forgets the one it had.
    public var isRegistered: Bool

    /// The seconds between reports of a tracker that was told nothing else.
    public static let standardReportEvery = 600

    public init(
        version: Int = 1,
        power: Power = .on,
        reportEvery: Int? = nil,
        mode: ModePolicy = .auto,
        reference: Reference? = nil,
        item: ItemName? = nil,
        isRegistered: Bool = true
    ) {
        self.version = version
        self.power = power
        self.reportEvery = reportEvery
        self.mode = mode
        self.reference = reference
        self.item = item
        self.isRegistered = isRegistered
    }
}

/// What a tracker is, in its own words.
public struct ReportedState: Hashable, Sendable {
    /// The version of the desired state that it follows; 0 before the first.
    public var version: Int
    public var power: Power
    /// Seconds between reports.
    public var reportEvery: Int
    public var mode: ModePolicy
    public var firmware: String
    public var model: String
    public var boot: UInt32
    /// Per cent, 0 to 100; nil where nobody can tell, as of a tag that has no battery level to read.
    public var battery: Int?
    public var activeMode: Mode
    /// Whether it has an owner; where not, these are its last words to the one it had.
    public var isRegistered: Bool
    /// Whether it has a button whose presses its gateway tells.
    public var hasButton: Bool

    public init(
        version: Int,
        power: Power,
        reportEvery: Int,
        mode: ModePolicy,
        firmware: String,
        model: String,
        boot: UInt32,
        battery: Int?,
        activeMode: Mode,
        isRegistered: Bool = true,
        hasButton: Bool = false
    ) {
        self.version = version
        self.power = power
        self.reportEvery = reportEvery
        self.mode = mode
        self.firmware = firmware
        self.model = model
        self.boot = boot
        self.battery = battery
        self.activeMode = activeMode
        self.isRegistered = isRegistered
        self.hasButton = hasButton
    }
}

/// Something a tracker is asked to do once.
public struct Command: Hashable, Sendable {
    public enum Verb: String, Hashable, Sendable, CaseIterable {
        /// Report a position now.
        case locate
        case ring
        case stopRing = "stop-ring"
        /// Forget the owner.
        case unregister
    }

    /// Names the command in its result: 1 to 64 characters.
    public var id: String
    public var verb: Verb

    public init(id: String, verb: Verb) {
        self.id = id
        self.verb = verb
    }
}

/// What came of a command.
public struct CommandResult: Hashable, Sendable {
    public var id: String
    /// Why it was not done; nil when it was.
    public var error: String?

    public init(id: String, error: String? = nil) {
        self.id = id
        self.error = error
    }
}
