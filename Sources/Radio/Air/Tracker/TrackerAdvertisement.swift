public import Bluetooth
public import Tracking

/// What one of our trackers says of itself to everybody: who it could be, not whose it is.
public struct TrackerAdvertisement: Hashable, Sendable {
    public let advertisement: Advertisement
    /// Flags, service and power, as they travel: at most 31 bytes.
    public let bytes: [UInt8]
    /// The name, for whoever asks: at most 31 bytes.
    public let scanResponse: [UInt8]

    /// A tracker whose name has the last four digits of its number; the power is in dBm.
    public init(number: TrackerNumber, txPower: Int8) {
        let name = "Tagalong \(number.description.suffix(4))"
        advertisement = Advertisement(name: name, services: [TagalongService.uuid], txPower: Int(txPower))
        // Assigned numbers, section 2.3: LE only and generally discoverable; all 128-bit services; power.
        bytes =
            Self.structure(0x01, [0x06]) + Self.structure(0x07, TagalongService.uuid.littleEndian)
            + Self.structure(0x0A, [UInt8(bitPattern: txPower)])
        scanResponse = Self.structure(0x09, Array(name.utf8))
    }

    private static func structure(_ type: UInt8, _ data: [UInt8]) -> [UInt8] {
        [UInt8(clamping: data.count + 1), type] + data
    }
}
