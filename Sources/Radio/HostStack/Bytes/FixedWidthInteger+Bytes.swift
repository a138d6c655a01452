extension FixedWidthInteger where Self: UnsignedInteger {
    /// The number of these bytes, the lowest first; those beyond its width are left out.
    init(littleEndianBytes bytes: some Collection<UInt8>) {
        self = 0
        for (index, byte) in bytes.prefix(Self.bitWidth / 8).enumerated() {
            self |= Self(byte) << (8 * index)
        }
    }

    /// The number of these bytes, the highest first; those beyond its width are left out.
    init(bigEndianBytes bytes: some Collection<UInt8>) {
        self = 0
        for byte in bytes.prefix(Self.bitWidth / 8) { self = self << 8 | Self(byte) }
    }

    /// The number as it travels over the air: the lowest byte first.
    var littleEndianBytes: [UInt8] { (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) } }

    /// The number as the cryptographic functions take it: the highest byte first.
    var bigEndianBytes: [UInt8] { littleEndianBytes.reversed() }
}

extension RandomNumberGenerator {
    /// 128 bits of chance.
    mutating func number128() -> UInt128 { UInt128(next()) << 64 | UInt128(next()) }
}
