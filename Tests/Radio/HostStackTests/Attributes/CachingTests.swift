import Bluetooth
import TestSupport
import Testing

@testable import HostStack

/// Core Specification 5.4, volume 3, part G, section 2.5.2.
struct CachingTests {
    private static let fewer = HostEvent.servicesChanged(Array(Samples.services.prefix(1)))

    @Test func `who has subscribed is told that the services have changed`() {
        var wire = Wire()
        #expect(wire.ask("12 0900 0200") == hex("13"))
        #expect(wire.handle(Self.fewer).map(\.payload) == [hex("1D 0800 0100FFFF")])
        #expect(wire.exchange(hex("1E"), on: .attributes) == [])
        #expect(wire.ask("10 1200 FFFF 0028") == hex("01 10 1200 0A"))
    }

    @Test func `services that stay the same are no change`() {
        var wire = Wire()
        _ = wire.ask("12 0900 0200")
        #expect(wire.handle(.servicesChanged(Samples.services)) == [])
    }

    @Test func `a client with robust caching is told once before it gets a value`() {
        var wire = Self.robust()
        wire.handle(Self.fewer)
        // It may discover, but not read, and its commands and subscriptions are void.
        #expect(wire.ask("04 1100 1100") == hex("05 01 1100 0229"))
        #expect(wire.handle(.update(AttributeUpdate(Samples.battery, value: [1]))) == [])
        #expect(wire.ask("0A 1000") == hex("01 0A 1000 12"))
        #expect(wire.ask("0A 1000") == hex("0B 5A"))
        #expect(wire.handle(.update(AttributeUpdate(Samples.battery, value: [1]))).count == 1)
    }

    @Test func `a client that reads the hash knows of the change`() {
        var wire = Self.robust()
        let before = wire.ask("08 0100 FFFF 2A2B")
        wire.handle(Self.fewer)
        #expect(wire.ask("08 0100 FFFF 2A2B") != before)
        #expect(wire.ask("0A 1000") == hex("0B 5A"))
    }

    @Test func `a client that confirms the change knows of it`() {
        var wire = Self.robust()
        _ = wire.ask("12 0900 0200")
        #expect(wire.handle(Self.fewer).count == 1)
        _ = wire.exchange(hex("1E"), on: .attributes)
        #expect(wire.ask("0A 1000") == hex("0B 5A"))
    }

    @Test(arguments: [
        "0A 1000", "0C 1000 0000", "0E 1000 0500", "20 1000 0500", "12 1000 00", "16 1000 0000 00", "08 0100 FFFF 192A",
    ])
    func `every request that relies on handles is held back`(request: String) {
        var wire = Self.robust()
        wire.handle(Self.fewer)
        #expect(wire.ask(request).last == 0x12)
    }

    @Test func `a client without robust caching is not held back`() {
        var wire = Wire()
        wire.handle(Self.fewer)
        #expect(wire.ask("0A 1000") == hex("0B 5A"))
    }

    @Test func `a feature that is set stays set`() {
        var wire = Self.robust()
        #expect(wire.ask("12 0B00 00") == hex("01 12 0B00 13"))
        #expect(wire.ask("0A 0B00") == hex("0B 01"))
    }

    @Test func `a bonded client learns on its return what has changed meanwhile`() throws {
        var wire = try BondTests.bonded(isSecure: true)
        _ = wire.ask("12 0900 0200")
        _ = wire.ask("12 0B00 01")
        _ = wire.ask("12 1500 0200")
        wire.handle(.disconnected)
        wire.handle(Self.fewer)
        wire.effects = []
        wire.connect()
        #expect(wire.key() != nil)
        let frames = wire.handle(.encryptionChanged(isOn: true))
        #expect(frames.map(\.payload) == [hex("1D 0800 0100FFFF")])
        // Its subscription to what is gone is not restored.
        #expect(wire.host.subscriptions == [AttributeDatabase.serviceChanged])
        #expect(wire.ask("0A 1000") == hex("01 0A 1000 12"))
    }

    private static func robust() -> Wire {
        var wire = Wire()
        _ = wire.ask("12 1100 0100")
        _ = wire.ask("12 0B00 01")
        return wire
    }
}
