internal import Bluetooth

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
    /// How often it would like to meet its central; nil leaves that to the central.
    public var preferredParameters: ConnectionParameters?
    /// Whether it tells which features of the attribute protocol it has, as a stack of Bluetooth 5.2 does.
    public var tellsServerFeatures = false
    /// How many centrals may be connected at once, at least 1: while fewer are, the tag goes on advertising.
    public var linkLimit = 1

    public init(
        name: String,
        appearance: UInt16 = 512,
        mtu: Int = 517,
        addressInterval: Duration? = nil,
        security: SecuritySettings = SecuritySettings(),
        preferredParameters: ConnectionParameters? = nil
    ) {
        self.name = name
        self.appearance = appearance
        self.mtu = mtu
        self.addressInterval = addressInterval
        self.security = security
        self.preferredParameters = preferredParameters
    }
}

extension AttributeDatabase {
    /// The attributes of a tag that presents itself so.
    init(_ settings: HostSettings, services: [LocalService]) {
        self.init(
            name: settings.name,
            appearance: settings.appearance,
            parameters: settings.preferredParameters,
            tellsFeatures: settings.tellsServerFeatures,
            services: services
        )
    }
}
