public import Settings
public import Tracking

/// One way to tell somebody.
public struct ChannelConfiguration: Hashable, Sendable {
    /// What it is called.
    public var name: Name
    public var kind: Kind
    public var audience: Audience = Audience()
    /// Whether of several notices of one episode that wait only the newest is told.
    public var isBrief: Bool = false
    /// How long something is tried before it is given up.
    public var giveUpAfter: Duration = .seconds(86_400)
    /// How often a critical alert that nobody has acknowledged is told again; nil for never.
    public var repeatEvery: Duration?
    /// Why this process cannot use it: a secret of it is a credential of the service; nil when it can.
    public internal(set) var withheld: SettingsError?

    /// Whether it is told what somebody has done with a reminder: where everything is told, and where one that is shown is
    /// taken back.
    var hearsAnswers: Bool {
        if case .desktop = kind { return true }
        return !isBrief
    }
}
