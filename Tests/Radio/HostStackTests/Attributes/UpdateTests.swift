import Bluetooth
import TestSupport
import Testing
import Tracking

@testable import HostStack

struct UpdateTests {
    @Test func `a value is notified to who has subscribed, as much as the MTU holds`() {
        var wire = Wire()
        let update = HostEvent.update(AttributeUpdate(Samples.battery, value: [UInt8](repeating: 7, count: 30)))
        #expect(wire.handle(update) == [])
        #expect(wire.ask("12 1100 0100") == hex("13"))
        #expect(wire.effects == [.subscribed(Samples.battery, true)])
        #expect(wire.handle(update).map(\.payload) == [hex("1B 1000") + [UInt8](repeating: 7, count: 20)])
        #expect(wire.ask("0A 1100") == hex("0B 0100"))
        #expect(wire.host.subscriptions == [Samples.battery])
        #expect(wire.ask("12 1100 0000") == hex("13"))
        #expect(wire.effects.last == .subscribed(Samples.battery, false))
        #expect(wire.handle(update) == [])
    }

    @Test func `subscribing twice is told once`() {
        var wire = Wire()
        _ = wire.ask("12 1100 0100")
        _ = wire.ask("12 1100 0100")
        #expect(wire.effects == [.subscribed(Samples.battery, true)])
    }

    @Test func `indications go one by one, each after the last is confirmed`() throws {
        var wire = try Self.indicating()
        let first = wire.handle(.update(AttributeUpdate(Samples.secret, value: [1])))
        #expect(first.map(\.payload) == [hex("1D 1400 01")])
        #expect(wire.handle(.update(AttributeUpdate(Samples.secret, value: [2]))) == [])
        #expect(wire.exchange(hex("1E 00"), on: .attributes) == [])
        #expect(wire.ask("1E") == hex("1D 1400 02"))
        #expect(wire.exchange(hex("1E"), on: .attributes) == [])
        #expect(wire.exchange(hex("1E"), on: .attributes) == [])
        #expect(wire.host.nextDeadline == nil)
    }

    @Test func `without a confirmation for 30 s the link ends, and nothing more is said`() throws {
        var wire = try Self.indicating()
        wire.handle(.update(AttributeUpdate(Samples.secret, value: [1])))
        #expect(wire.host.nextDeadline == wire.now.advanced(by: .seconds(30)))
        wire.sleep(.seconds(30))
        wire.handle(.tick)
        #expect(wire.effects.last == .disconnect(reason: 0x13))
        #expect(wire.exchange(hex("0A 0300"), on: .attributes) == [])
        #expect(wire.handle(.update(AttributeUpdate(Samples.secret, value: [1]))) == [])
        wire.handle(.disconnected)
        wire.connect()
        #expect(wire.ask("0A 0300") == [0x0B] + Array("Tag".utf8))
    }

    @Test func `of indications that wait the oldest go`() throws {
        var wire = try Self.indicating()
        for number in 0..<200 { wire.handle(.update(AttributeUpdate(Samples.secret, value: [UInt8(number)]))) }
        #expect(wire.ask("1E") == hex("1D 1400") + [UInt8(200 - ATTServer.indicationLimit)])
    }

    @Test func `what is protected is not told over a link that is not encrypted`() throws {
        var wire = try Self.indicating()
        wire.handle(.encryptionChanged(isOn: false))
        #expect(wire.handle(.update(AttributeUpdate(Samples.secret, value: [1]))) == [])
    }

    /// A link on which the central has subscribed to the protected value.
    private static func indicating() throws -> Wire {
        var wire = Wire(), initiator = Initiator()
        _ = try initiator.pair(over: &wire)
        #expect(wire.ask("12 1500 0200") == hex("13"))
        return wire
    }
}
