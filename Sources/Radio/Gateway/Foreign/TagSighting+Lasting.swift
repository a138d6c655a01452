import Bluetooth

extension TagSighting {
    /// Whether it may be told to others: it is registered here, or what it is called by stays the same anyway.
    ///
    /// Of tags and phones that change their address so that nobody follows them nothing is told.
    var isLasting: Bool {
        if device != nil || isBonded { return true }
        guard !isInNetwork else { return false }
        return identity != .address(address) || lastingKind != nil
    }

    /// Of which kind its address is, as the radio tells, else by its bits; nil for one that changes, or may.
    var lastingKind: AddressKind? {
        guard let kind = addressKind ?? AddressKind(guessedFrom: address), !kind.rotates else { return nil }
        return kind
    }

    /// Whether it belongs to a network that rotates addresses, be they of the kind that stays.
    ///
    /// What else Apple's devices say is of phones, watches and headphones.
    private var isInNetwork: Bool {
        if isOfRotatingNetwork { return true }
        if let apple = advertisement.manufacturerData[IBeaconFrame.company], IBeaconFrame(apple) == nil { return true }
        if advertisement.manufacturerData[Self.microsoft]?.first == 0x01 { return true }
        if case .ephemeral? = advertisement.serviceData[EddystoneFrame.service].flatMap({ EddystoneFrame($0) }) {
            return true
        }
        return Self.networks.contains { advertisement.serviceData[$0] != nil }
    }

    /// Assigned Numbers, section 7.1; its beacons of devices begin with 01.
    private static let microsoft: UInt16 = 0x0006

    /// Exposure notification, DULT, SmartTag, Chipolo, and Google's Fast Pair and Nearby: Assigned Numbers, section 3.
    private static let networks =
        [0xFD6F, 0xFE2C, 0xFCF1, 0xFEF3].map { BluetoothUUID($0) } + [
            DULTFrame.service, SmartTagFrame.service, ChipoloFrame.service,
        ]
}
