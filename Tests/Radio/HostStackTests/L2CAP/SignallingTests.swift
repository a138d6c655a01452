import TestSupport
import Testing
import Tracking

@testable import HostStack

struct SignallingTests {
    private static let parameters = ConnectionParameters(interval: 24...40, latency: 4, timeout: 600)

    @Test func `what a tag does not do is rejected as not understood`() {
        var wire = Wire()
        // A connection parameter update request is the peripheral's to send; 14 asks for a channel.
        #expect(wire.exchange(hex("12 05 0800 1800 2800 0400 5802"), on: .signalling) == [hex("01 05 0200 0000")])
        #expect(wire.exchange(hex("14 06 0000"), on: .signalling) == [hex("01 06 0200 0000")])
        #expect(wire.exchange(hex("FF 07 0000"), on: .signalling) == [hex("01 07 0200 0000")])
    }

    @Test func `a packet over 23 bytes is rejected with the length that is taken`() {
        var wire = Wire()
        let long = hex("12 05 1400") + [UInt8](repeating: 0, count: 20)
        #expect(wire.exchange(long, on: .signalling) == [hex("01 05 0400 0100 1700")])
    }

    @Test(arguments: [
        "", "12", "12 05", "12 05 08", "12 00 0000", "12 05 0900 00", "01 05 0200 0000", "13 09 0200 0000",
    ])
    func `a packet that is none, or an answer to nothing, is passed over`(packet: String) {
        var wire = Wire()
        #expect(wire.exchange(hex(packet), on: .signalling) == [])
        #expect(wire.effects == [])
    }

    @Test(arguments: [
        ("13 01 0200 0000", true), ("13 01 0200 0100", false), ("01 01 0200 0000", false),
    ])
    func `the central's answer to new parameters is told`(answer: String, isAccepted: Bool) throws {
        var wire = Wire()
        let frames = wire.handle(.parametersWanted(try #require(Self.parameters)))
        #expect(frames.map(\.payload) == [hex("12 01 0800 1800 2800 0400 5802")])
        #expect(wire.exchange(hex(answer), on: .signalling) == [])
        #expect(wire.effects == [.parametersAnswered(isAccepted: isAccepted)])
        #expect(wire.host.nextDeadline == nil)
    }

    @Test func `no answer within 30 s is a no`() throws {
        var wire = Wire()
        wire.handle(.parametersWanted(try #require(Self.parameters)))
        wire.sleep(.seconds(29))
        wire.handle(.tick)
        #expect(wire.effects == [])
        wire.sleep(.seconds(1))
        wire.handle(.tick)
        #expect(wire.effects == [.parametersAnswered(isAccepted: false)])
    }

    @Test(
        arguments: [
            (5...40, 0, 100), (24...3201, 0, 100), (24...40, 500, 3200), (24...40, 0, 9), (24...40, 0, 3201),
            // The link would be lost before the tag has to answer.
            (400...400, 9, 1000),
        ] as [(ClosedRange<UInt16>, UInt16, UInt16)]
    )
    func `parameters outside the specification are none`(
        interval: ClosedRange<UInt16>,
        latency: UInt16,
        timeout: UInt16
    ) {
        #expect(ConnectionParameters(interval: interval, latency: latency, timeout: timeout) == nil)
    }
}
