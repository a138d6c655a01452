import JSON
import Tracking

/// The parts of a ``DiscoveryMessage`` as Home Assistant reads them.
struct DiscoveryParts {
    let message: DiscoveryMessage
    let topics: Topics

    var device: DeviceID { message.device }

    var document: JSONValue {
        [
            "device": about,
            "origin": ["name": "Tagalong", "sw_version": .text(message.version)],
            "components": .object(JSONMembers(sensors + controls)),
            "availability_mode": "all",
            "availability": [history],
            "qos": .number(1),
        ]
    }

    private var about: JSONValue {
        [
            "identifiers": [.text(identifier)],
            "name": .text(message.item),
            "manufacturer": "Tagalong",
            "model": message.model.map(JSONValue.text),
            "sw_version": message.firmware.map(JSONValue.text),
            "configuration_url": message.link.map(JSONValue.text),
        ]
    }

    /// A slash is in no name, so that no two trackers share it.
    private var identifier: String { "tagalong/\(device)" }

    /// What the service knows stays true while the tracker sleeps, and is unknown without the service.
    var history: JSONValue { availability(topics.historyStatus) }

    func availability(_ topic: String, _ template: String? = nil) -> JSONValue {
        [
            "topic": .text(topic), "value_template": template.map(JSONValue.text), "payload_available": "online",
            "payload_not_available": "offline",
        ]
    }

    /// A component by its key.
    typealias Component = (String, JSONValue?)

    /// Each says its quality of service: Home Assistant 2025.4 goes by none that stands beside them all.
    func component(_ platform: String, _ id: String, _ name: String?, _ rest: JSONMembers) -> Component {
        let start: JSONMembers = [
            "platform": .text(platform), "unique_id": .text("\(identifier)/\(id)"),
            "name": name.map(JSONValue.text) ?? .null, "qos": .number(1),
        ]
        return (id, .object(start + rest))
    }
}
