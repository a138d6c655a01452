/// The sensors of a beacon of KKM, also sold as BlueCharm's: service data FEAA, `21 01`, which sensors, their values.
///
/// As theengs/decoder reads it (`KKM_K6P_json.h`, `KKM_K9_json.h`, `BC08_json.h`): bit 0 the battery in mV, bit 1 the
/// temperature and bit 2 the humidity with eight bits behind the point, bit 3 the acceleration in three axes, in mg.
public struct KKMFrame: Hashable, Sendable {
    public var telemetry: TagTelemetry

    /// The one of Eddystone, whose frame types go on here.
    public static let service = EddystoneFrame.service

    /// Reads the service data; nil for anything else, and for sensors that are not known.
    public init?(_ data: [UInt8]) {
        guard data.count >= 3, data[0] == 0x21, data[1] == 0x01, data[2] & 0xF0 == 0, data[2] != 0 else { return nil }
        let sensors = data[2]
        let sizes = [2, 2, 2, 6].enumerated().map { sensors >> $0.offset & 1 == 1 ? $0.element : 0 }
        guard data.count == 3 + sizes.reduce(0, +) else { return nil }
        let offsets = sizes.indices.map { 3 + sizes[..<$0].reduce(0, +) }
        telemetry = TagTelemetry(
            batteryMillivolts: sizes[0] == 0 ? nil : Int(data.bigEndian16(at: offsets[0])),
            temperature: sizes[1] == 0 ? nil : data.fixed16(at: offsets[1]),
            humidity: sizes[2] == 0 ? nil : data.fixed16(at: offsets[2]),
            acceleration: sizes[3] == 0
                ? nil
                : .init((0..<3).map { Double(Int16(bitPattern: data.bigEndian16(at: offsets[3] + 2 * $0))) / 1000 })
        )
    }
}
