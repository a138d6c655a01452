import Bluetooth
import TestSupport
import Testing

@testable import HostStack

struct PairingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var tag: InputOutput
        var central: InputOutput
        var secure: PairingMethod
        var legacy: PairingMethod
        var testDescription: String { "central \(central), tag \(tag)" }
    }

    /// Core Specification 5.4, volume 3, part H, table 2.8.
    static let table: [Case] = [
        Case(tag: .displayOnly, central: .displayOnly, secure: .justWorks, legacy: .justWorks),
        Case(tag: .displayOnly, central: .displayYesNo, secure: .justWorks, legacy: .justWorks),
        Case(tag: .displayOnly, central: .keyboardOnly, secure: .showPasskey, legacy: .showPasskey),
        Case(tag: .displayOnly, central: .keyboardDisplay, secure: .showPasskey, legacy: .showPasskey),
        Case(tag: .displayOnly, central: .none, secure: .justWorks, legacy: .justWorks),
        Case(tag: .displayYesNo, central: .displayOnly, secure: .justWorks, legacy: .justWorks),
        Case(tag: .displayYesNo, central: .displayYesNo, secure: .numericComparison, legacy: .justWorks),
        Case(tag: .displayYesNo, central: .keyboardOnly, secure: .showPasskey, legacy: .showPasskey),
        Case(tag: .displayYesNo, central: .keyboardDisplay, secure: .numericComparison, legacy: .showPasskey),
        Case(tag: .keyboardOnly, central: .displayOnly, secure: .enterPasskey, legacy: .enterPasskey),
        Case(tag: .keyboardOnly, central: .displayYesNo, secure: .enterPasskey, legacy: .enterPasskey),
        Case(tag: .keyboardOnly, central: .keyboardOnly, secure: .enterPasskey, legacy: .enterPasskey),
        Case(tag: .keyboardOnly, central: .keyboardDisplay, secure: .enterPasskey, legacy: .enterPasskey),
        Case(tag: .keyboardOnly, central: .none, secure: .justWorks, legacy: .justWorks),
        Case(tag: .none, central: .keyboardDisplay, secure: .justWorks, legacy: .justWorks),
        Case(tag: .keyboardDisplay, central: .displayOnly, secure: .enterPasskey, legacy: .enterPasskey),
        Case(tag: .keyboardDisplay, central: .displayYesNo, secure: .numericComparison, legacy: .enterPasskey),
        Case(tag: .keyboardDisplay, central: .keyboardOnly, secure: .showPasskey, legacy: .showPasskey),
        Case(tag: .keyboardDisplay, central: .keyboardDisplay, secure: .numericComparison, legacy: .enterPasskey),
    ]

    @Test(arguments: table, [true, false])
    func `both sides come to the same key by the method of the table`(pair: Case, isSecure: Bool) throws {
        var wire = Wire(SecuritySettings(inputOutput: pair.tag, wantsProtection: true))
        var initiator = Initiator(pair.central)
        initiator.features.requirements =
            isSecure ? [.bonding, .protection, .secureConnections] : [.bonding, .protection]
        let key = try initiator.pair(over: &wire)
        let method = isSecure ? pair.secure : pair.legacy
        #expect(wire.effects.contains { $0.isQuestion } == (method != .justWorks))
        guard case .paired(let pairing) = wire.effects.last else { return #expect(Bool(false), "not paired") }
        #expect(pairing.isAuthenticated == method.isAuthenticated)
        #expect(pairing.isSecureConnections == isSecure)
        #expect(pairing.keySize == 16)
        #expect(wire.state == LinkState(isEncrypted: true, isBonded: true))
        if isSecure { #expect(pairing.bond?.longTermKey == key) } else { #expect(pairing.bond?.longTermKey != key) }
        #expect(wire.host.bonds.bonds.count == 1)
        #expect(wire.host.nextDeadline == nil)
    }

    /// Section 2.3 and appendix C of the same part; * stands for the encryption of the link.
    @Test(arguments: [
        (InputOutput.none, true, "01>02 0C>0C,03 04>04 0D>0D *>08,09 08> 09>"),
        (.displayYesNo, true, "01>02 0C>0C,03 04>04 0D>0D *>08,09 08> 09>"),
        (
            .keyboardOnly, true,
            "01>02 0C>0C " + String(repeating: "03>03 04>04 ", count: 20) + "0D>0D *>08,09 08> 09>"
        ),
        (.none, false, "01>02 03>03 04>04 *>06,07,08,09 08> 09>"),
        (.keyboardOnly, false, "01>02 03>03 04>04 *>06,07,08,09 08> 09>"),
    ])
    func `the commands come in the order of the specification`(
        central: InputOutput,
        isSecure: Bool,
        transcript: String
    ) throws {
        let settings = SecuritySettings(inputOutput: .displayYesNo, wantsProtection: true)
        var wire = Wire(settings, identityKey: IdentityKey(1)), initiator = Initiator(central)
        initiator.identity = (0x99, Wire.central)
        if !isSecure { initiator.features.requirements = .bonding }
        _ = try initiator.pair(over: &wire)
        let lines = initiator.transcript.map { $0.split(separator: " ").joined(separator: ",") }
        #expect(lines.joined(separator: " ") == transcript)
    }

    @Test func `without protection wanted it just works`() throws {
        var wire = Wire(SecuritySettings(inputOutput: .displayYesNo)), initiator = Initiator(.displayYesNo)
        _ = try initiator.pair(over: &wire)
        #expect(!wire.effects.contains { $0.isQuestion })
    }

    @Test func `a shorter key is as long as both take`() throws {
        var wire = Wire(SecuritySettings(keySizes: 7...16)), initiator = Initiator(keySize: 7)
        let key = try initiator.pair(over: &wire)
        #expect(key < 1 << 56)
        #expect(wire.host.bonds.bonds.first?.longTermKey == key)
        #expect(wire.host.bonds.bonds.first?.keySize == 7)
    }

    @Test func `the tag hands over the keys of a legacy pairing in their order`() throws {
        var wire = Wire(SecuritySettings(signs: true), identityKey: IdentityKey(0x0102)), initiator = Initiator()
        initiator.features.requirements = .bonding
        initiator.identity = (0x99, Wire.central)
        _ = try initiator.pair(over: &wire)
        #expect(initiator.received.map(\.first) == [0x06, 0x07, 0x08, 0x09, 0x0A])
        let bond = try #require(wire.host.bonds.bonds.first)
        #expect(initiator.received[0] == [0x06] + bond.longTermKey.littleEndianBytes)
        #expect(initiator.received[1] == [0x07] + bond.diversifier.littleEndianBytes + bond.random.littleEndianBytes)
        #expect(initiator.received[2] == [0x08, 0x02, 0x01] + [UInt8](repeating: 0, count: 14))
        #expect(initiator.received[3] == hex("09 01 B6B5B4B3B2C1"))
        #expect(initiator.received[4] == [0x0A] + (bond.signingKey?.littleEndianBytes ?? []))
        #expect(bond.diversifier != 0)
    }

    @Test func `a central that gives its identity is known by it, whatever its address`() throws {
        var wire = Wire(), initiator = Initiator(), generator = SeededGenerator(seed: 5)
        let key = IdentityKey(0x1234), identity = DeviceAddress(BluetoothAddress(bits: 0x11), .public)
        wire.handle(.disconnected)
        initiator.address = key.address(using: &generator)
        initiator.identity = (key.value, identity)
        wire.connect(from: initiator.address)
        _ = try initiator.pair(over: &wire)
        let bond = try #require(wire.host.bonds.bonds.first)
        #expect(bond.peer == identity)
        #expect(wire.host.bonds.bond(of: key.address(using: &generator)) == bond)
        #expect(wire.host.bonds.bond(of: Wire.central) == nil)
    }

    @Test func `who does not want a bond leaves none`() throws {
        var wire = Wire(bonds: BondTable(capacity: 0)), initiator = Initiator(requirements: .secureConnections)
        _ = try initiator.pair(over: &wire)
        #expect(wire.host.bonds.bonds == [])
        #expect(wire.state == LinkState(isEncrypted: true, isBonded: false))
    }

    @Test func `pairing anew takes the place of the old bond`() throws {
        var wire = Wire(bonds: BondTable(capacity: 1)), initiator = Initiator()
        let first = try initiator.pair(over: &wire)
        wire.handle(.disconnected)
        wire.connect()
        wire.effects = []
        let second = try initiator.pair(over: &wire)
        #expect(first != second)
        #expect(wire.host.bonds.bonds.map(\.longTermKey) == [second])
    }

    @Test func `one bond too many takes the place of the oldest where the table evicts`() throws {
        var wire = Wire(bonds: BondTable(capacity: 1, evictsOldest: true)), initiator = Initiator()
        _ = try initiator.pair(over: &wire)
        wire.handle(.disconnected)
        let other = DeviceAddress(BluetoothAddress(bits: 0xC0DE_0000_0002), .random)
        wire.connect(from: other)
        wire.effects = []
        initiator.address = other
        let second = try initiator.pair(over: &wire)
        #expect(wire.host.bonds.bonds.map(\.longTermKey) == [second])
        #expect(wire.host.bonds.bond(of: Wire.central) == nil)
    }

    @Test func `the same seed gives the same pairing, another seed another`() throws {
        func key(_ seed: UInt64) throws -> UInt128 {
            var wire = Wire(seed: seed), initiator = Initiator()
            return try initiator.pair(over: &wire)
        }
        #expect(try key(1) == key(1))
        #expect(try key(1) != key(2))
    }

    @Test func `the tag asks for security only while there is none`() throws {
        var wire = Wire(), initiator = Initiator()
        #expect(wire.handle(.securityWanted).map(\.payload) == [hex("0B 09")])
        _ = try initiator.pair(over: &wire)
        #expect(wire.handle(.securityWanted) == [])
    }
}

extension LinkEffect {
    /// Whether the user has something to do.
    fileprivate var isQuestion: Bool {
        switch self {
        case .showPasskey, .askPasskey, .compare: true
        default: false
        }
    }
}
