import JSON
import Tracking

/// What can be set of an item, by a plain text each.
extension DiscoveryParts {
    var controls: [Component] {
        guard message.isControllable else {
            return [
                lost, absent("ring", of: "button"), absent("locate", of: "button"), warning, critical,
                absent("interval", of: "number"), absent("radio", of: "select"), absent("power", of: "switch"),
            ]
        }
        return [lost, ring, locate, warning, critical, interval, radio, power]
    }

    /// What a person says, beside the sensor of the same word that tells how far it is from its owner.
    private var lost: Component {
        component(
            "switch",
            "marked_lost",
            "Marked as lost",
            [
                "command_topic": .text(topics.set(device, "lost")), "payload_on": "on", "payload_off": "off",
                "state_topic": .text(topics.state(device)), "value_template": DiscoveryTemplate.markedLost,
                "state_on": "on", "state_off": "off", "optimistic": .flag(false),
                "json_attributes_topic": .text(topics.state(device)),
                "json_attributes_template": .text(DiscoveryTemplate.mark), "icon": "mdi:map-marker-question",
            ]
        )
    }

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

    private func number(_ id: String, _ name: String, in bounds: ClosedRange<Int>, _ rest: JSONMembers) -> Component {
        component(
            "number",
            id,
            name,
            [
                "command_topic": .text(topics.set(device, id)), "min": .number(Double(bounds.lowerBound)),
                "max": .number(Double(bounds.upperBound)), "mode": "box", "entity_category": "config",
            ] + rest
        )
    }

    /// Metres; a rule beyond these bounds, which nobody sets here, is shown as unknown.
    private func metres(_ id: String, _ name: String, _ key: String, icon: String) -> Component {
        let bounds = 1...10_000
        return number(
            id,
            name,
            in: bounds,
            [
                "state_topic": .text(topics.state(device)),
                "value_template": DiscoveryTemplate.number(key, in: bounds), "step": .number(0.5),
                "unit_of_measurement": "m", "device_class": "distance", "icon": .text(icon),
            ]
        )
    }

    private var warning: Component {
        metres("warning", "Warning distance", "warning_m", icon: "mdi:map-marker-alert")
    }

    private var critical: Component {
        metres("critical", "Critical distance", "critical_m", icon: "mdi:map-marker-remove")
    }

    /// What is shown is what the tracker says, so it moves when that has followed.
    private var interval: Component {
        let bounds = 1...86_400
        return number(
            "interval",
            "Reporting interval",
            in: bounds,
            [
                "state_topic": .text(topics.reported(device)),
                "value_template": DiscoveryTemplate.number("report_every_s", in: bounds), "step": .number(1),
                "unit_of_measurement": "s", "device_class": "duration", "icon": "mdi:timer-outline",
            ]
        )
    }

    private var radio: Component {
        let words = ModePolicy.allCases.map(\.rawValue)
        return component(
            "select",
            "radio",
            "Radio",
            [
                "command_topic": .text(topics.set(device, "mode")), "state_topic": .text(topics.reported(device)),
                "value_template": DiscoveryTemplate.word("mode", of: words),
                "options": .list(words.map(JSONValue.text)), "entity_category": "config", "icon": "mdi:radio-tower",
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
