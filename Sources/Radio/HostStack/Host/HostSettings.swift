/// How a tag presents itself.
public struct HostSettings: Hashable, Sendable {
    /// The name in the generic access service; what is over 248 bytes is cut off.
    public var name: String
    /// What kind of thing it is: Assigned Numbers, section 2.6; 512 is a generic tag.
    public var appearance: UInt16
    /// The longest attribute PDU that it takes: 23 to 517 bytes.
    public var mtu: Int
    /// How long a private address is used; nil: the tag always uses its identity address.
    public var addressInterval: Duration?
    public var security: SecuritySettings

    public init(
        name: String,
        appearance: UInt16 = 512,
        mtu: Int = 517,
        addressInterval: Duration? = nil,
        security: SecuritySettings = SecuritySettings()
    ) {
        self.name = name
        self.appearance = appearance
        self.mtu = mtu
        self.addressInterval = addressInterval
        self.security = security
    }
}
