/// Which radio a tracker reports over.
public enum Mode: String, Hashable, Sendable, CaseIterable {
    /// Near the owner: Bluetooth LE to a gateway.
    case bluetooth
    /// Away from the owner: the tracker's own modem.
    case cellular
    /// Switched off: it neither locates nor reports.
    case off
}

/// How a tracker chooses its mode.
public enum ModePolicy: String, Hashable, Sendable, CaseIterable {
    /// Bluetooth nearer than ``Mode/threshold`` to the owner, cellular farther.
    case auto
    case bluetooth
    case cellular
}

extension Mode {
    /// The distance to the owner, in metres, at which a tracker changes its radio.
    public static let threshold = 30.0
}

/// Whether a tracker is to work or to rest.
public enum Power: String, Hashable, Sendable, CaseIterable {
    case on, off
}
