/// A tag in Apple's Find My network: manufacturer data of Apple, `12`, length, status, key.
///
/// Find My Network Accessory Specification, section 5: 25 bytes while it is away from its owner, 2 while it is near.
public struct FindMyFrame: Hashable, Sendable {
    public var isSeparated: Bool
    public var kind: Kind
    /// Per cent: 100, 50, 20 or 5.
    ///
    /// Devices that are no tags send 100, whatever they have.
    public var battery: Int

    /// What sends the frame: bits 4 and 5 of the status.
    ///
    /// As AirGuard reads them (seemoo-lab/AirGuard, `DeviceManager.kt`). Tags that people make themselves, such as
    /// OpenHaystack's, send a status of 0: they look like a device.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A phone, a tablet, a watch or a computer.
        case device
        case airTag = "airtag"
        /// A tag of another maker.
        case accessory
        /// AirPods and headphones of Beats.
        case headphones
    }

    /// Reads the data behind the company's number; nil for anything else.
    public init?(_ data: [UInt8]) {
        guard data.count >= 3, data[0] == 0x12, Int(data[1]) == data.count - 2 else { return nil }
        switch data[1] {
        case 0x19: isSeparated = true
        case 0x02: isSeparated = false
        default: return nil
        }
        kind = Kind.allCases[Int(data[2] >> 4 & 0x03)]
        battery = BatteryStep.percent[Int(data[2] >> 6)]
    }
}

/// Four steps of a battery as a percentage; the numbers are our choice.
enum BatteryStep {
    /// Full, medium, low, nearly empty.
    static let percent = [100, 50, 20, 5]
}
