import JSON

/// What can be set of an item, by a plain text each.
extension DiscoveryParts {
    var controls: [Component] { [ring, locate, power] }

    private var ring: Component { button("ring", "Ring", icon: "mdi:bell-ring") }
    private var locate: Component { button("locate", "Locate", icon: "mdi:crosshairs-gps") }

    /// Of use only while the tracker can be reached: a sleeping one says that it is there, and may have gone silent.
    private func button(_ verb: String, _ name: String, icon: String) -> Component {
        component(
            "button",
            verb,
            name,
            [
                "command_topic": .text(topics.set(device, "command")), "payload_press": .text(verb),
                "icon": .text(icon), "availability_mode": "all",
                "availability": [
                    history, availability(topics.availability(device)),
                    availability(topics.state(device), DiscoveryTemplate.canBeTold),
                ],
            ]
        )
    }

    /// What is wanted waits on the broker, so it can be told while the tracker sleeps.
    private var power: Component {
        component(
            "switch",
            "power",
            "Power",
            [
                "command_topic": .text(topics.set(device, "power")), "payload_on": "on", "payload_off": "off",
                "state_topic": .text(topics.reported(device)),
                "value_template": DiscoveryTemplate.known("value_json.power"), "state_on": "on", "state_off": "off",
                "optimistic": .flag(false), "entity_category": "config",
            ]
        )
    }
}
