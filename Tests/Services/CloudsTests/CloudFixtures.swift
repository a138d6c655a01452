import Clouds
import Foundation
import Logging
import MQTT
import Messages
import ServerSupport
import Settings
import TestSupport
import Tracking

/// What the tests of clouds share.
enum CloudFixtures {
    static let location =
        #"{"_type":"location","lat":46.5512345,"lon":-14.456789,"tst":1777626000,"acc":4.5,"batt":87,"boot":3,"seq":258}"#
    static let token = "0123456789abcdef0123"
    static let topics = Topics()

    static func device(_ text: String) throws -> DeviceID {
        let parts = text.split(separator: "/")
        return DeviceID(owner: try Name(parts[0]), device: try Name(parts[1]))
    }

    static func recorded(_ name: String) throws -> [UInt8] {
        let file = packageRoot.appending(path: "Tests/Services/CloudsTests/Recorded/\(name).json")
        return Array(try Data(contentsOf: file))
    }

    static func body(_ payload: some Sequence<UInt8>, device: Int = 1502, tags: [String] = []) -> [UInt8] {
        let list = tags.map { "\"\($0)\"" }.joined(separator: ",")
        let data = Data(payload).base64EncodedString()
        return Array(#"{"device":{"id":\#(device)},"tags":[\#(list)],"data":"\#(data)"}"#.utf8)
    }

    /// Hologram, with devices 1502 and 1503, at a server of the test.
    static func entry(_ url: String = "http://127.0.0.1:1", key: String? = "s3cr3t-key") throws -> CloudEntry {
        var cloud = HologramCloud()
        cloud.url = url
        cloud.key = key.map { SecretText($0) }
        cloud.port = 4010
        let trackers = ["1502": try device("sam/keys"), "1503": try device("sam/bike")]
        return CloudEntry(name: try Name("hologram"), cloud: cloud, token: SecretText(token), trackers: trackers)
    }

    static func message(_ topic: String, _ text: String, retained: Bool = false) -> Message {
        Message(topic: topic, payload: Array(text.utf8), retained: retained)
    }
}

/// The time of this machine.
struct WallClock: UTCClock {
    var now: Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
    var minimumResolution: Duration { .milliseconds(1) }

    func sleep(until deadline: Timestamp, tolerance: Duration?) async throws {
        try await Task.sleep(for: now.duration(to: deadline))
    }
}

/// Runs a client beside a body, which may publish with it and see what comes.
func withClient<Result>(
    _ broker: TestBroker, hearing filters: [String] = [],
    _ body: (MQTTClient, BusLog) async throws -> Result
) async throws -> Result {
    let session = BusSession(
        clientID: "test-\(UUID().uuidString)", subscriptions: filters.map { .init($0) }, persistent: false
    )
    let client = try MQTTClient(configuration: broker.configuration, session: session, logger: .silent)
    let log = BusLog()
    let run = Task { try await client.run { await log.note($0) } }
    defer { run.cancel() }
    try await eventually { await log.isConnected }
    return try await body(client, log)
}

/// What a client has heard.
actor BusLog {
    private(set) var messages: [Message] = []
    private(set) var isConnected = false

    func note(_ event: BusEvent) {
        switch event {
        case .connected: isConnected = true
        case .disconnected: isConnected = false
        case .received(let batch): messages += batch
        }
    }
}
