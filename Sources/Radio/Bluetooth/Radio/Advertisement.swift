/// What a tag says of itself to everybody.
public struct Advertisement: Hashable, Sendable {
    /// What it calls itself, without blanks and control characters around it: many an iTag fills its name with blanks up
    /// to 16 letters.
    public var name: String? {
        didSet { name = name.map(Self.trimmed) }
    }
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
        self.name = name.map(Self.trimmed)
        self.services = services
        self.serviceData = serviceData
        self.manufacturerData = manufacturerData
        self.txPower = txPower
    }

    /// A name as names are compared and shown: nothing around it that cannot be seen.
    public static func trimmed(_ name: String) -> String {
        // A name that begins and ends with a letter, as nearly all do, is no work.
        guard let first = name.utf8.first, let last = name.utf8.last else { return name }
        guard isPadding(first) || isPadding(last) else { return name }
        let inner = name.utf8.drop(while: isPadding)
        guard let end = inner.lastIndex(where: { !isPadding($0) }) else { return "" }
        return String(name[inner.startIndex...end])
    }

    /// A blank or a control character of ASCII.
    private static func isPadding(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0x7F }
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
    /// Whether it stands for a report that has come in; else it only adds to what is known of one that was told.
    public var isReport: Bool
    /// What sort of address the tag's is; nil where that is not told.
    public var addressKind: AddressKind?

    public init(
        tag: BluetoothAddress,
        adapter: BluetoothAddress,
        advertisement: Advertisement,
        rssi: Int? = nil,
        isBonded: Bool = false,
        addressKind: AddressKind? = nil,
        isReport: Bool = true
    ) {
        self.isReport = isReport
        self.addressKind = addressKind
        self.tag = tag
        self.adapter = adapter
        self.advertisement = advertisement
        self.rssi = rssi
        self.isBonded = isBonded
    }
}
