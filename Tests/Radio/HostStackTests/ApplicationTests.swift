import Bluetooth
import TestSupport
import Testing
import Tracking

@testable import HostStack

struct ApplicationTests {
    /// Answers a write with a notification of the battery, and a subscription with its value.
    private struct Echo: TagApplication {
        var written: [[UInt8]] = []

        mutating func read(_ attribute: AttributeName, over link: LinkState) throws(AttributeError) -> [UInt8] {
            guard attribute == Samples.battery else { throw .unlikely }
            return [88]
        }

        mutating func write(
            _ value: [UInt8],
            to attribute: AttributeName,
            over link: LinkState
        ) throws(AttributeError) -> [AttributeUpdate] {
            guard value != [0xFF] else { throw .valueNotAllowed }
            written.append(value)
            return [AttributeUpdate(Samples.battery, value: value)]
        }

        mutating func subscribed(to attribute: AttributeName, _ isSubscribed: Bool) -> [AttributeUpdate] {
            isSubscribed ? [AttributeUpdate(attribute, value: [88])] : []
        }
    }

    @Test(arguments: [
        ("0A 1000", ["0B 58"]), ("0A 1B00", ["01 0A 1B00 0E"]), ("12 1900 01", ["13", "1B 1000 01"]),
        ("12 1900 FF", ["01 12 1900 13"]), ("52 1700 02", ["1B 1000 02"]), ("52 1700 FF", []),
        ("12 1100 0000", ["13"]), ("12 1100 0100", ["13"]), ("0E 1000 1000", ["0F 58 58"]),
    ])
    func `the application is asked at once`(request: String, answers: [String]) {
        var wire = Wire(), application = Echo()
        _ = wire.ask("12 1100 0100")
        let frame = L2CAPFrame(channel: 4, payload: hex(request))
        let event = HostEvent.link(Wire.first, .received(ACLFragment(frame.bytes, isStart: true)))
        let effects = wire.host.handle(event, at: wire.now, serving: &application)
        let expected = answers.map { L2CAPFrame(channel: 4, payload: hex($0)).bytes }
        #expect(effects == expected.map { .link(Wire.first, .send(ACLFragment($0, isStart: true))) })
    }

    @Test func `who subscribes gets a value after the answer`() {
        var wire = Wire(), application = Echo()
        let frame = L2CAPFrame(channel: 4, payload: hex("12 1100 0100"))
        let event = HostEvent.link(Wire.first, .received(ACLFragment(frame.bytes, isStart: true)))
        let effects = wire.host.handle(event, at: wire.now, serving: &application)
        let expected = ["13", "1B 1000 58"].map { L2CAPFrame(channel: 4, payload: hex($0)).bytes }
        #expect(effects == expected.map { .link(Wire.first, .send(ACLFragment($0, isStart: true))) })
    }

    @Test func `what is the user's or the link layer's is left`() {
        var wire = Wire(), application = Echo()
        let effects = wire.host.handle(.link(Wire.first, .disconnected), at: wire.now, serving: &application)
        #expect(effects == [])
        #expect(application.written == [])
        let connected = HostEvent.link(Wire.first, .connected(peer: Wire.central, own: Wire.tag))
        _ = wire.host.handle(connected, at: wire.now, serving: &application)
        let request = L2CAPFrame(channel: 6, payload: Initiator().request).bytes
        let received = HostEvent.link(Wire.first, .received(ACLFragment(request, isStart: true)))
        _ = wire.host.handle(received, at: wire.now, serving: &application)
        let late = wire.now.advanced(by: .seconds(30))
        let left = wire.host.handle(.tick, at: late, serving: &application)
        #expect(left == [.link(Wire.first, .pairingFailed(.timeout))])
    }
}
