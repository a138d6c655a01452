/// How one of the gateway's Bluetooth adapters is.
public struct AdapterStatus: Hashable, Sendable {
    /// As the system calls it today, such as `hci0`.
    public var name: String
    public var address: BluetoothAddress
    public var health: AdapterHealth
    /// Why it does not scan and what to do about it, without a full stop; nil where there is nothing to say.
    public var reason: String?

    public init(name: String, address: BluetoothAddress, health: AdapterHealth, reason: String? = nil) {
        self.name = name
        self.address = address
        self.health = health
        self.reason = reason
    }
}

/// Whether an adapter hears what there is to be heard.
public enum AdapterHealth: String, Hashable, Sendable, CaseIterable {
    /// Without power, blocked, or gone.
    case off
    case starting
    case scanning
    /// It says that it scans, and hears nothing.
    case stalled
    /// It is being started again.
    case recovering

    /// Whether silence of a tag means anything.
    public var isTrustworthy: Bool { self == .scanning }
}
