import JSON
import Tracking

/// What happens to an item.
///
/// An event has an availability of its own, which is none: with that of the others it would come back with its old time
/// whenever the service does, as if it had happened again.
extension DiscoveryParts {
    var events: [Component] { [alert, button] }

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
}
