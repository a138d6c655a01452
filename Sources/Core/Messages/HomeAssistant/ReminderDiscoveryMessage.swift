internal import JSON
public import Reminders
public import Tracking

/// What Home Assistant is told of a reminder: an event, a switch and a button on a device of all reminders of its owner.
///
/// Each reminder is told on a topic of its own, so that one that is changed or deleted concerns no other, and no message
/// grows with their number. Home Assistant makes one device of those that have its identifier.
///
/// Source: Home Assistant's documentation of the MQTT integration, "device discovery" and "event".
public struct ReminderDiscoveryMessage: Hashable, Sendable {
    public var reminder: ReminderID
    /// What a person calls it.
    public var title: ItemName
    /// The version of the program that says all this.
    public var version: String
    /// The page of all reminders of its owner; nil for none.
    public var link: String?

    public init(reminder: ReminderID, title: ItemName, version: String, link: String? = nil) {
        (self.reminder, self.title, self.version, self.link) = (reminder, title, version, link)
    }

    /// The retained message that says it.
    public func message(_ topics: Topics) -> Message {
        Message(
            topic: topics.homeAssistantConfig(reminder),
            payload: ReminderDiscoveryParts(message: self, topics: topics).document.encoded(),
            retained: true
        )
    }
}
