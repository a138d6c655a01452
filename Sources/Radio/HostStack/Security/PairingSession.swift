import Tracking

/// A pairing under way: Core Specification 5.4, volume 3, part H, section 2.3.
struct PairingSession: Sendable {
    /// What is waited for.
    enum Phase: Hashable, Sendable {
        case publicKey
        /// The central's commitment: legacy pairing, or the next round of a passkey.
        case confirm
        /// What the central has committed to.
        case random(confirm: UInt128)
        /// The central's nonce, in just works and numeric comparison.
        case nonce
        /// The central's check value, and the user's word where it is needed.
        case check
        /// Encryption with this key.
        case encryption(UInt128)
        /// The central's keys.
        case distribution
    }

    let request: PairingFeatures
    let response: PairingFeatures
    let initiator: DeviceAddress
    let responder: DeviceAddress
    let method: PairingMethod
    let isSecure: Bool
    let keySize: Int

    var phase: Phase
    /// 30 s after the last command: section 3.4.
    var deadline: Timestamp
    /// 0 in just works and numeric comparison; nil until the user has typed it.
    var passkey: UInt32?
    /// Whether the user has confirmed the number, or need not.
    var isConfirmed: Bool
    /// A confirm or check value that came before the user has answered.
    var held: UInt128?
    var keyPair: KeyPair?
    var peerKey: CurvePoint?
    var secret: [UInt8] = []
    var peerRandom: UInt128 = 0
    var ownRandom: UInt128 = 0
    /// Which bit of the passkey it is about: 0 to 19.
    var round = 0
    var longTermKey: UInt128?
    var diversifier: UInt16 = 0
    var random: UInt64 = 0
    var signingKey: UInt128?
    var peerIdentityKey: UInt128?
    var peerIdentity: DeviceAddress?

    init(
        request: PairingFeatures,
        response: PairingFeatures,
        initiator: DeviceAddress,
        responder: DeviceAddress,
        method: PairingMethod,
        isSecure: Bool,
        deadline: Timestamp
    ) {
        self.request = request
        self.response = response
        self.initiator = initiator
        self.responder = responder
        self.method = method
        self.isSecure = isSecure
        self.deadline = deadline
        keySize = Int(min(request.keySize, response.keySize))
        phase = isSecure ? .publicKey : .confirm
        passkey = method == .justWorks || method == .numericComparison ? 0 : nil
        isConfirmed = method != .numericComparison
    }

    var wantsBond: Bool { request.wantsBond && response.wantsBond }
    var expectsIdentity: Bool { response.initiatorKeys.contains(.identity) }
    var isComplete: Bool { !expectsIdentity || peerIdentity != nil }

    /// A key of no more bytes than agreed: section 2.3.4.
    func shortened(_ key: UInt128) -> UInt128 { keySize >= 16 ? key : key & ((1 << (8 * UInt128(keySize))) - 1) }

    /// The confirm value of legacy pairing.
    func confirm(of random: UInt128, passkey: UInt32) -> UInt128 {
        LegacyPairing.c1(
            UInt128(passkey),
            random: random,
            request: [SMPCode.pairingRequest.rawValue] + request.bytes,
            response: [SMPCode.pairingResponse.rawValue] + response.bytes,
            initiator: initiator,
            responder: responder
        )
    }

    /// The last argument of f4 in a round of a passkey: 0x80 and the bit.
    func bit(of passkey: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: passkey >> UInt32(round) & 1) }
}
