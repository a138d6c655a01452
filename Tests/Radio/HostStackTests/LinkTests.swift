import Bluetooth
import TestSupport
import Testing
import Tracking

@testable import HostStack

/// Several centrals at one tag: what ends with a link is each link's own.
struct LinkTests {
    private static let other = DeviceAddress(BluetoothAddress(bits: 0xB1B2_B3B4_B5B6), .public)
    private static let battery = HostEvent.update(
        AttributeUpdate(Samples.battery, value: [UInt8](repeating: 7, count: 60))
    )

    /// A tag with two links, of which the second is spoken over.
    private func two(limit: Int = 2, identityKey: IdentityKey? = nil) -> Wire {
        var wire = Wire(identityKey: identityKey, linkLimit: limit)
        wire.link = Wire.second
        wire.connect(from: Self.other)
        return wire
    }

    @Test func `each link has its own MTU, packets and subscriptions`() {
        var wire = two()
        #expect(wire.ask("02 4000") == hex("03 0502"))
        wire.handle(.dataLengthChanged(251))
        #expect(wire.ask("12 1100 0100") == hex("13"))
        #expect(wire.handle(Self.battery).map(\.payload) == [hex("1B 1000") + [UInt8](repeating: 7, count: 60)])
        #expect(wire.overheard == [:])
        wire.link = Wire.first
        #expect(wire.ask("0A 1100") == hex("0B 0000"))
        #expect(wire.ask("12 1100 0100") == hex("13"))
        #expect(wire.handle(Self.battery).map(\.payload) == [hex("1B 1000") + [UInt8](repeating: 7, count: 20)])
        #expect(wire.overheard[Wire.second]?.map(\.count) == [63])
        #expect(wire.host.updateLength(on: Wire.first) == 20 && wire.host.updateLength(on: Wire.second) == 61)
    }

    @Test func `the application is told of the first central that subscribes, and when none is left`() {
        var wire = two(limit: 3)
        wire.link = Wire.third
        wire.connect(from: Wire.central)
        for link in [Wire.first, Wire.second, Wire.third] {
            wire.link = link
            _ = wire.ask("12 1100 0100")
        }
        #expect(wire.effects == [.subscribed(Samples.battery, true)])
        wire.link = Wire.first
        _ = wire.ask("12 1100 0000")
        wire.handle(.disconnected)
        wire.link = Wire.second
        _ = wire.ask("12 1100 0000")
        #expect(wire.effects == [.subscribed(Samples.battery, true)])
        #expect(wire.host.subscriptions == [Samples.battery])
        wire.link = Wire.third
        wire.handle(.disconnected)
        #expect(wire.effects == [.subscribed(Samples.battery, true), .subscribed(Samples.battery, false)])
    }

    @Test func `encryption and bond are one link's, and the other goes on without`() throws {
        var wire = two(), initiator = Initiator()
        initiator.address = Self.other
        _ = try initiator.pair(over: &wire)
        #expect(wire.state == LinkState(isEncrypted: true, isBonded: true) && wire.host.hasBondedLink)
        #expect(wire.ask("0A 1400") == hex("0B 010203"))
        wire.link = Wire.first
        #expect(wire.state == LinkState(isEncrypted: false, isBonded: false))
        #expect(wire.ask("0A 1400") == hex("01 0A 1400 05"))
        #expect(wire.key() == nil)
        // What is protected is told to the encrypted link only.
        wire.link = Wire.second
        #expect(wire.ask("12 1500 0200") == hex("13"))
        #expect(wire.handle(.update(AttributeUpdate(Samples.secret, value: [9]))).map(\.payload) == [hex("1D 1400 09")])
        #expect(wire.overheard[Wire.first] == nil)
        wire.handle(.disconnected)
        #expect(!wire.host.hasBondedLink)
    }

    @Test func `a central reads while another one pairs`() throws {
        var wire = two()
        let initiator = Initiator()
        #expect(wire.exchange(initiator.request, on: .security).map(\.first) == [0x02])
        wire.link = Wire.first
        #expect(wire.ask("0A 1000") == hex("0B 5A"))
        #expect(wire.ask("0A 0300") == [0x0B] + Array("Tag".utf8))
        // A second pairing is begun before the first one is over, and done.
        var second = Initiator()
        _ = try second.pair(over: &wire)
        #expect(wire.state == LinkState(isEncrypted: true, isBonded: true))
        #expect(wire.host.bonds.bonds.map(\.peer) == [Wire.central])
        wire.link = Wire.second
        wire.sleep(.seconds(30))
        wire.handle(.tick)
        #expect(wire.effects.last == .pairingFailed(.timeout))
    }

    @Test func `questions to the application find back to who has asked`() {
        var wire = two()
        wire.answersAtOnce = false
        #expect(wire.exchange(hex("0A 1000"), on: .attributes) == [])
        wire.link = Wire.first
        #expect(wire.exchange(hex("0A 1E00"), on: .attributes) == [])
        #expect(wire.handle(.answered(RequestNumber(2), .success([2]))).map(\.payload) == [hex("0B 02")])
        #expect(wire.handle(.answered(RequestNumber(1), .success([1]))) == [])
        #expect(wire.overheard == [Wire.second: [hex("0B 01")]])
    }

