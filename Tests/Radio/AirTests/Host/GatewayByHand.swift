import Bluetooth
import Firmware
import TestSupport
import Tracking

@testable import Air
@testable import HostStack

/// A host that registers a tracker as a gateway does, by HCI packets that are written by hand.
struct GatewayByHand {
    /// What it does, one after the other.
    enum Step: Int, CaseIterable, Comparable, Sendable {
        case connect, pairingRequest, publicKey, confirm, nonce, check, encrypt
        case mtu, identity, subscribe, register, confirmRegistration, subscribeToFixes, activate

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

        /// All steps of a registration, by Secure Connections or by legacy pairing.
        static func all(isSecure: Bool) -> [Self] {
            allCases.filter { isSecure ? $0 != .confirm : $0 != .publicKey && $0 != .check }
        }
    }

    /// An answer is not the one that a working tracker gives.
    struct Unexpected: Error {
        var step: Step
        var answers: [String]
    }

    /// What is kept of a pairing.
    struct Bond {
        var key: UInt128
        var diversifier: UInt16 = 0
        var random: UInt64 = 0
    }

    var tracker: TrackerByHand
    let isSecure: Bool
    /// The connection's handle.
    private(set) var handle: UInt16 = 0
    private(set) var bond: Bond?
    private var generator = SeededGenerator(seed: 77)
    private var assembler = FrameAssembler()
    private var keyPair: KeyPair?
    private var peerKey: CurvePoint?
    private var response: [UInt8] = []
    private var ownNonce: UInt128 = 0
    private var key: UInt128 = 0
    private var theirNonce: UInt128 = 0

    init(isSecure: Bool) {
        (tracker, self.isSecure) = (TrackerByHand(), isSecure)
    }

    private static let host = DeviceAddress(BluetoothAddress(bits: 0x0002_5B00_00AA), .public)
    private static let peer = DeviceAddress(tagAddress(1).address, .random)

    /// Everything from the connection to the last command; a bond from before is used instead of pairing.
    mutating func registerAll() throws {
        let isBonded = bond != nil
        for step in Step.all(isSecure: isSecure) where !isBonded || step == .connect || step >= .encrypt {
            try perform(step)
        }
    }

    /// Does a step, and waits for what has to come of it.
    mutating func perform(_ step: Step) throws {
        begin(step)
        let packets = tracker.pass(milliseconds: step == .connect ? 400 : 300)
        guard take(packets, after: step) else { throw Unexpected(step: step, answers: packets.map(\.hex)) }
    }

    /// Sends what a step begins with.
    mutating func begin(_ step: Step) {
        switch step {
        case .connect:
            assembler = FrameAssembler()
            let peer = "01 01 00 00 00 00 c0"
            // Each 30 ms, with a supervision timeout of 420 ms.
            tracker.bench.send(
                .leExtendedCreateConnection,
                "00 00 \(peer) 01 10 00 10 00 18 00 18 00 00 00 2a 00 00 00 00 00"
            )
        case .pairingRequest: send(request, on: 6)
        case .publicKey:
            keyPair = KeyPair(using: &generator)
            send([0x0C] + (keyPair?.publicKey.littleEndian ?? []), on: 6)
        case .confirm:
            ownNonce = generator.number128()
            send([0x03] + legacyConfirm.littleEndianBytes, on: 6)
        case .nonce:
            if isSecure { ownNonce = generator.number128() }
            send([0x04] + ownNonce.littleEndianBytes, on: 6)
        case .check: send([0x0D] + ownCheck().littleEndianBytes, on: 6)
        case .encrypt: encrypt(bond ?? Bond(key: key))
        case .mtu: send([0x02, 0x05, 0x02], on: 4)
        case .identity: send([0x0A] + handle(TagalongService.identity), on: 4)
        case .subscribe: subscribe(to: TagalongService.registration, bits: 2)
        case .register: write(Self.registration, to: TagalongService.registration)
        case .confirmRegistration: write(ControlRequest.confirmRegistration.gattValue, to: TagalongService.control)
        case .subscribeToFixes: subscribe(to: TagalongService.fix, bits: 1)
        case .activate:
            let desired = ControlRequest.desired(DesiredState(version: 1, reportEvery: 60))
            write(desired.gattValue, to: TagalongService.control)
        }
    }

    static let registration = (try? AirBench.registration().gattValue) ?? []

    /// Encrypts, or refreshes, with a key.
    mutating func encrypt(_ bond: Bond) {
        var parameters = [UInt8(handle & 0xFF), UInt8(handle >> 8)]
        parameters += bond.random.littleEndianBytes + bond.diversifier.littleEndianBytes + bond.key.littleEndianBytes
        tracker.bench.send(.leStartEncryption, parameters.hex)
    }

    mutating func disconnect() {
        tracker.bench.send(.disconnect, [UInt8(handle & 0xFF), UInt8(handle >> 8), 0x13].hex)
    }

