/// The check sum of ZIP files (ISO 3309, reflected, 0xEDB88320).
struct CRC32: Sendable {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }

    private var state: UInt32 = .max

    mutating func add(_ bytes: [UInt8]) {
        let table = Self.table
        var state = state
        for byte in bytes { state = table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ state >> 8 }
        self.state = state
    }

    var value: UInt32 { ~state }
}