    @Test func `each link waits for its own confirmation, and ends without the other`() {
        var wire = two()
        for link in [Wire.first, Wire.second] {
            wire.link = link
            _ = wire.ask("12 0900 0200")
        }
        wire.sleep(.seconds(5))
        #expect(wire.handle(.servicesChanged([])).map(\.payload) == [hex("1D 0800 0100FFFF")])
        #expect(wire.overheard[Wire.first] == [hex("1D 0800 0100FFFF")])
        #expect(wire.exchange(hex("1E"), on: .attributes) == [])
        wire.sleep(.seconds(30))
        #expect(wire.host.handle(.tick, at: wire.now) == [.link(Wire.first, .disconnect(reason: 0x13))])
        #expect(wire.ask("0A 0300") == [0x0B] + Array("Tag".utf8))
    }

    @Test func `a link that is cut drops what it was at, and the other one goes on with its own`() {
        var wire = two()
        let prepared = "16 1900 0000 0102"
        #expect(wire.ask(prepared) == hex("17 1900 0000 0102"))
        wire.link = Wire.first
        #expect(wire.ask("16 1900 0000 0304") == hex("17 1900 0000 0304"))
        wire.handle(.disconnected)
        wire.link = Wire.second
        #expect(wire.ask("18 01") == hex("19"))
        #expect(wire.values[Samples.written] == [1, 2])
        wire.link = Wire.first
        wire.connect()
        #expect(wire.ask("18 01") == hex("19"))
        #expect(wire.values[Samples.written] == [1, 2])
    }

    @Test(arguments: 1...3) func `who comes when all places are taken is sent away, and nobody else is`(limit: Int) {
        var wire = Wire(linkLimit: limit)
        for number in 2..<(limit + 1) { wire.host.take(LinkNumber(number)) }
        #expect(!wire.host.hasRoom)
        let over = wire.host.take(LinkNumber(9))
        // Remote device terminated connection due to low resources.
        #expect(over == [.link(LinkNumber(9), .disconnect(reason: 0x14))])
        #expect(wire.ask("0A 0300") == [0x0B] + Array("Tag".utf8))
        wire.handle(.disconnected)
        #expect(wire.host.hasRoom && wire.host.take(LinkNumber(10)) == [])
    }

    @Test func `bonds of two links are there after a restart, each with its own subscriptions`() throws {
        var wire = two()
        for (link, address, bits) in [(Wire.first, Wire.central, "0100"), (Wire.second, Self.other, "0000")] {
            wire.link = link
            var initiator = Initiator()
            initiator.address = address
            _ = try initiator.pair(over: &wire)
            #expect(wire.ask("12 1100 \(bits)") == hex("13"))
        }
        var again = Wire(bonds: wire.host.bonds, linkLimit: 2)
        again.link = Wire.second
        again.connect(from: Self.other)
        for (link, bits) in [(Wire.first, "0100"), (Wire.second, "0000")] {
            again.link = link
            #expect(again.key() != nil)
            again.handle(.encryptionChanged(isOn: true))
            #expect(again.state == LinkState(isEncrypted: true, isBonded: true))
            #expect(again.ask("0A 1100") == hex("0B \(bits)"))
        }
    }

    @Test(arguments: 0..<16) func `random events on three links leave each of them working`(seed: Int) {
        var wire = Wire(SecuritySettings(inputOutput: .displayYesNo), seed: UInt64(seed), linkLimit: 3)
        var chance = SeededGenerator(seed: UInt64(seed) + 7)
        for _ in 0..<400 {
            wire.link = LinkNumber(Int.random(in: 1...4, using: &chance))
            wire.sleep(.milliseconds(Int64.random(in: 0...3000, using: &chance)))
            switch Int.random(in: 0...9, using: &chance) {
            case 0: wire.connect()
            case 1: wire.handle(.disconnected)
            case 2: wire.handle(.encryptionChanged(isOn: true))
            case 3: wire.handle(.tick)
            case 4: wire.handle(Self.battery)
            case 5: _ = wire.exchange(Initiator().request, on: .security)
            default: _ = wire.exchange(hex("12 1100 0100"), on: .attributes)
            }
            #expect(wire.host.linkStates.count <= 3)
        }
        for number in 1...4 { _ = wire.host.handle(.link(LinkNumber(number), .disconnected), at: wire.now) }
        #expect(!wire.host.isConnected && wire.host.subscriptions == [] && wire.host.nextDeadline == nil)
        for link in [Wire.first, Wire.second, Wire.third] {
            wire.link = link
            wire.connect()
            #expect(wire.ask("0A 1100") == hex("0B 0000"))
        }
    }
}

extension TagHost {
    @discardableResult
    fileprivate mutating func take(_ number: LinkNumber) -> [HostEffect] {
        handle(.link(number, .connected(peer: Wire.central, own: Wire.tag)), at: Timestamp(milliseconds: 0))
    }
}