    /// Sends a payload in one packet of the controller.
    mutating func send(_ payload: [UInt8], on channel: UInt8) {
        let frame = UInt16(payload.count).littleEndianBytes + [channel, 0] + payload
        for fragment in ACLFragment(bytes: frame, isFirst: true).split(to: 251) {
            tracker.bench.send(HCI.ACLPacket(handle: handle, fragment: fragment).bytesToController)
        }
    }

    /// The payloads that have come on a channel.
    mutating func payloads(_ packets: [[UInt8]], on channel: UInt16) -> [[UInt8]] {
        packets.filter { $0.first == 2 }.compactMap { packet in
            let fragment = HostStack.ACLFragment(Array(packet[5...]), isStart: packet[2] & 0x30 == 0x20)
            return assembler.receive(fragment).flatMap { $0.channel == channel ? $0.payload : nil }
        }
    }
}

/// What comes of the steps.
extension GatewayByHand {
    /// Takes what has come; whether it is what a working tracker answers.
    mutating func take(_ packets: [[UInt8]], after step: Step) -> Bool {
        switch step {
        case .connect:
            guard let complete = packets.first(where: { $0.prefix(4) == [4, 0x3E, 0x1F, 0x0A] }), complete[4] == 0
            else { return false }
            handle = UInt16(complete[5]) | UInt16(complete[6]) << 8
            return true
        case .pairingRequest, .publicKey, .confirm, .nonce, .check:
            return takeSecurity(payloads(packets, on: 6), after: step)
        case .encrypt:
            takeKeys(payloads(packets, on: 6))
            return packets.contains { $0.prefix(4) == [4, 0x08, 4, 0] && $0.last == 1 }
        case .mtu: return payloads(packets, on: 4) == [[0x03, 0x05, 0x02]]
        case .identity: return payloads(packets, on: 4).first?.first == 0x0B
        case .subscribe, .subscribeToFixes, .confirmRegistration, .activate:
            return payloads(packets, on: 4).contains([0x13])
        case .register:
            let answers = payloads(packets, on: 4)
            let answer = answers.first { $0.first == 0x1D }.map { Array($0.dropFirst(3)) }
            guard answers.contains([0x13]), let answer else { return false }
            send([0x1E], on: 4)
            let accepted = RegistrationAnswer(status: .accepted, number: TrackerByHand.number)
            return (try? RegistrationAnswer(gattValue: answer)) == accepted
        }
    }

    private mutating func takeSecurity(_ answers: [[UInt8]], after step: Step) -> Bool {
        guard let first = answers.first, let last = answers.last else { return false }
        switch (step, first[0]) {
        case (.pairingRequest, 0x02): response = first
        case (.publicKey, 0x0C): peerKey = CurvePoint(littleEndian: Array(first.dropFirst()))
        case (.confirm, 0x03): break
        case (.nonce, 0x04):
            theirNonce = UInt128(littleEndianBytes: last.dropFirst())
            if !isSecure { key = LegacyPairing.s1(0, theirNonce, ownNonce) }
        case (.check, 0x0D): break
        default: return false
        }
        return true
    }

    private mutating func takeKeys(_ keys: [[UInt8]]) {
        guard bond == nil else { return }
        if isSecure {
            bond = keys.contains { $0.first == 0x09 } ? Bond(key: key) : nil
        } else if let long = keys.first(where: { $0.first == 0x06 }), let name = keys.first(where: { $0.first == 0x07 })
        {
            bond = Bond(
                key: UInt128(littleEndianBytes: long.dropFirst()),
                diversifier: UInt16(littleEndianBytes: name[1...2]),
                random: UInt64(littleEndianBytes: name[3...])
            )
        }
    }

    /// Just works, with a bond, and both keys of the tag.
    private var request: [UInt8] { [0x01, 0x03, 0x00, isSecure ? 0x09 : 0x01, 0x10, 0x00, 0x03] }

    private var legacyConfirm: UInt128 {
        LegacyPairing.c1(
            0,
            random: ownNonce,
            request: request,
            response: response,
            initiator: Self.host,
            responder: Self.peer
        )
    }

    private mutating func ownCheck() -> UInt128 {
        guard let peerKey, let secret = keyPair?.sharedSecret(with: peerKey) else { return 0 }
        let keys = SecureConnections.f5(secret, ownNonce, theirNonce, Self.host, Self.peer)
        key = keys.longTerm
        let capabilities = [request[3], request[2], request[1]]
        return SecureConnections.f6(keys.mac, ownNonce, theirNonce, 0, capabilities, Self.host, Self.peer)
    }

    private func handle(_ characteristic: BluetoothUUID) -> [UInt8] {
        tracker.handle(of: characteristic).littleEndianBytes
    }

    private mutating func subscribe(to characteristic: BluetoothUUID, bits: UInt8) {
        let configuration = tracker.handle(of: characteristic) + 1
        send([0x12] + configuration.littleEndianBytes + [bits, 0], on: 4)
    }

    private mutating func write(_ value: [UInt8], to characteristic: BluetoothUUID) {
        send([0x12] + handle(characteristic) + value, on: 4)
    }
}
