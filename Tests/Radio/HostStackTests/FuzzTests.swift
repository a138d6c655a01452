import Bluetooth
import TestSupport
import Testing
import Tracking

@testable import HostStack

struct FuzzTests {
    /// What a tag never answers: commands, and what only servers send.
    private static func isAnswered(_ opcode: UInt8) -> Bool {
        opcode & 0x40 == 0 && opcode != 0x1E && !ATTOpcode.fromServer.contains(opcode)
    }

    @Test(arguments: UInt8.min...UInt8.max)
    func `every opcode with every length has one right answer or none`(opcode: UInt8) {
        var wire = Wire(), generator = SeededGenerator(seed: UInt64(opcode))
        for length in 0..<40 {
            for _ in 0..<4 {
                // Small numbers, so that handles and ranges are often real ones.
                let bytes = (0..<length).map { _ in
                    UInt8.random(in: 0...(Bool.random(using: &generator) ? 31 : 255), using: &generator)
                }
                let answers = wire.exchange([opcode] + bytes, on: .attributes)
                #expect(answers.count == (Self.isAnswered(opcode) || opcode == 0x1D ? 1 : 0))
                for answer in answers { check(answer, to: opcode) }
            }
        }
        expectIntact(&wire)
    }

    private func check(_ answer: [UInt8], to opcode: UInt8) {
        #expect(answer.count <= 517)
        if answer.first == 0x01 {
            #expect(answer.count == 5 && answer[1] == opcode && answer[4] != 0)
        } else {
            #expect(answer.first == (opcode == 0x1D ? 0x1E : opcode + 1))
        }
    }

    @Test(arguments: 0..<16)
    func `security commands of every code and length, at every point of a pairing, end it in order`(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let settings = SecuritySettings(
            inputOutput: [.none, .displayOnly, .keyboardOnly, .displayYesNo][seed % 4],
            wantsProtection: true
        )
        for code in 0...20 as ClosedRange<UInt8> {
            var wire = Wire(settings, seed: UInt64(seed))
            for _ in 0..<6 {
                wire.start(Initiator(.keyboardDisplay), steps: Int.random(in: 0...3, using: &generator), seed % 3 == 0)
                let length = Int.random(in: 0...70, using: &generator)
                let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
                let answers = wire.exchange([code] + bytes, on: .security)
                #expect(answers.allSatisfy { SMPCode(rawValue: $0[0])?.length == $0.count - 1 })
                wire.sleep(.seconds(200))
            }
            #expect(wire.host.bonds.bonds == [])
            try expectPairs(&wire)
        }
    }

    @Test(arguments: 0..<32)
    func `random fragments and events leave a tag that works`(seed: Int) throws {
        var wire = Wire(
            SecuritySettings(inputOutput: .displayYesNo, keySizes: 7...16),
            identityKey: IdentityKey(5),
            seed: UInt64(seed)
        )
        var generator = SeededGenerator(seed: UInt64(1000 + seed))
        for step in 0..<400 {
            if step % 40 == 0 { _ = wire.key() }
            wire.sleep(.milliseconds(Int64.random(in: 0...3000, using: &generator)))
            wire.handle(randomEvent(&generator))
        }
        try expectPairs(&wire)
        expectIntact(&wire)
    }

    private func randomEvent(_ generator: inout SeededGenerator) -> HostEvent {
        let number = UInt64.random(in: 0...40, using: &generator)
        switch number {
        case 0: return .link(Wire.first, .connected(peer: Wire.central, own: Wire.tag))
        case 1: return .link(Wire.first, .disconnected)
        case 2: return .link(Wire.first, .encryptionChanged(isOn: Bool.random(using: &generator)))
        case 3: return .addressRenewal
        case 4: return .answered(RequestNumber(number), .success([]))
        case 5: return .update(AttributeUpdate(Samples.battery, value: [1]))
        case 6: return .link(Wire.first, .comparisonConfirmed(Bool.random(using: &generator)))
        case 7: return .link(Wire.first, .passkeyEntered(UInt32.random(in: 0...2_000_000, using: &generator)))
        case 8: return .tick
        case 9: return .servicesChanged(Array(Samples.services.prefix(Int(number % 4))))
        case 10: return .link(Wire.first, .dataLengthChanged(Int.random(in: -5...500, using: &generator)))
        case 11: return .link(Wire.first, .securityWanted)
        default: return .link(Wire.first, .received(randomFragment(&generator)))
        }
    }

    /// Mostly whole frames on the right channels, so that they get somewhere.
    private func randomFragment(_ generator: inout SeededGenerator) -> ACLFragment {
        let length = Int.random(in: 0...24, using: &generator)
        var payload = (0..<length).map { _ in UInt8.random(in: 0...40, using: &generator) }
        let channel = UInt16.random(in: 3...7, using: &generator)
        if channel == 6, let first = payload.first, let code = SMPCode(rawValue: first % 16) {
            payload = [code.rawValue] + (0..<code.length).map { _ in UInt8.random(in: 0...16, using: &generator) }
        }
        var bytes = L2CAPFrame(channel: channel, payload: payload).bytes
        if Int.random(in: 0...9, using: &generator) == 0 {
            bytes.removeLast(Int.random(in: 0...bytes.count, using: &generator))
        }
        return ACLFragment(bytes, isStart: Int.random(in: 0...9, using: &generator) > 0)
    }

    private func expectIntact(_ wire: inout Wire) {
        wire.handle(.disconnected)
        wire.connect()
        #expect(wire.ask("0A 0300") == [0x0B] + Array("Tag".utf8))
        #expect(wire.ask("18 01") == hex("19"))
    }

    private func expectPairs(_ wire: inout Wire) throws {
        wire.handle(.disconnected)
        wire.sleep(.seconds(1000))
        wire.host.bonds.removeAll()
        wire.effects = []
        wire.connect()
        var initiator = Initiator(.keyboardDisplay)
        #expect(throws: Never.self) { try initiator.pair(over: &wire) }
        #expect(wire.state == LinkState(isEncrypted: true, isBonded: true))
    }
}

extension Wire {
    /// Begins a pairing anew, on a link of its own, and leaves it after some steps.
    fileprivate mutating func start(_ initiator: Initiator, steps: Int, _ isLegacy: Bool) {
        handle(.disconnected)
        connect()
        var initiator = initiator
        if isLegacy { initiator.features.requirements = .bonding }
        let zeros = [UInt8](repeating: 0, count: 16)
        let second = isLegacy ? [0x03] + zeros : [0x0C] + KeyPairTests.publicB.littleEndian
        let commands = [initiator.request, second, isLegacy ? [0x0E, 0] : [0x03] + zeros]
        for command in commands.prefix(steps) { _ = exchange(command, on: .security) }
    }
}
