/// A RuuviTag: manufacturer data 0499, format 5, 24 bytes, the highest byte of a number first.
///
/// Ruuvi's sensor protocols, "Data format 5 (RAWv2)"; the highest value of a number, or the lowest of a signed one, stands
/// for what is not measured.
public struct RuuviFrame: Hashable, Sendable {
    public var telemetry: TagTelemetry

    /// Ruuvi's assigned number.
    public static let company: UInt16 = 0x0499

    /// Reads the data behind the company's number; nil for anything else.
    public init?(_ data: [UInt8]) {
        guard data.count == 24, data[0] == 5 else { return nil }
        let power = data.bigEndian16(at: 13)
        // Eleven bits of voltage above 1600 mV, then five of transmission power.
        let voltage = Int(power >> 5)
        let axes = [7, 9, 11].compactMap { data.signed16(at: $0) }
        telemetry = TagTelemetry(
            batteryMillivolts: voltage == 2047 ? nil : 1600 + voltage,
            temperature: data.signed16(at: 1).map { Double($0) * 0.005 },
            humidity: data.unsigned16(at: 3).map { Double($0) * 0.0025 },
            pressure: data.unsigned16(at: 5).map { Double($0 + 50_000) / 100 },
            acceleration: .init(axes.map { Double($0) / 1000 })
        )
    }
}

extension [UInt8] {
    /// A number of two bytes; nil for the lowest, which stands for none.
    func signed16(at offset: Int) -> Int? {
        let number = Int16(bitPattern: bigEndian16(at: offset))
        return number == .min ? nil : Int(number)
    }

    /// A number of two bytes; nil for the highest, which stands for none.
    func unsigned16(at offset: Int) -> Int? {
        let number = bigEndian16(at: offset)
        return number == .max ? nil : Int(number)
    }

    /// A number of two bytes with eight bits behind the point.
    func fixed16(at offset: Int) -> Double { Double(Int16(bitPattern: bigEndian16(at: offset))) / 256 }
}
