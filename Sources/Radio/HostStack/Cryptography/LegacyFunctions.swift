import Bluetooth

/// The functions of LE legacy pairing and of private addresses: Core Specification 5.4, volume 3, part H,
/// sections 2.2.2 to 2.2.4.
enum LegacyPairing {
    /// The confirm value c1, sent before the random value itself.
    ///
    /// The key is 0, or the passkey; request and response are the packets, their codes included, as they travelled.
    static func c1(
        _ key: UInt128,
        random: UInt128,
        request: [UInt8],
        response: [UInt8],
        initiator: DeviceAddress,
        responder: DeviceAddress
    ) -> UInt128 {
        let features = UInt128(littleEndianBytes: response) << 72 | UInt128(littleEndianBytes: request) << 16
        let kinds = UInt128(responder.kind.rawValue) << 8 | UInt128(initiator.kind.rawValue)
        let addresses = UInt128(initiator.address.bits) << 48 | UInt128(responder.address.bits)
        let inner = AES128.encrypt(random ^ (features | kinds), key: key)
        return AES128.encrypt(inner ^ addresses, key: key)
    }

    /// The short-term key s1 of the responder's and the initiator's random values.
    static func s1(_ key: UInt128, _ responder: UInt128, _ initiator: UInt128) -> UInt128 {
        AES128.encrypt(responder << 64 | initiator & UInt128(UInt64.max), key: key)
    }

    /// The hash ah of the random part of a private address; both have 24 bits.
    static func ah(_ key: UInt128, _ random: UInt32) -> UInt32 {
        UInt32(truncatingIfNeeded: AES128.encrypt(UInt128(random & 0xFF_FFFF), key: key)) & 0xFF_FFFF
    }
}
