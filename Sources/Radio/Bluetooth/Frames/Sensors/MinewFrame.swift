/// The sensors of a beacon of Minew: service data FFE1, `A1`, what follows, the battery in per cent.
///
/// Minew, "MiniBeaconPlus Configuration Instruction", section 2.2, and reelyactive/advlib-ble-services (`minew.js`): `08`
/// information, `01` temperature and humidity, `03` acceleration; numbers with eight bits behind the point.
public struct MinewFrame: Hashable, Sendable {
    /// Per cent.
    public var battery: Int
    /// Nil in a frame of information.
    public var telemetry: TagTelemetry?

    public static let service = BluetoothUUID(0xFFE1)

    /// Reads the service data; nil for anything else.
    public init?(_ data: [UInt8]) {
        guard data.count >= 9, data[0] == 0xA1, data[2] <= 100 else { return nil }
        battery = Int(data[2])
        switch data[1] {
        // The address, which is skipped, stands at the end of the two others.
        case 0x01 where data.count == 13:
            telemetry = TagTelemetry(temperature: data.fixed16(at: 3), humidity: data.fixed16(at: 5))
        case 0x03 where data.count == 15:
            telemetry = TagTelemetry(acceleration: .init([3, 5, 7].map { data.fixed16(at: $0) }))
        case 0x08: break
        default: return nil
        }
    }
}
