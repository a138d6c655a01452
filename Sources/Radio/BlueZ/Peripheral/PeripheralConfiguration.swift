public import Bluetooth

/// How a ``BlueZPeripheral`` shows itself and lets itself be paired.
public struct PeripheralConfiguration: Sendable {
    /// How a central and the tag find out that nobody stands between them.
    public enum PairingMethod: String, Hashable, Sendable, CaseIterable {
        /// Both show six digits and somebody compares them.
        case compare
        /// The tag can neither show nor ask anything: the bond is encrypted, but not proven.
        case justWorks = "just-works"

        /// As bluetoothd calls it.
        var capability: String {
            switch self {
            case .compare: "DisplayYesNo"
            case .justWorks: "NoInputNoOutput"
            }
        }
    }

    /// The adapter's name, such as `hci0`, or its address.
    public var adapter: String
    /// What it says to everybody; legacy advertisements hold 31 bytes, and as many in the answer to a scan.
    public var advertisement: Advertisement
    /// What it looks like, by its assigned number; 0x0200 is a tag.
    public var appearance: UInt16?
    public var pairing: PairingMethod
    /// The least time between two values told to a central.
    ///
    /// BlueZ on the other side keeps one value a characteristic: what follows at once replaces it unread.
    public var pace: Duration
    /// How long a central may take to confirm an indication: the attribute protocol's own limit, and a little more.
    public var confirmTimeout: Duration
    /// How long bluetoothd may take to answer.
    public var requestTimeout: Duration
    /// Between two attempts to register.
    public var retryAfter: Duration

    public init(
        adapter: String,
        advertisement: Advertisement,
        appearance: UInt16? = nil,
        pairing: PairingMethod = .compare,
        pace: Duration = .milliseconds(20),
        confirmTimeout: Duration = .seconds(31),
        requestTimeout: Duration = .seconds(30),
        retryAfter: Duration = .seconds(2)
    ) {
        self.adapter = adapter
        self.advertisement = advertisement
        self.appearance = appearance
        self.pairing = pairing
        self.pace = pace
        self.confirmTimeout = confirmTimeout
        self.requestTimeout = requestTimeout
        self.retryAfter = retryAfter
    }
}
