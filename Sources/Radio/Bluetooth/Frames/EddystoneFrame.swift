/// A frame of an Eddystone beacon: service data FEAA; powers are those at no distance, in dBm.
public enum EddystoneFrame: Hashable, Sendable {
    /// Ten bytes of namespace and six of instance.
    case uid([UInt8], power: Int)
    case url(String, power: Int)
    case telemetry(TagTelemetry)
    /// Telemetry that only its owner can read.
    case encryptedTelemetry
    /// Eight bytes that change, and mean something to their owner only.
    case ephemeral([UInt8], power: Int)

    /// The kinds as a profile names them.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case uid, url, tlm, eid
    }

    public static let service = BluetoothUUID(0xFEAA)

    /// From no distance to a metre, in dB: the Eddystone specification.
    static let lossOverFirstMetre = 41

    /// Reads the service data; nil for anything else.
    public init?(_ data: [UInt8]) {
        guard data.count >= 2 else { return nil }
        let power = Int(Int8(bitPattern: data[1]))
        switch data[0] {
        // Two reserved bytes at the end, which some beacons leave out.
        case 0x00 where data.count == 18 || data.count == 20: self = .uid(Array(data[2..<18]), power: power)
        case 0x10:
            guard let url = EddystoneURL.text(data.dropFirst(2)) else { return nil }
            self = .url(url, power: power)
        case 0x20 where data.count == 14 && data[1] == 0: self = .telemetry(TagTelemetry(eddystone: data))
        case 0x20 where data.count == 18 && data[1] == 1: self = .encryptedTelemetry
        case 0x30 where data.count == 10: self = .ephemeral(Array(data[2...]), power: power)
        default: return nil
        }
    }

    public var kind: Kind {
        switch self {
        case .uid: .uid
        case .url: .url
        case .telemetry, .encryptedTelemetry: .tlm
        case .ephemeral: .eid
        }
    }

    /// RSSI at a metre in dBm; nil in telemetry.
    public var powerAtOneMetre: Int? {
        switch self {
        case .uid(_, let power), .url(_, let power), .ephemeral(_, let power): power - Self.lossOverFirstMetre
        case .telemetry, .encryptedTelemetry: nil
        }
    }
}

extension TagTelemetry {
    /// Fourteen bytes that have been checked; 0 mV and -128 °C stand for what is not measured.
    fileprivate init(eddystone data: [UInt8]) {
        let millivolts = Int(data.bigEndian16(at: 2))
        let temperature = Int16(bitPattern: data.bigEndian16(at: 4))
        self.init(
            batteryMillivolts: millivolts == 0 ? nil : millivolts,
            temperature: temperature == .min ? nil : Double(temperature) / 256,
            advertisements: data.bigEndian32(at: 6),
            uptime: .milliseconds(100 * Int64(data.bigEndian32(at: 10)))
        )
    }
}
