import Bluetooth
import TestSupport
import Testing
import Tracking

@testable import HostStack

/// Pairings in which somebody changes what the central says.
struct PairingTamperTests {
    /// How a pairing goes, apart from what is done to it.
    struct Way: Sendable, CustomTestStringConvertible {
        var tag: InputOutput
        var central: InputOutput
        var isSecure: Bool
        var testDescription: String { "\(isSecure ? "secure" : "legacy"), central \(central), tag \(tag)" }

        func wire(seed: UInt64 = 1) -> Wire {
            let settings = SecuritySettings(inputOutput: tag, wantsProtection: true, signs: true)
            return Wire(settings, identityKey: IdentityKey(9), seed: seed)
        }

        func initiator() -> Initiator {
            var initiator = Initiator(central)
            if !isSecure { initiator.features.requirements = .bonding }
            initiator.identity = (0x99, Wire.central)
            return initiator
        }
    }

    static let ways: [Way] = [true, false].flatMap { isSecure in
        [
            Way(tag: .none, central: .none, isSecure: isSecure),
            Way(tag: .displayYesNo, central: .displayYesNo, isSecure: isSecure),
            Way(tag: .displayOnly, central: .keyboardOnly, isSecure: isSecure),
            Way(tag: .keyboardOnly, central: .displayOnly, isSecure: isSecure),
        ]
    }

    /// What is done to one command.
    enum Tampering: CaseIterable, Sendable {
        case flipBit, cutShort, append, double, drop, otherCode, replayFirst, replayPrevious, noise

        func apply(to command: [UInt8], after earlier: [[UInt8]], using chance: inout SeededGenerator) -> [[UInt8]] {
            var changed = command
            switch self {
            case .flipBit:
                changed[Int.random(in: 1..<changed.count, using: &chance)] ^=
                    1 << UInt8.random(in: 0...7, using: &chance)
            case .cutShort: changed.removeLast(Int.random(in: 1...changed.count, using: &chance))
            case .append: changed.append(UInt8.random(in: 0...255, using: &chance))
            case .double: return [command, command]
            case .drop: return []
            case .otherCode: changed[0] = UInt8.random(in: 0...0x10, using: &chance)
            case .replayFirst: return [earlier.first ?? [], command]
            case .replayPrevious: return [earlier.last ?? [], command]
            case .noise:
                let count = Int.random(in: 0...66, using: &chance)
                return [(0..<count).map { _ in UInt8.random(in: 0...20, using: &chance) }, command]
            }
            return [changed]
        }
    }

    @Test(arguments: ways, Tampering.allCases)
    func `a command tampered with gives no bond that the central does not know of, and a right pairing follows`(
        way: Way,
        tampering: Tampering
    ) throws {
        var untouched = way.initiator(), wire = way.wire()
        _ = try untouched.pair(over: &wire)
        let commands = untouched.sent.count
        #expect(commands > 4)
        // Of the 20 rounds of a passkey the first, one in the middle and the last are enough.
        for step in 0..<commands where step < 6 || step == 20 || step >= commands - 5 {
            var chance = SeededGenerator(seed: UInt64(step) << 8 | UInt64(commands))
            var wire = way.wire(seed: UInt64(step)), initiator = way.initiator()
            initiator.tamper = { index, command, earlier in
                index == step ? tampering.apply(to: command, after: earlier, using: &chance) : [command]
            }
            let key = try? initiator.pair(over: &wire)
            expectRight(wire, key, way, "step \(step)")
            try expectPairs(&wire, way)
        }
    }

    /// A bond stands for a key that both have, and for protection where the method gives it.
    private func expectRight(_ wire: Wire, _ key: UInt128?, _ way: Way, _ comment: Comment) {
        for bond in wire.host.bonds.bonds {
            if way.isSecure { #expect(key == nil || bond.longTermKey == key, comment) }
            #expect(wire.state.isEncrypted, comment)
        }
        if key == nil, !wire.state.isEncrypted { #expect(wire.host.bonds.bonds == [], comment) }
        let refusals = wire.effects.filter { if case .pairingFailed = $0 { true } else { false } }
        #expect(refusals.count <= 2, comment)
    }

    private func expectPairs(_ wire: inout Wire, _ way: Way) throws {
        wire.handle(.disconnected)
        wire.sleep(.seconds(1000))
        wire.effects = []
        wire.connect()
        var initiator = way.initiator()
        #expect(throws: Never.self) { try initiator.pair(over: &wire) }
        // A central that has given another identity before is another one.
        #expect(wire.host.bonds.bonds.filter { $0.belongs(to: Wire.central) }.count == 1)
        #expect(wire.state == LinkState(isEncrypted: true, isBonded: true))
    }

    @Test(arguments: ways)
    func `a pairing that somebody has recorded gives nothing when it is played again`(way: Way) throws {
        var wire = way.wire(), initiator = way.initiator()
        let key = try initiator.pair(over: &wire)
        let bond = try #require(wire.host.bonds.bonds.first)
        wire.handle(.disconnected)
        wire.sleep(.seconds(1000))
        wire.effects = []
        wire.connect()
        for command in initiator.sent {
            _ = wire.exchange(command, on: .security)
            // The user is asked again, and is careless.
            if wire.effects.contains(.askPasskey) { wire.handle(.passkeyEntered(initiator.passkey)) }
            wire.handle(.comparisonConfirmed(true))
        }
        // What the link layer would be given is not what has been recorded.
        #expect(wire.key() != key || way.isSecure && wire.host.links[wire.link]?.security.session == nil)
        #expect(wire.host.bonds.bonds == [bond])
        #expect(!wire.state.isEncrypted)
    }

    @Test(arguments: [true, false])
    func `the key of a bond that was made anew is void`(isSecure: Bool) throws {
        let way = Way(tag: .none, central: .none, isSecure: isSecure)
        var wire = way.wire()
        var keys: [Bond] = []
        for _ in 0..<2 {
            var initiator = way.initiator()
            wire.handle(.disconnected)
            wire.effects = []
            wire.connect()
            _ = try initiator.pair(over: &wire)
            keys.append(try #require(wire.host.bonds.bonds.first))
        }
        wire.handle(.disconnected)
        wire.connect()
        #expect(wire.key(diversifier: keys[0].diversifier, random: keys[0].random) != keys[0].longTermKey)
        #expect(wire.key(diversifier: keys[1].diversifier, random: keys[1].random) == keys[1].longTermKey)
    }

    @Test(arguments: ways)
    func `a wrong guess over and over waits longer and longer, and the right one is taken at last`(way: Way) throws {
        var wire = way.wire(), waited: [Int64] = []
        for _ in 0..<5 {
            var guesser = way.initiator()
            guesser.wrong =
                way.isSecure && way.central != .keyboardOnly && way.tag != .keyboardOnly
                ? .checkValue : .confirm(round: 0)
            #expect(throws: Initiator.Failed.self) { try guesser.pair(over: &wire) }
            var seconds: Int64 = 0
            while wire.host.shared.attempts.mustWait(Wire.central, at: wire.now) {
                wire.sleep(.seconds(1))
                seconds += 1
            }
            waited.append(seconds)
            wire.handle(.disconnected)
            wire.effects = []
            wire.connect()
        }
        #expect(waited == [1, 2, 4, 8, 16])
        #expect(wire.host.bonds.bonds == [])
        try expectPairs(&wire, way)
    }
}
