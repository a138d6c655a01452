/// What an advertisement says once its sender's profile is known.
public struct Recognition: Hashable, Sendable {
    public var profile: TagProfile
    /// What stays the same while the address changes; nil when there is nothing but the address in this frame.
    ///
    /// An Eddystone beacon sends its UID and its telemetry in turns: an identity once heard from an address stays.
    public var identity: TagIdentity?
    /// Per cent, where the frame tells it; four steps of a frame are 100, 50, 20 and 5.
    public var battery: Int?
    /// Whether the tag is away from its owner; nil where the frame does not tell it.
    public var isSeparated: Bool?
    /// What sends the frame of Apple's network, where it is one.
    public var findMy: FindMyFrame.Kind?
    /// What the network counts up with each rotation; nil where it counts nothing.
    public var counter: UInt32?
    /// RSSI at a metre in dBm, where the frame tells it; goes before the profile's.
    public var referencePower: Int?
    public var telemetry: TagTelemetry?

    public init(profile: TagProfile) { self.profile = profile }

    /// Whether it is a tag; phones, watches and computers of Apple send frames like those of tags.
    public var isTag: Bool { findMy != .device }

    /// How distance follows from strength: the frame's power at a metre, else the profile's.
    public var pathLoss: PathLoss {
        var pathLoss = profile.pathLoss
        if let referencePower { pathLoss.powerAtOneMetre = Double(referencePower) }
        return pathLoss
    }
}
