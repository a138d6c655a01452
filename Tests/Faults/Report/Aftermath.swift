import Glibc
import MQTT
import Messages
import Tracking

/// Whether the service goes on as if nothing had been.
struct Aftermath {
    let fleet: Fleet
    let client: MQTTClient
    let ear: Ear

    /// Sends a new fix of each kind: it is stored and told, an alert goes out, `/ready` says yes, and SIGTERM ends it.
    func check(_ stage: Stage, _ outcome: inout Outcome) async throws {
        let owner = try Name("afterwards")
        let (phone, tracker) = (
            DeviceID(owner: owner, device: try Name("phone")), DeviceID(owner: owner, device: try Name("keys"))
        )
        let now = Timestamp.wall
        try await client.publish(Fleet.location(phone, metres: 0, at: now, sequence: nil))
        try await client.publish(Fleet.location(tracker, metres: 1, at: now, sequence: 1))
        try await client.publish(
            Fleet.location(tracker, metres: 12, at: now.advanced(by: .seconds(1)), sequence: 2)
        )
        let fleet = fleet
        let next = UInt32(fleet.steps + 1)
        for device in fleet.trackers.prefix(20) {
            try await client.publish(Fleet.location(device, metres: 1, at: now, sequence: next))
        }
        try await eventually("a new fix raises an alert") {
            ear.alerts.contains { $0.owner == owner }
        }
        try await eventually("new fixes are told to be stored") {
            ear.stored(tracker) == 2 && fleet.trackers.prefix(20).allSatisfy { ear.stored($0) == next }
        }
        try await eventually("/ready says yes") { stage.readiness == 200 }
        let begin = ContinuousClock.now
        let status = try await stage.endHistory(SIGTERM)
        if status != 0 { outcome.troubles.append("SIGTERM ended it with \(status)") }
        let seconds = begin.duration(to: .now) / .seconds(1)
        if seconds > 15 { outcome.troubles.append("it took \(Int(seconds)) s to end") }
    }
}
