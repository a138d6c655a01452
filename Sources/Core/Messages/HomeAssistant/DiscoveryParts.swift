import JSON
import Tracking

/// The parts of a ``DiscoveryMessage`` as Home Assistant reads them.
struct DiscoveryParts {
    let message: DiscoveryMessage
    let topics: Topics

    private var device: DeviceID { message.device }
    private var state: JSONValue { .text(topics.state(device)) }

    var document: JSONValue {
        [
            "device": about,
            "origin": ["name": "Tagalong", "sw_version": .text(message.version)],
            "components": components,
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
    private var history: JSONValue { availability(topics.historyStatus) }

    private func availability(_ topic: String) -> JSONValue {
        ["topic": .text(topic), "payload_available": "online", "payload_not_available": "offline"]
    }

    private var components: JSONValue {
        [
            "position": position, "lost": lost, "distance": distance, "battery": battery, "mode": mode,
            "last_seen": lastSeen, "ring": ring, "locate": locate, "power": power,
        ]
    }

    private func component(_ platform: String, _ id: String, _ name: String?, _ rest: JSONMembers) -> JSONValue {
        let start: JSONMembers = [
            "platform": .text(platform), "unique_id": .text("\(identifier)/\(id)"),
            "name": name.map(JSONValue.text) ?? .null,
        ]
        return .object(start + rest)
    }

    private var position: JSONValue {
        component(
            "device_tracker",
            "position",
            nil,
            [
                "json_attributes_topic": state, "json_attributes_template": .text(Template.position),
                "source_type": "gps",
            ]
        )
    }

    private var lost: JSONValue {
        component(
            "binary_sensor",
            "lost",
            "Lost",
            [
                "device_class": "problem", "state_topic": state, "value_template": .text(Template.lost),
                "payload_on": "ON", "payload_off": "OFF",
            ]
        )
    }

    private var distance: JSONValue {
        component(
            "sensor",
            "distance",
            "Distance to owner",
            [
                "device_class": "distance", "state_class": "measurement", "unit_of_measurement": "m",
                "suggested_display_precision": .number(1), "state_topic": state,
                "value_template": .text(Template.distance),
            ]
        )
    }

    private var battery: JSONValue {
        component(
            "sensor",
            "battery",
            "Battery",
            [
                "device_class": "battery", "state_class": "measurement", "unit_of_measurement": "%",
                "entity_category": "diagnostic", "state_topic": state, "value_template": .text(Template.battery),
            ]
        )
    }

    private var mode: JSONValue {
        component(
            "sensor",
            "mode",
            "Mode",
            [
                "device_class": "enum", "options": ["bluetooth", "cellular", "off"], "entity_category": "diagnostic",
                "state_topic": state, "value_template": .text(Template.mode),
            ]
        )
    }

    private var lastSeen: JSONValue {
        component(
            "sensor",
            "last_seen",
            "Last seen",
            ["device_class": "timestamp", "state_topic": state, "value_template": .text(Template.lastSeen)]
        )
    }

    private var ring: JSONValue { button("ring", "Ring", icon: "mdi:bell-ring") }
    private var locate: JSONValue { button("locate", "Locate", icon: "mdi:crosshairs-gps") }

    /// Of use only while the tracker can be reached.
    private func button(_ verb: String, _ name: String, icon: String) -> JSONValue {
        component(
            "button",
            verb,
            name,
            [
                "command_topic": .text(topics.set(device, "command")), "payload_press": .text(verb),
                "icon": .text(icon), "availability_mode": "all",
                "availability": [history, availability(topics.availability(device))],
            ]
        )
    }

    /// What is wanted waits on the broker, so it can be told while the tracker sleeps.
    private var power: JSONValue {
        component(
            "switch",
            "power",
            "Power",
            [
                "command_topic": .text(topics.set(device, "power")), "payload_on": "on", "payload_off": "off",
                "state_topic": .text(topics.reported(device)), "value_template": "{{ value_json.power }}",
                "state_on": "on", "state_off": "off", "optimistic": .flag(false), "entity_category": "config",
            ]
        )
    }

    /// Home Assistant takes the text `None` for a state that is not known.
    private enum Template {
        static let position = """
            {% if value_json.position is defined %}{{ {'latitude': value_json.position.lat, \
            'longitude': value_json.position.lon, 'gps_accuracy': value_json.position.acc | default(0), \
            'level': value_json.level, 'place': value_json.place | default('')} | tojson }}{% else %}{}{% endif %}
            """
        static let lost = """
            {{ {'near': 'OFF', 'warning': 'ON', 'critical': 'ON'}.get(value_json.level, 'None') }}
            """
        static let distance = """
            {{ value_json.distance_m if value_json.distance_m is defined and value_json.level != 'unknown' else 'None' }}
            """
        static let battery = "{{ value_json.battery | default('None') }}"
        static let mode = "{{ value_json.active_mode | default('None') }}"
        static let lastSeen = """
            {{ value_json.position.time if value_json.position is defined else 'None' }}
            """
    }
}
