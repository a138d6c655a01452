/// The functions of LE Secure Connections: Core Specification 5.4, volume 3, part H, sections 2.2.6 to 2.2.9.
///
/// All take their numbers with the highest byte first, as the specification writes them.
enum SecureConnections {
    struct Keys: Hashable, Sendable {
        var mac: UInt128
        var longTerm: UInt128
    }

    /// The confirm value f4 of two X coordinates, a nonce and a bit of the passkey.
    static func f4(_ u: [UInt8], _ v: [UInt8], _ x: UInt128, _ z: UInt8) -> UInt128 {
        AES128.cmac(u + v + [z], key: x)
    }

    /// The keys f5 of a Diffie-Hellman key, two nonces and two addresses.
    static func f5(_ secret: [UInt8], _ n1: UInt128, _ n2: UInt128, _ a1: DeviceAddress, _ a2: DeviceAddress) -> Keys {
        let salt: UInt128 = 0x6C88_8391_AAF5_A538_6037_0BDB_5A60_83BE
        let key = AES128.cmac(secret, key: salt)
        func part(_ counter: UInt8) -> UInt128 {
            let name = Array("btle".utf8), bits: [UInt8] = [1, 0]
            let nonces = n1.bigEndianBytes + n2.bigEndianBytes
            return AES128.cmac([counter] + name + nonces + a1.bigEndian + a2.bigEndian + bits, key: key)
        }
        return Keys(mac: part(0), longTerm: part(1))
    }

    /// The check value f6 of two nonces, the passkey, and the capabilities and addresses of both sides.
    static func f6(
        _ mac: UInt128,
        _ n1: UInt128,
        _ n2: UInt128,
        _ r: UInt128,
        _ capabilities: [UInt8],
        _ a1: DeviceAddress,
        _ a2: DeviceAddress
    ) -> UInt128 {
        let numbers = n1.bigEndianBytes + n2.bigEndianBytes + r.bigEndianBytes
        return AES128.cmac(numbers + capabilities + a1.bigEndian + a2.bigEndian, key: mac)
    }

    /// The comparison value g2 of two X coordinates and two nonces; people see its last six digits.
    static func g2(_ u: [UInt8], _ v: [UInt8], _ x: UInt128, _ y: UInt128) -> UInt32 {
        UInt32(truncatingIfNeeded: AES128.cmac(u + v + y.bigEndianBytes, key: x))
    }
}
