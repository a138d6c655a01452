import JSON

/// What is shown of an item: all of it out of its state.
extension DiscoveryParts {
    var sensors: [Component] {
        [position, lost, level, distance, place, room, lastSeen, battery, mode, accuracy, reachable, unreachable]
    }

    private var state: JSONValue { .text(topics.state(device)) }

    private var position: Component {
        component(
            "device_tracker",
            "position",
            nil,
            [
                "json_attributes_topic": state, "json_attributes_template": .text(DiscoveryTemplate.position),
                "source_type": "gps",
            ]
        )
    }

    private func sensor(_ id: String, _ name: String, _ template: JSONValue, _ rest: JSONMembers) -> Component {
        component("sensor", id, name, ["state_topic": state, "value_template": template] + rest)
    }

    private func binary(_ id: String, _ name: String, _ template: JSONValue, _ rest: JSONMembers) -> Component {
        component(
            "binary_sensor",
            id,
            name,
            ["state_topic": state, "value_template": template, "payload_on": "ON", "payload_off": "OFF"] + rest
        )
    }

    private var lost: Component { binary("lost", "Lost", DiscoveryTemplate.lost, ["device_class": "problem"]) }

    /// `unknown` is a word of Home Assistant's own, which no enumeration may have.
    private var level: Component {
        let words = ["near", "warning", "critical"]
        return sensor(
            "level",
            "Level",
            DiscoveryTemplate.word("level", of: words),
            ["device_class": "enum", "options": .list(words.map(JSONValue.text)), "icon": "mdi:map-marker-distance"]
        )
    }

    private var distance: Component {
        sensor(
            "distance",
            "Distance to owner",
            DiscoveryTemplate.distance,
            [
                "device_class": "distance", "state_class": "measurement", "unit_of_measurement": "m",
                "suggested_display_precision": .number(1),
            ]
        )
    }

    private var place: Component {
        sensor("place", "Trusted place", DiscoveryTemplate.optional("place"), ["icon": "mdi:home-map-marker"])
    }

    /// Only where rooms are told of: most have one gateway, or none.
    private var room: Component {
        guard message.hasRoom else { return absent("room", of: "sensor") }
        return sensor("room", "Room", DiscoveryTemplate.optional("room"), ["icon": "mdi:floor-plan"])
    }

    private var lastSeen: Component {
        sensor("last_seen", "Last seen", DiscoveryTemplate.lastSeen, ["device_class": "timestamp"])
    }

    private var battery: Component {
        sensor(
            "battery",
            "Battery",
            DiscoveryTemplate.optional("battery"),
            [
                "device_class": "battery", "state_class": "measurement", "unit_of_measurement": "%",
                "entity_category": "diagnostic",
            ]
        )
    }

    private var mode: Component {
        sensor(
            "mode",
            "Mode",
            DiscoveryTemplate.optional("active_mode"),
            ["device_class": "enum", "options": ["bluetooth", "cellular", "off"], "entity_category": "diagnostic"]
        )
    }

    private var accuracy: Component {
        sensor(
            "accuracy",
            "Position accuracy",
            DiscoveryTemplate.accuracy,
            [
                "device_class": "distance", "state_class": "measurement", "unit_of_measurement": "m",
                "suggested_display_precision": .number(0), "entity_category": "diagnostic",
                "icon": "mdi:map-marker-radius",
            ]
        )
    }

    private var reachable: Component {
        binary(
            "reachable",
            "Reachable",
            DiscoveryTemplate.reachable,
            ["device_class": "connectivity", "entity_category": "diagnostic"]
        )
    }

    private var unreachable: Component {
        sensor(
            "unreachable",
            "Unreachable since",
            DiscoveryTemplate.optional("unreachable"),
            ["device_class": "timestamp", "entity_category": "diagnostic", "icon": "mdi:lan-disconnect"]
        )
    }
}
