public import Cryptography
public import Tracking

/// The key that an owner's phone shares with a tag in Google's Find Hub network.
///
/// Find Hub Network Accessory Specification 1.3, "Ephemeral identifier (EID) computation".
public struct FindHubKey: Hashable, Sendable {
    /// The ephemeral identity key (EIK), 32 bytes.
    public let identityKey: [UInt8]
    /// When the tag was set up, which is where most count their time from; nil for not known.
    public let pairedAt: Timestamp?
    /// The counter that was observed last, if it is known.
    public let alignment: KeyAlignment?

    /// The rotation period exponent K, fixed by the specification.
    static let exponent: UInt8 = 10
    /// How long an identifier is used, on average: 1024 s.
    public static let period: Duration = .seconds(1 << Int64(exponent))

    /// A key; nil where it has not 32 bytes.
    public init?(identityKey: [UInt8], pairedAt: Timestamp? = nil, alignment: KeyAlignment? = nil) {
        guard identityKey.count == 32, (alignment?.counter ?? 0) >= 0 else { return nil }
        (self.identityKey, self.pairedAt, self.alignment) = (identityKey, pairedAt, alignment)
    }

    /// What is advertised at a counter, which is the tag's time in seconds without its lowest ten bits, divided by 1024.
    public struct Ephemeral: Hashable, Sendable {
        /// 20 bytes, or 32.
        public let identifier: [UInt8]
        /// What the flags are combined with by exclusive or.
        public let mask: UInt8
    }

    /// What is advertised at a counter of 22 bits.
    public func ephemeral(at counter: Int, on curve: EphemeralCurve = .secp160r1) -> Ephemeral? {
        let time = UInt32(truncatingIfNeeded: counter) << UInt32(Self.exponent)
        let end = [Self.exponent] + (0..<4).reversed().map { UInt8(truncatingIfNeeded: time >> (8 * $0)) }
        let block = [UInt8](repeating: 0xFF, count: 11) + end
        let other = [UInt8](repeating: 0, count: 11) + end
        let number =
            BlockCipher.encrypt256(block, key: identityKey) + BlockCipher.encrypt256(other, key: identityKey)
        guard let (scalar, x) = curve.multiple(number) else { return nil }
        return Ephemeral(identifier: x, mask: Digest.sha256(scalar)[31])
    }

    /// The key of ring requests, 8 bytes: "Authentication" of the same specification.
    public var ringKey: [UInt8] { Array(Digest.sha256(identityKey + [0x02]).prefix(8)) }
}
