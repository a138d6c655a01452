import Foundation
import Logging
import MQTT
import Messages
import TestSupport
import Tracking

/// What devices send in these tests: Sam stands still, and a tracker is somewhere north of Sam.
enum Traffic {
    static let home = (latitude: 46.0569, longitude: 14.5058)

    static func device(_ name: String) throws -> DeviceID {
        DeviceID(owner: try Name("sam"), device: try Name(name))
    }

    /// An exact position so many metres north of home; a phone's without a mark.
    static func location(
        _ name: String,
        metres: Double,
        at time: Timestamp,
        sequence: UInt32? = nil
    ) throws -> Message {
        let coordinate = try Coordinate(latitude: home.latitude + metres / 111_170, longitude: home.longitude)
        let location = LocationMessage(
            fix: Fix(coordinate: coordinate, time: time, accuracy: 0),
            battery: 87,
            mark: sequence.map { FixMark(boot: 1, sequence: $0) },
            mode: sequence == nil ? nil : .bluetooth,
            source: sequence == nil ? nil : .gnss
        )
        return Message(topic: Topics().location(try device(name)), payload: location.encoded())
    }

    /// The present moment, as the program sees it.
    static var now: Timestamp { Timestamp(seconds: Date().timeIntervalSince1970) }
}

/// Notes what a client receives.
actor Received {
    private(set) var messages: [Message] = []
    private(set) var isConnected = false
    private(set) var connections = 0

    func note(_ event: BusEvent) {
        switch event {
        case .connected: (isConnected, connections) = (true, connections + 1)
        case .received(let batch): messages += batch
        case .disconnected: isConnected = false
        }
    }
}

/// Runs a client beside the body, from when it is connected to the end of the body.
func withClient<Result: Sendable>(
    of configuration: MQTTConfiguration,
    subscribing filters: String...,
    body: (MQTTClient, Received) async throws -> Result
) async throws -> Result {
    var configuration = configuration
    configuration.backoff = .init(first: .milliseconds(20), most: .milliseconds(100))
    let session = BusSession(
        clientID: "test-\(UUID().uuidString)",
        subscriptions: filters.map { .init($0) },
        persistent: false
    )
    let client = try MQTTClient(configuration: configuration, session: session, logger: .silent)
    let received = Received()
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await client.run { await received.note($0) } }
        try await eventually { await received.isConnected }
        let result = try await body(client, received)
        group.cancelAll()
        return result
    }
}
