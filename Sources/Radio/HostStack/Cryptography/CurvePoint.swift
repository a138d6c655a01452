/// A point that claims to lie on the curve P-256: a public key as it comes from a peer.
struct CurvePoint: Hashable, Sendable {
    /// 32 bytes, the highest first, as all cryptographic functions take them.
    let x: [UInt8]
    let y: [UInt8]

    init(x: [UInt8], y: [UInt8]) {
        self.x = x
        self.y = y
    }

    /// A point as it travels: X and Y, the lowest byte of each first; nil for any other number of bytes than 64.
    init?(littleEndian bytes: [UInt8]) {
        guard bytes.count == 64 else { return nil }
        x = bytes[..<32].reversed()
        y = bytes[32...].reversed()
    }

    var littleEndian: [UInt8] { x.reversed() + y.reversed() }

    /// The X coordinate of the public debug key, whose private key everybody knows.
    ///
    /// Core Specification 5.4, volume 3, part H, section 2.3.5.6.1.
    static let debugX: [UInt8] =
        UInt128(0x20b0_03d2_f297_be2c_5e2c_83a7_e9f9_a5b9).bigEndianBytes
        + UInt128(0xeff4_9111_acf4_fddb_cc03_0148_0e35_9de6).bigEndianBytes
}
