/// What a tracker says, over whichever link it has.
public enum Uplink: Hashable, Sendable {
    /// A position, and when it was sent by the tracker's own clock.
    case fix(TrackerFix, sent: Timestamp)
    case reported(ReportedState)
    case result(CommandResult)
}

/// What a tracker is told, over whichever link it has.
public enum Downlink: Hashable, Sendable {
    /// The owner was here.
    case reference(Reference)
    case desired(DesiredState)
    case command(Command)
    /// Every fix of this boot up to this one is in the store.
    case stored(FixMark)
}
