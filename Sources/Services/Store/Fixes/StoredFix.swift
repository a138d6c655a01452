public import Tracking

/// A fix with all that is kept of its message.
///
/// Stored in units of 1e-7 degrees, milliseconds, and tenths of a metre, of a kilometre an hour and of a degree: what
/// is read back is the nearest of these. A negative or unlike number (NaN) for accuracy counts as not told.
public struct StoredFix: Hashable, Sendable {
    public var device: DeviceID
    public var fix: Fix
    /// The number that our trackers give; nil for other devices, and 0/0 counts as nil.
    public var mark: FixMark?
    public var mode: Mode?
    public var source: FixSource?
    /// OwnTracks' `t`; cut to 64 characters, empty counts as nil.
    public var trigger: String?
    /// OwnTracks' `conn`; cut to 64 characters, empty counts as nil.
    public var connection: String?
    /// Per cent.
    public var battery: Int?
    /// The gateway that passed it on.
    public var gateway: Name?
    /// When it was sent, in whole seconds; nil where the device does not tell.
    public var sent: Timestamp?
    /// When it arrived.
    public var received: Timestamp
    /// Whether nothing could have come there so fast: then it says nothing of where the device is.
    public var isImplausible: Bool
    /// The JSON object of the keys that have no place above; one of more than ``longestExtra`` bytes is not kept.
    public var extra: [UInt8]?

    /// Bytes of keys without a place that are kept of a fix: many times what any known program sends.
    public static let longestExtra = 4096

    public init(
        device: DeviceID,
        fix: Fix,
        mark: FixMark? = nil,
        mode: Mode? = nil,
        source: FixSource? = nil,
        trigger: String? = nil,
        connection: String? = nil,
        battery: Int? = nil,
        gateway: Name? = nil,
        sent: Timestamp? = nil,
        received: Timestamp,
        isImplausible: Bool = false,
        extra: [UInt8]? = nil
    ) {
        self.device = device
        self.fix = fix
        self.mark = mark
        self.mode = mode
        self.source = source
        self.trigger = trigger
        self.connection = connection
        self.battery = battery
        self.gateway = gateway
        self.sent = sent
        self.received = received
        self.isImplausible = isImplausible
        self.extra = extra
    }
}

extension StoredFix {
    /// Whether a tracker of ours, or a gateway for it, has told it, and not a program that speaks OwnTracks only.
    public var isOfTracker: Bool { mark != nil || mode != nil || gateway != nil }
}
