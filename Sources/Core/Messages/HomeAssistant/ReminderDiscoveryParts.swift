import JSON
import Reminders
import Tracking

/// The parts of a ``ReminderDiscoveryMessage`` as Home Assistant reads them.
struct ReminderDiscoveryParts {
    let message: ReminderDiscoveryMessage
    let topics: Topics

    private var reminder: ReminderID { message.reminder }

    var document: JSONValue { DiscoveryParts.document(about, [event, enabled, dismiss], message.version, topics) }

    private var about: JSONValue {
        [
            "identifiers": [.text("tagalong/reminders/\(reminder.owner)")],
            "name": .text("Reminders of \(reminder.owner)"),
            "manufacturer": "Tagalong",
            "model": "Reminders",
            "configuration_url": message.link.map(JSONValue.text),
        ]
    }

    private func component(
        _ platform: String, _ id: String, _ name: String, _ rest: JSONMembers
    ) -> DiscoveryParts.Component {
        DiscoveryParts.component(platform, id, of: "tagalong/reminders/\(reminder)", name, rest)
    }

    /// What it tells, and what is done with it.
    ///
    /// As other events it has no availability.
    private var event: DiscoveryParts.Component {
        let kinds = ReminderEventMessage.Event.allCases.map(\.rawValue)
        return component(
            "event",
            "event",
            message.title.text,
            [
                "state_topic": .text(topics.reminders(of: reminder.owner)), "availability": .list([]),
                "event_types": .list(kinds.map(JSONValue.text)),
                "value_template": DiscoveryTemplate.reminder(reminder.id, kinds), "icon": "mdi:reminder",
            ]
        )
    }

    /// Whether it is evaluated at all.
    private var enabled: DiscoveryParts.Component {
        let state = JSONValue.text(topics.reminderState(reminder))
        return component(
            "switch",
            "enabled",
            message.title.text,
            [
                "command_topic": .text(topics.reminderSet(reminder)), "payload_on": "on", "payload_off": "off",
                "state_topic": state, "value_template": DiscoveryTemplate.enabled, "state_on": "on", "state_off": "off",
                "optimistic": .flag(false), "json_attributes_topic": state,
                "json_attributes_template": .text(DiscoveryTemplate.reminderState), "icon": "mdi:bell-cog",
            ]
        )
    }

    /// Of use only while it is told.
    private var dismiss: DiscoveryParts.Component {
        component(
            "button",
            "dismiss",
            "Dismiss \(message.title.text)",
            [
                "command_topic": .text(topics.reminderSet(reminder)), "payload_press": "dismiss",
                "icon": "mdi:bell-check", "availability_mode": "all",
                "availability": [
                    DiscoveryParts.availability(topics.historyStatus),
                    DiscoveryParts.availability(topics.reminderState(reminder), DiscoveryTemplate.isTold),
                ],
            ]
        )
    }
}
