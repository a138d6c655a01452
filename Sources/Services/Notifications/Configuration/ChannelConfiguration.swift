public import Settings
public import Tracking

/// One way to tell somebody.
public struct ChannelConfiguration: Hashable, Sendable {
    /// What it is called.
    public var name: Name
    public var kind: Kind
    public var audience: Audience
    /// Whether of several notices of one episode that wait only the newest is told.
    public var isBrief: Bool
    /// How long something is tried before it is given up.
    public var giveUpAfter: Duration
    /// How often a critical alert that nobody has acknowledged is told again; nil for never.
    public var repeatEvery: Duration?
    /// Why this process cannot use it: a secret of it is a credential of the service; nil when it can.
    public internal(set) var withheld: SettingsError?

    public init(
        name: Name,
        kind: Kind,
        audience: Audience = Audience(),
        isBrief: Bool = false,
        giveUpAfter: Duration = .seconds(86_400),
        repeatEvery: Duration? = nil
    ) {
        self.name = name
        self.kind = kind
        self.audience = audience
        self.isBrief = isBrief
        self.giveUpAfter = giveUpAfter
        self.repeatEvery = repeatEvery
    }
}
