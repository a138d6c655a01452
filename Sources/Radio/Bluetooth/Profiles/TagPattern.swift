/// Conditions on an advertisement, all of which hold for a tag of the profile.
public struct TagPattern: Hashable, Sendable {
    public var name: NameCondition?
    /// All of them are advertised.
    public var services: Set<BluetoothUUID>
    public var serviceData: DataCondition<BluetoothUUID>?
    /// By the company's assigned number.
    public var manufacturer: DataCondition<UInt16>?
    public var frame: FrameCondition?

    public init(
        name: NameCondition? = nil,
        services: Set<BluetoothUUID> = [],
        serviceData: DataCondition<BluetoothUUID>? = nil,
        manufacturer: DataCondition<UInt16>? = nil,
        frame: FrameCondition? = nil
    ) {
        (self.name, self.services, self.serviceData) = (name, services, serviceData)
        (self.manufacturer, self.frame) = (manufacturer, frame)
    }
}

/// What a tag's name has to be.
public struct NameCondition: Hashable, Sendable {
    /// The name, or its beginning.
    public var text: String
    public var isPrefix: Bool
    /// Whether capital and small letters of ASCII are the same.
    public var ignoresCase: Bool

    public init(_ text: String, isPrefix: Bool = false, ignoresCase: Bool = false) {
        (self.text, self.isPrefix, self.ignoresCase) = (text, isPrefix, ignoresCase)
    }
}

/// What the data under a UUID or a company has to be.
public struct DataCondition<Key: Hashable & Sendable>: Hashable, Sendable {
    public var key: Key
    /// What the data begins with.
    public var data: [UInt8]
    /// The bits of ``data`` that count, as many bytes.
    public var mask: [UInt8]
    /// How many bytes there have to be; nil for at least those of ``data``.
    public var length: Int?

    /// A mask that is shorter than the data is filled with ones; one that is longer is cut.
    public init(key: Key, data: [UInt8] = [], mask: [UInt8] = [], length: Int? = nil) {
        (self.key, self.data, self.length) = (key, data, length)
        self.mask = data.indices.map { $0 < mask.count ? mask[$0] : 0xFF }
    }
}

/// A known format, with what has to stand in it; nil for anything.
public enum FrameCondition: Hashable, Sendable {
    case iBeacon(uuid: BluetoothUUID? = nil, major: UInt16? = nil, minor: UInt16? = nil)
    case eddystone(EddystoneFrame.Kind? = nil, namespace: [UInt8]? = nil)
    case dult(network: UInt8? = nil)
    /// Of whichever company.
    case altBeacon
    case findMy(FindMyFrame.Kind? = nil)
    case fmdn
    case smartTag
    case chipolo
    /// Our own service is advertised.
    case tagalong
}
