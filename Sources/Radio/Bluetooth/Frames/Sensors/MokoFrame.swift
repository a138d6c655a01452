/// The sensors of a beacon of MokoSmart, BeaconX Pro: service data FEAB.
///
/// As theengs/decoder reads it (`MBXPRO_json.h`): `40` information, `60` acceleration, of which only the voltage is
/// taken, `70` temperature and humidity in tenths; the voltage in mV.
public struct MokoFrame: Hashable, Sendable {
    public var telemetry: TagTelemetry

    public static let service = BluetoothUUID(0xFEAB)

    /// Reads the service data; nil for anything else.
    public init?(_ data: [UInt8]) {
        switch data.first {
        case 0x40 where (5...27).contains(data.count):
            telemetry = TagTelemetry(batteryMillivolts: Int(data.bigEndian16(at: 3)))
        case 0x60 where data.count == 21: telemetry = TagTelemetry(batteryMillivolts: Int(data.bigEndian16(at: 12)))
        case 0x70 where data.count == 16:
            telemetry = TagTelemetry(
                batteryMillivolts: Int(data.bigEndian16(at: 7)),
                temperature: Double(Int16(bitPattern: data.bigEndian16(at: 3))) / 10,
                humidity: Double(data.bigEndian16(at: 5)) / 10
            )
        default: return nil
        }
    }
}
