import JSON
import Tracking

/// The parts of a ``DiscoveryMessage`` as Home Assistant reads them.
struct DiscoveryParts {
    let message: DiscoveryMessage
    let topics: Topics

    var device: DeviceID { message.device }

    var document: JSONValue {
        Self.document(about, sensors + controls + events + [photo], message.version, topics)
    }

    /// A device, and what there is of it.
    static func document(
        _ about: JSONValue, _ components: [Component], _ version: String, _ topics: Topics
    ) -> JSONValue {
        [
            "device": about,
            "origin": ["name": "Tagalong", "sw_version": .text(version)],
            "components": .object(JSONMembers(components)),
            "availability_mode": "all",
            "availability": [availability(topics.historyStatus)],
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
    var history: JSONValue { Self.availability(topics.historyStatus) }

    func availability(_ topic: String, _ template: String? = nil) -> JSONValue { Self.availability(topic, template) }

    static func availability(_ topic: String, _ template: String? = nil) -> JSONValue {
        [
            "topic": .text(topic), "value_template": template.map(JSONValue.text), "payload_available": "online",
            "payload_not_available": "offline",
        ]
    }

    /// Home Assistant does not look at a picture: it believes the type that stands here.
    ///
    /// When the photo was set is for the history service, which knows by it which one the broker keeps; Home Assistant
    /// passes over keys of a component that it does not know.
    private var photo: Component {
        guard let photo = message.photo else { return absent("photo", of: "image") }
        return component(
            "image",
            "photo",
            "Photo",
            [
                "image_topic": .text(topics.photo(device)), "content_type": .text(photo.type),
                "updated_ms": .number(Double(photo.updated.milliseconds)),
            ]
        )
    }

    /// A component that there is not: Home Assistant keeps one that is only left out, and removes one that says no more
    /// than its platform.
    func absent(_ id: String, of platform: String) -> Component { (id, ["platform": .text(platform)]) }

    /// A component by its key.
    typealias Component = (String, JSONValue?)

    func component(_ platform: String, _ id: String, _ name: String?, _ rest: JSONMembers) -> Component {
        Self.component(platform, id, of: identifier, name, rest)
    }

    /// Each says its quality of service: Home Assistant 2025.4 goes by none that stands beside them all.
    static func component(
        _ platform: String, _ id: String, of identifier: String, _ name: String?, _ rest: JSONMembers
    ) -> Component {
        let start: JSONMembers = [
            "platform": .text(platform), "unique_id": .text("\(identifier)/\(id)"),
            "name": name.map(JSONValue.text) ?? .null, "qos": .number(1),
        ]
        return (id, .object(start + rest))
    }
}
