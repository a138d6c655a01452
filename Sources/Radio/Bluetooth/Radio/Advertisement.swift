/// What a tag says of itself to everybody.
public struct Advertisement: Hashable, Sendable {
    public var name: String?
    public var services: Set<BluetoothUUID>
    public var serviceData: [BluetoothUUID: [UInt8]]
    /// By the company's assigned number.
    public var manufacturerData: [UInt16: [UInt8]]
    /// The power at which it is sent, in dBm.
    public var txPower: Int?

    public init(
        name: String? = nil,
        services: Set<BluetoothUUID> = [],
        serviceData: [BluetoothUUID: [UInt8]] = [:],
        manufacturerData: [UInt16: [UInt8]] = [:],
        txPower: Int? = nil
    ) {
        self.name = name
        self.services = services
        self.serviceData = serviceData
        self.manufacturerData = manufacturerData
        self.txPower = txPower
    }
}

/// A tag as one adapter notices it.
public struct Sighting: Hashable, Sendable {
    /// The tag's address: the identity address of a bonded tag, else the one it uses at this moment.
    public var tag: BluetoothAddress
    /// The address of the adapter.
    public var adapter: BluetoothAddress
    /// All that is known of what it advertises, not only what has come in last.
    public var advertisement: Advertisement
    /// The strength of this very report in dBm; nil when something else than the strength is new.
    public var rssi: Int?
    public var isBonded: Bool

    public init(
        tag: BluetoothAddress,
        adapter: BluetoothAddress,
        advertisement: Advertisement,
        rssi: Int? = nil,
        isBonded: Bool = false
    ) {
        self.tag = tag
        self.adapter = adapter
        self.advertisement = advertisement
        self.rssi = rssi
        self.isBonded = isBonded
    }
}
