import Bluetooth
import TestSupport
import Testing

@testable import HostStack

struct BondTests {
    @Test(arguments: [true, false])
    func `a bonded central comes back with its key, and its subscriptions are still there`(isSecure: Bool) throws {
        var wire = try Self.bonded(isSecure: isSecure)
        let bond = try #require(wire.host.bonds.bonds.first)
        #expect(wire.ask("12 1500 0200") == hex("13"))
        Self.reconnect(&wire)
        // It has a key, so that encrypting is enough.
        #expect(wire.ask("0A 1400") == hex("01 0A 1400 0F"))
        #expect(wire.key(diversifier: bond.diversifier, random: bond.random) == bond.longTermKey)
        wire.handle(.encryptionChanged(isOn: true))
        #expect(wire.effects.last == .subscribed(Samples.secret, true))
        #expect(wire.state == LinkState(isEncrypted: true, isBonded: true))
        #expect(wire.ask("0A 1400") == hex("0B 010203"))
        #expect(wire.handle(.update(AttributeUpdate(Samples.secret, value: [9]))).map(\.payload) == [hex("1D 1400 09")])
    }

    @Test(arguments: [(1, 0), (0, 1), (0xFFFF, UInt64.max)] as [(UInt16, UInt64)])
    func `a key by another name is not there`(diversifier: UInt16, random: UInt64) throws {
        var wire = try Self.bonded(isSecure: true)
        Self.reconnect(&wire)
        #expect(wire.key(diversifier: diversifier, random: random) == nil)
    }

    @Test func `a stranger has no key, and a forgotten central has none any more`() throws {
        var wire = try Self.bonded(isSecure: true)
        wire.handle(.disconnected)
        wire.effects = []
        wire.connect(from: DeviceAddress(BluetoothAddress(bits: 0x33), .public))
        #expect(wire.key() == nil)
        Self.reconnect(&wire)
        wire.host.bonds.remove(Wire.central)
        #expect(wire.key() == nil)
        #expect(wire.ask("0A 1400") == hex("01 0A 1400 05"))
    }

    @Test func `a central that is forgotten while connected is bonded no longer`() throws {
        var wire = try Self.bonded(isSecure: true)
        wire.host.bonds.removeAll()
        #expect(wire.state == LinkState(isEncrypted: true, isBonded: false))
        wire.handle(.tick)
        #expect(wire.host.bonds.bonds == [])
    }

    @Test func `encryption without a key that was asked for is no bond`() {
        var wire = Wire()
        wire.handle(.encryptionChanged(isOn: true))
        #expect(wire.state == LinkState(isEncrypted: true, isBonded: false))
        wire.handle(.encryptionChanged(isOn: false))
        #expect(wire.state == LinkState(isEncrypted: false, isBonded: false))
    }

    @Test func `bonds outlive a restart of the tag`() throws {
        let old = try Self.bonded(isSecure: true)
        var wire = Wire(bonds: old.host.bonds)
        let key = try #require(old.host.bonds.bonds.first?.longTermKey)
        #expect(wire.key() == key)
        wire.handle(.disconnected)
        #expect(wire.key() == nil)
    }

    private static let bonds = (1...3).map { number in
        Bond(
            peer: DeviceAddress(BluetoothAddress(bits: UInt64(number)), .public),
            longTermKey: UInt128(number),
            diversifier: 0,
            random: 0,
            keySize: 16,
            isAuthenticated: false,
            isSecureConnections: true
        )
    }

    @Test func `a full table that evicts gives the place of the oldest bond, which is not one that paired again`() {
        let bonds = Self.bonds
        var table = BondTable(Array(bonds[..<2]), capacity: 2, evictsOldest: true)
        _ = table.insert(bonds[0], from: bonds[0].peer)
        #expect(table.bonds == [bonds[1], bonds[0]])
        #expect(table.hasRoom(for: bonds[2].peer))
        let hasInserted = table.insert(bonds[2], from: bonds[2].peer)
        #expect(hasInserted)
        #expect(table.bonds == [bonds[0], bonds[2]])
        var none = BondTable(capacity: 0, evictsOldest: true)
        #expect(!none.hasRoom(for: bonds[0].peer))
        let hasInsertedNone = none.insert(bonds[0], from: bonds[0].peer)
        #expect(!hasInsertedNone)
    }

    @Test func `a table holds no more than its capacity`() {
        let bonds = Self.bonds
        var table = BondTable(bonds, capacity: 2)
        #expect(table.bonds == Array(bonds[..<2]))
        #expect(!table.hasRoom(for: bonds[2].peer))
        #expect(table.hasRoom(for: bonds[1].peer))
        let hasInserted = table.insert(bonds[2], from: bonds[2].peer)
        #expect(!hasInserted)
        #expect(table.bonds == Array(bonds[..<2]))
        table.removeAll()
        #expect(table.bonds == [])
    }

    static func bonded(isSecure: Bool) throws -> Wire {
        var wire = Wire(), initiator = Initiator()
        if !isSecure { initiator.features.requirements = .bonding }
        _ = try initiator.pair(over: &wire)
        return wire
    }

    static func reconnect(_ wire: inout Wire) {
        wire.handle(.disconnected)
        wire.effects = []
        wire.connect()
    }
}
