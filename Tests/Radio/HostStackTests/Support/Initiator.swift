import TestSupport
import Tracking

@testable import HostStack

/// A central that pairs, written from the initiator's side of the specification; it can be told to do wrong.
struct Initiator {
    /// What it does wrong.
    enum Wrong: Hashable {
        case confirm(round: Int)
        case checkValue
        case publicKey([UInt8])
    }

    /// The pairing has ended with this code.
    struct Failed: Error, Hashable {
        var code: UInt8
    }

    var features: PairingFeatures
    var wrong: Wrong?
    /// What its user types when the tag asks its own user for a passkey.
    var passkey: UInt32 = 123_456
    var address = Wire.central
    var identity: (key: UInt128, address: DeviceAddress)? {
        didSet { features.initiatorKeys.insert(.identity) }
    }
    /// The commands of the tag's key distribution.
    var received: [[UInt8]] = []
    /// The commands that the central meant to send.
    var sent: [[UInt8]] = []
    /// What somebody in between makes of a command, by its number and what went before.
    var tamper: ((Int, [UInt8], [[UInt8]]) -> [[UInt8]])?
    /// The codes that went to the tag, and those that came back: "01>02".
    var transcript: [String] = []
    private var generator = SeededGenerator(seed: 99)

    init(
        _ inputOutput: InputOutput = .none,
        requirements: PairingFeatures.Requirements = [.bonding, .secureConnections],
        keySize: UInt8 = 16
    ) {
        features = PairingFeatures(SecuritySettings(inputOutput: inputOutput))
        features.requirements = requirements
        features.keySize = keySize
        features.initiatorKeys = [.encryption, .signing]
        features.responderKeys = [.identity, .encryption, .signing]
    }

    var request: [UInt8] { [0x01] + features.bytes }

    /// Pairs from the request to the last key.
    ///
    /// - Returns: The key of the link.
    mutating func pair(over wire: inout Wire) throws -> UInt128 {
        let answer = try send(request, over: &wire)
        guard let answer = answer.first, let response = PairingFeatures(Array(answer.dropFirst())) else {
            throw Failed(code: 0)
        }
        let isSecure = !features.requirements.isDisjoint(with: response.requirements.intersection(.secureConnections))
        let key = try isSecure ? pairSecurely(response, &wire) : pairLegacy(response, &wire)
        try encrypt(response, key, &wire)
        return key
    }

    /// Sends a command; a Pairing Failed that comes back is thrown.
    private mutating func send(_ command: [UInt8], over wire: inout Wire) throws -> [[UInt8]] {
        let commands = tamper?(sent.count, command, sent) ?? [command]
        sent.append(command)
        let answers = commands.flatMap { wire.exchange($0, on: .security) }
        transcript.append(Self.codes([command]) + ">" + Self.codes(answers))
        if let failed = answers.first(where: { $0.first == 0x05 }) { throw Failed(code: failed[1]) }
        return answers
    }

    private mutating func sharedPasskey(_ wire: inout Wire) -> UInt32 {
        for case .showPasskey(let shown) in wire.effects { return shown }
        if wire.effects.contains(.askPasskey) {
            wire.handle(.passkeyEntered(passkey))
            return passkey
        }
        return 0
    }

    private mutating func pairLegacy(_ response: PairingFeatures, _ wire: inout Wire) throws -> UInt128 {
        let key = UInt128(sharedPasskey(&wire)), random = generator.number128(), own = address
        let request = request, host = wire.host.address
        func confirm(_ random: UInt128) -> UInt128 {
            LegacyPairing.c1(
                key,
                random: random,
                request: request,
                response: [0x02] + response.bytes,
                initiator: own,
                responder: host
            )
        }
        let commitment = wrong == .confirm(round: 0) ? ~confirm(random) : confirm(random)
        let theirs = try number(try send([0x03] + commitment.littleEndianBytes, over: &wire))
        let theirRandom = try number(try send([0x04] + random.littleEndianBytes, over: &wire))
        guard confirm(theirRandom) == theirs else { throw Failed(code: 0x04) }
        return shortened(LegacyPairing.s1(key, theirRandom, random), response)
    }

