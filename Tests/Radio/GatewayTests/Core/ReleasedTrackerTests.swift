import Bluetooth
import Messages
import Testing
import Tracking

@testable import Gateway

/// A gateway whose trackers are given once, as that of a scenario, and one of them is let go.
@Suite struct ReleasedTrackerTests {
    private let topics = Topics()
    private let start = Timestamp(seconds: 1_777_000_000)

    private func device(_ name: String) throws -> DeviceID { DeviceID(owner: try Name("sam"), device: try Name(name)) }

    private func at(_ seconds: Int64) -> Timestamp { start.advanced(by: .seconds(seconds)) }

    /// What a gateway publishes of a device while it is heard, and while nobody hears it.
    private func told(_ gateway: inout GatewayCore, of device: DeviceID, from second: Int64) -> [String] {
        var actions: [GatewayCore.Action] = []
        for elapsed in second..<second + 3 { gateway.noticed(.heard(device, rssi: -60), at: at(elapsed), &actions) }
        for elapsed in second + 3..<second + 60 { gateway.tick(at: at(elapsed), &actions) }
        return actions.compactMap { action in
            guard case .publish(let message) = action, message.topic == topics.proximity(device) else { return nil }
            return message.topic
        }
    }

    @Test func `nothing is told of a tracker that has forgotten its owner`() throws {
        let (kite, van) = (try device("kite"), try device("van"))
        var gateway = GatewayCore(GatewayCore.Configuration(id: try Name("hall"), trackers: [kite, van]))
        #expect(!told(&gateway, of: kite, from: 0).isEmpty)
        var actions: [GatewayCore.Action] = []
        let state = ReportedState(
            version: 3, power: .off, reportEvery: 600, mode: .auto, firmware: "1", model: "T1", boot: 1, battery: 80,
            activeMode: .bluetooth, isRegistered: false
        )
        let goodbye = Message(topic: topics.reported(kite), payload: state.encoded())
        gateway.received(goodbye, at: at(60), &actions)
        let offline = Message(
            topic: topics.availability(kite), payload: Availability.offline.encoded(), retained: true
        )
        #expect(actions.contains(.publish(offline)))
        #expect(told(&gateway, of: kite, from: 61).isEmpty)
        #expect(!told(&gateway, of: van, from: 61).isEmpty)
    }

    @Test func `nothing is told of a tag of another make that nobody wants any more`() throws {
        let (tag, kite) = (try device("tag"), try device("kite"))
        var configuration = GatewayCore.Configuration(id: try Name("hall"), trackers: [tag, kite])
        configuration.ownerless = [tag]
        var gateway = GatewayCore(configuration)
        #expect(!told(&gateway, of: tag, from: 0).isEmpty)
        var actions: [GatewayCore.Action] = []
        for device in [tag, kite] {
            let end = DesiredState(version: 3, power: .off, isRegistered: false)
            let message = Message(topic: topics.desired(device), payload: end.encoded(), retained: true)
            gateway.received(message, at: at(60), &actions)
        }
        #expect(told(&gateway, of: tag, from: 61).isEmpty)
        // A tracker of ours has to forget its owner first.
        #expect(!told(&gateway, of: kite, from: 61).isEmpty)
    }
}
