import Bluetooth
import TestSupport
import Testing
import Tracking

@testable import HostStack

struct PrivacyTests {
    /// Core Specification 5.4, volume 3, part H, appendix D.7.
    @Test func `the sample address is resolved`() {
        let key = IdentityKey(0xec02_34a3_57c8_ad05_3410_10a6_0a39_7d9b)
        #expect(key.resolves(DeviceAddress(BluetoothAddress(bits: 0x7081_940d_fbaa), .random)))
        #expect(!key.resolves(DeviceAddress(BluetoothAddress(bits: 0x7081_940d_fbab), .random)))
        #expect(!key.resolves(DeviceAddress(BluetoothAddress(bits: 0x7081_940d_fbaa), .public)))
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `an address is resolved by the key that made it, and by no other`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let key = IdentityKey(using: &generator), other = IdentityKey(using: &generator)
        let address = key.address(using: &generator)
        #expect(address.isResolvable && !address.isIdentity)
        #expect(key.resolves(address))
        #expect(!other.resolves(address))
        #expect(DeviceAddress.randomStatic(using: &generator).isStatic)
    }

    @Test func `an empty key resolves nothing`() {
        var generator = SeededGenerator(seed: 1)
        #expect(!IdentityKey(0).resolves(IdentityKey(0).address(using: &generator)))
    }

    @Test func `a private address changes after its interval, and when asked`() {
        let key = IdentityKey(7), start = Timestamp(milliseconds: 0)
        let settings = HostSettings(name: "Tag", addressInterval: .seconds(900))
        var host = TagHost(
            settings: settings,
            identity: Wire.tag,
            identityKey: key,
            services: [],
            generator: SeededGenerator(seed: 3),
            at: start
        )
        let first = host.address, due = start.advanced(by: .seconds(900))
        #expect(key.resolves(first))
        #expect(host.nextDeadline == due)
        #expect(host.handle(.tick, at: start.advanced(by: .seconds(899))) == [])
        #expect(host.handle(.tick, at: due) == [.addressChanged(host.address)])
        #expect(host.address != first && key.resolves(host.address))
        let second = host.address
        #expect(host.handle(.addressRenewal, at: due) == [.addressChanged(host.address)])
        #expect(host.address != second && key.resolves(host.address))
    }

    @Test func `without an interval the address stays until somebody wants another one`() {
        let key = IdentityKey(7)
        var wire = Wire(identityKey: key)
        wire.sleep(.seconds(10_000))
        wire.handle(.tick)
        #expect(wire.effects == [] && wire.addresses == [] && wire.host.address == Wire.tag)
        wire.handle(.addressRenewal)
        #expect(wire.addresses == [wire.host.address] && key.resolves(wire.host.address))
    }

    @Test func `without a key the address stays`() {
        var wire = Wire()
        wire.handle(.addressRenewal)
        #expect(wire.effects == [] && wire.addresses == [] && wire.host.address == Wire.tag)
    }
}