    private mutating func pairSecurely(_ response: PairingFeatures, _ wire: inout Wire) throws -> UInt128 {
        guard let pair = KeyPair(using: &generator) else { throw Failed(code: 0) }
        var point = pair.publicKey.littleEndian
        if case .publicKey(let other) = wrong { point = other }
        let answers = try send([0x0C] + point, over: &wire)
        guard let first = answers.first, let peer = CurvePoint(littleEndian: Array(first.dropFirst())),
            let secret = pair.sharedSecret(with: peer)
        else { throw Failed(code: 0) }
        let passkey = sharedPasskey(&wire), usesPasskey = answers.count == 1
        var nonces: (own: UInt128, theirs: UInt128) = (0, 0)
        if usesPasskey {
            for round in 0..<20 { nonces = try exchangeBit(round, passkey, pair, peer, &wire) }
        } else {
            nonces = try exchangeNonces(answers[1], pair, peer, &wire)
        }
        let keys = SecureConnections.f5(secret, nonces.own, nonces.theirs, address, wire.host.address)
        let r = UInt128(passkey), a = address, b = wire.host.address
        var check = SecureConnections.f6(keys.mac, nonces.own, nonces.theirs, r, features.capabilities, a, b)
        if wrong == .checkValue { check ^= 1 }
        let theirs = try number(try send([0x0D] + check.littleEndianBytes, over: &wire))
        guard
            theirs == SecureConnections.f6(keys.mac, nonces.theirs, nonces.own, r, response.capabilities, b, a)
        else { throw Failed(code: 0x0B) }
        return shortened(keys.longTerm, response)
    }

    private mutating func exchangeNonces(
        _ confirm: [UInt8],
        _ pair: KeyPair,
        _ peer: CurvePoint,
        _ wire: inout Wire
    ) throws -> (own: UInt128, theirs: UInt128) {
        let own = generator.number128()
        let theirs = try number(try send([0x04] + own.littleEndianBytes, over: &wire))
        guard try number([confirm]) == SecureConnections.f4(peer.x, pair.publicKey.x, theirs, 0) else {
            throw Failed(code: 0x04)
        }
        for case .compare(let shown) in wire.effects {
            let mine = SecureConnections.g2(pair.publicKey.x, peer.x, own, theirs) % 1_000_000
            wire.handle(.comparisonConfirmed(shown == mine))
        }
        return (own, theirs)
    }

    private mutating func exchangeBit(
        _ round: Int,
        _ passkey: UInt32,
        _ pair: KeyPair,
        _ peer: CurvePoint,
        _ wire: inout Wire
    ) throws -> (own: UInt128, theirs: UInt128) {
        let own = generator.number128(), bit = 0x80 | UInt8(passkey >> UInt32(round) & 1)
        var commitment = SecureConnections.f4(pair.publicKey.x, peer.x, own, bit)
        if wrong == .confirm(round: round) { commitment ^= 1 }
        let confirm = try number(try send([0x03] + commitment.littleEndianBytes, over: &wire))
        let theirs = try number(try send([0x04] + own.littleEndianBytes, over: &wire))
        guard confirm == SecureConnections.f4(peer.x, pair.publicKey.x, theirs, bit) else { throw Failed(code: 0x04) }
        return (own, theirs)
    }

    private mutating func encrypt(_ response: PairingFeatures, _ key: UInt128, _ wire: inout Wire) throws {
        guard wire.key() == key else { throw Failed(code: 0) }
        received = wire.handle(.encryptionChanged(isOn: true)).filter { $0.channel == 6 }.map(\.payload)
        transcript.append("*>" + Self.codes(received))
        guard let identity, response.initiatorKeys.contains(.identity) else { return }
        received += try send([0x08] + identity.key.littleEndianBytes, over: &wire)
        received += try send([0x09] + identity.address.wireBytes, over: &wire)
    }

    private static func codes(_ commands: [[UInt8]]) -> String {
        commands.map { "0" + String($0[0], radix: 16, uppercase: true) }.joined(separator: " ")
    }

    private func shortened(_ key: UInt128, _ response: PairingFeatures) -> UInt128 {
        let size = UInt128(min(features.keySize, response.keySize))
        return size == 16 ? key : key & ((1 << (8 * size)) - 1)
    }

    private func number(_ answers: [[UInt8]]) throws -> UInt128 {
        guard let answer = answers.last, answer.count == 17 else { throw Failed(code: 0) }
        return UInt128(littleEndianBytes: answer.dropFirst())
    }
}
