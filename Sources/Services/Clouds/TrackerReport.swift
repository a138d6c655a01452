internal import Bluetooth
internal import Messages
internal import Tracking

/// What a tracker has sent over its cloud, as the message that it would have published itself.
enum TrackerReport {
    /// The message of a payload: one of the JSON objects of docs/messages.md, which is passed on as it is, or the compact
    /// fix of docs/protocol.md, which becomes a location.
    ///
    /// Whether what stands in an object is right is for the history service to judge, as of any tracker's.
    /// - Throws: ``CloudRefusal/payload(_:)`` for anything else.
    static func message(
        _ payload: [UInt8], from device: DeviceID, _ topics: Topics
    ) throws(CloudRefusal) -> Message {
        if payload.first == format { return try location(ofFix: payload, from: device, topics) }
        let type: String?
        do {
            type = try ExtraKey.keys(of: payload).last { $0.name == "_type" }?.unescaped
        } catch {
            throw .payload("data: one of a tracker's JSON objects or a fix of \(SentFix.size) bytes is expected")
        }
        // Retained or not as a tracker publishes them over MQTT.
        switch type {
        case "location": return Message(topic: topics.location(device), payload: payload, retained: true)
        case "reported": return Message(topic: topics.reported(device), payload: payload, retained: true)
        case "result": return Message(topic: topics.result(device), payload: payload)
        default:
            let found = type.map { "'\($0.excerpt(40))'" } ?? "none"
            throw .payload("data: the '_type' location, reported or result is expected, found \(found)")
        }
    }

    /// How each compact value begins.
    private static let format: UInt8 = 1

    private static func location(
        ofFix bytes: [UInt8], from device: DeviceID, _ topics: Topics
    ) throws(CloudRefusal) -> Message {
        let sent: SentFix
        do { sent = try SentFix(gattValue: bytes) } catch { throw .payload("data: \(error)") }
        let location = LocationMessage(
            sent.fix, createdAt: sent.sent, gateway: nil, initials: device.device.initials
        )
        return Message(topic: topics.location(device), payload: location.encoded(), retained: true)
    }
}
