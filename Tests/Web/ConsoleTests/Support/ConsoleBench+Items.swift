import API
import Console
import Foundation
import Messages
import ServerSupport
import Tracking
import Web

extension ConsoleBench {
    /// Has a tracker `sam/keys` report what it is and where, so that there is an item.
    func meetKeys(at time: Timestamp? = nil) async throws {
        let keys = try DeviceID(owner: Name("sam"), device: Name("keys"))
        let time = time ?? WallClock().now
        let reported = ReportedState(
            version: 1,
            power: .on,
            reportEvery: 600,
            mode: .auto,
            firmware: "1.2.0",
            model: "T1",
            boot: 17,
            battery: 87,
            activeMode: .cellular
        )
        let desired = DesiredState(version: 1, reportEvery: 600, item: try ItemName("Keys"))
        try await ingest([
            Message(topic: topics.reported(keys), payload: reported.encoded(), retained: true),
            Message(topic: topics.desired(keys), payload: desired.encoded(), retained: true),
            Message(topic: topics.availability(keys), payload: Availability.online.encoded(), retained: true),
            try fix(of: keys, at: time, sequence: 1),
        ])
    }

    /// A position of a tracker.
    func fix(of device: DeviceID, at time: Timestamp, sequence: UInt32, north: Double = 0) throws -> Message {
        let start = try Coordinate(latitude: 52.52, longitude: 13.405)
        let location = LocationMessage(
            fix: Fix(coordinate: start.offset(north: north, east: 0), time: time, accuracy: 4.5),
            battery: 87,
            mark: FixMark(boot: 17, sequence: sequence),
            mode: .cellular,
            source: .gnss
        )
        return Message(topic: topics.location(device), payload: location.encoded(), retained: true)
    }

    func send(
        _ method: String,
        _ path: String,
        json: String,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        var headers = headers
        headers["Content-Type"] = "application/json"
        return try await send(method, path, headers: headers, body: json)
    }
}

extension ConsoleBench.Answer {
    /// The body as a JSON object; empty for anything else.
    var object: [String: Any] { get throws { try json() as? [String: Any] ?? [:] } }
}

extension [String: Any] {
    /// A member that is a list of objects; empty for anything else.
    func list(_ key: String) -> [[String: Any]] { self[key] as? [[String: Any]] ?? [] }
}

extension ConsoleBench {
    /// Has a gateway `attic` say that it is there, and waits until the console knows.
    func meetAttic() async throws {
        let topic = topics.gatewayStatus(try Name("attic"))
        let status = GatewayStatus(state: .online, adapters: [.init(name: "hci0", health: "scanning")])
        try await feed.publish(Message(topic: topic, payload: status.encoded(), retained: true))
        while await feed.latest(topic) == nil { try await Task.sleep(for: .milliseconds(5)) }
    }
}
