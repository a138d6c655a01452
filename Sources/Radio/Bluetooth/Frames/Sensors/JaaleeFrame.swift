/// A thermometer of Jaalee: an iBeacon whose major and minor are its values, with the battery behind the power.
///
/// As theengs/decoder reads it (`JAALEE_json.h`).
public struct JaaleeFrame: Hashable, Sendable {
    public var telemetry: TagTelemetry
    /// Per cent.
    public var battery: Int

    /// `02 15` and the UUID of all its beacons.
    static let mark: [UInt8] = [
        0x02, 0x15, 0xEB, 0xEF, 0xD0, 0x83, 0x70, 0xA2, 0x47, 0xC8, 0x98, 0x37, 0xE7, 0xB5, 0x63, 0x4D, 0xF5, 0x25,
    ]

    /// Reads the data behind Apple's number; nil for anything else.
    public init?(_ data: [UInt8]) {
        guard data.count == 24, data.starts(with: Self.mark), data[23] <= 100 else { return nil }
        battery = Int(data[23])
        telemetry = TagTelemetry(
            // As the sensor inside, a SHT3x, gives them.
            temperature: Double(data.bigEndian16(at: 18)) * 175 / 65_535 - 45,
            humidity: Double(data.bigEndian16(at: 20)) * 100 / 65_535
        )
    }
}
