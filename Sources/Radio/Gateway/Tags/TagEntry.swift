public import Bluetooth
public import Messages
public import Tracking

/// A tag that is registered at a gateway: which thing it is tied to, and how it is found again.
public struct TagEntry: Hashable, Sendable {
    public var device: DeviceID
    public var item: ItemName
    public var identity: TagIdentity
    /// The identity address of its bond, or the address under which it was paired.
    public var address: BluetoothAddress?
    /// The address of the adapter that has the bond; nil for whichever hears it.
    public var adapter: BluetoothAddress?
    public var isBonded: Bool
    /// The name of its profile.
    public var profile: Name
    /// Measured for this very tag; goes before what the profile says.
    public var calibration: PathLoss?
    /// What somebody else has written about it, kept as it came.
    public var extra: [ExtraKey]

    public init(
        device: DeviceID,
        item: ItemName,
        identity: TagIdentity,
        address: BluetoothAddress? = nil,
        adapter: BluetoothAddress? = nil,
        isBonded: Bool = false,
        profile: Name,
        calibration: PathLoss? = nil,
        extra: [ExtraKey] = []
    ) {
        (self.device, self.item, self.identity, self.address) = (device, item, identity, address)
        (self.adapter, self.isBonded, self.profile) = (adapter, isBonded, profile)
        (self.calibration, self.extra) = (calibration, extra)
    }

    /// All by which an advertisement may name it.
    var names: [TagIdentity] {
        guard let address, identity != .address(address) else { return [identity] }
        return [identity, .address(address)]
    }
}

extension TagEntry {
    /// Reads a line of a registry.
    init(line: [UInt8]) throws(MessageError) {
        let kept = try Kept<TagRecord>(decoding: line)
        let record = kept.value
        guard !Topics.isReserved(record.owner) else {
            throw MessageError(.range, field: "owner", expected: "another name than alerts or gateway")
        }
        guard let identity = TagIdentity(record.identity) else {
            let expected = "an address, or what begins with ibeacon:, eddystone:, tagalong:, findmy:, fmdn: or irk:"
            throw MessageError(.range, field: "identity", expected: expected, found: "\"\(record.identity)\"")
        }
        self.init(
            device: DeviceID(owner: record.owner, device: record.device),
            item: record.item,
            identity: identity,
            address: try Self.address(record.address, "address"),
            adapter: try Self.address(record.adapter, "adapter"),
            isBonded: record.isBonded,
            profile: record.profile,
            extra: kept.extra
        )
        if let power = record.power, let exponent = record.exponent, let sigma = record.sigma {
            calibration = PathLoss(powerAtOneMetre: power, exponent: exponent, sigma: sigma)
        }
    }

    private static func address(_ text: String?, _ field: String) throws(MessageError) -> BluetoothAddress? {
        guard let text else { return nil }
        guard let address = BluetoothAddress(text) else {
            throw MessageError(.range, field: field, expected: "six pairs of digits", found: "\"\(text.prefix(40))\"")
        }
        return address
    }

    /// The entry as a line of a registry, without its end.
    var line: [UInt8] {
        var record = TagRecord(
            owner: device.owner,
            device: device.device,
            item: item,
            identity: identity.text,
            address: address.map { "\($0)" },
            adapter: adapter.map { "\($0)" },
            isBonded: isBonded,
            profile: profile
        )
        record.power = calibration?.powerAtOneMetre
        record.exponent = calibration?.exponent
        record.sigma = calibration?.sigma
        return Kept(record, extra: extra).encoded()
    }
}
