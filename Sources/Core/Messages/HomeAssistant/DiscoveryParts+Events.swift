import JSON
import Tracking

/// What happens to an item.
///
/// An event has an availability of its own, which is none: with that of the others it would come back with its old time
/// whenever the service does, as if it had happened again.
extension DiscoveryParts {
    var events: [Component] { [alert, button] + presses }

    private func event(_ id: String, _ name: String, topic: String, _ rest: JSONMembers) -> Component {
        component("event", id, name, ["state_topic": .text(topic), "availability": .list([])] + rest)
    }

    private var alert: Component {
        let kinds = AlertEvent.allCases.map(\.rawValue)
        return event(
            "alert",
            "Alert",
            topic: topics.alert(device),
            [
                "event_types": .list(kinds.map(JSONValue.text)),
                "value_template": DiscoveryTemplate.alert(kinds), "icon": "mdi:bell-alert",
            ]
        )
    }

    private var button: Component {
        guard message.hasButton else { return absent("button", of: "event") }
        return event(
            "button",
            "Button",
            topic: topics.button(device),
            [
                "device_class": "button", "event_types": ["press"],
                "value_template": .text(DiscoveryTemplate.press),
            ]
        )
    }

    /// Each kind of press as a trigger of the device, for whom an automation is made on its page.
    ///
    /// Source: Home Assistant's documentation of "MQTT Device trigger", whose types for buttons these are. A trigger is no
    /// entity: it has no unique id, no name and no availability.
    private var presses: [Component] { ButtonPress.allCases.map(trigger) }

    private func trigger(_ press: ButtonPress) -> Component {
        let id = "press_\(press.rawValue)"
        guard message.hasButton else { return absent(id, of: "device_automation") }
        let kind =
            switch press {
            case .single: "button_short_press"
            case .double: "button_double_press"
            case .long: "button_long_press"
            }
        return (
            id,
            [
                "platform": "device_automation", "automation_type": "trigger", "type": .text(kind),
                "subtype": "button_1", "topic": .text(topics.button(device)), "payload": .text(press.rawValue),
                "value_template": .text(DiscoveryTemplate.pressKind), "qos": .number(1),
            ]
        )
    }
}
