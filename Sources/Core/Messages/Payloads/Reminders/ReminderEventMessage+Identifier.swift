public import Reminders
public import Tracking

/// The identifiers of what is told: they say when it was told, and of which reminder.
extension ReminderEventMessage {
    /// The identifier of an event; those of an owner sort in their order.
    public static func id(_ event: Event, of reminder: ReminderID, at time: Timestamp) -> String {
        let number = "000000000000000\(time.milliseconds)".suffix(15)
        // No name has a point in it.
        return "\(number).\(reminder.owner).\(reminder.id).\(event.rawValue)"
    }

    /// When the event was that an identifier names; nil for none of that reminder.
    public static func time(of id: String, of reminder: ReminderID) -> Timestamp? {
        guard id.utf8.count <= 200 else { return nil }
        let parts = id.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0].utf8.count == 15, parts[0].utf8.allSatisfy({ (48...57).contains($0) }),
            let milliseconds = Int64(parts[0]), parts[1] == reminder.owner.text, parts[2] == reminder.id.text,
            Event(rawValue: String(parts[3])) != nil
        else { return nil }
        return Timestamp(milliseconds: milliseconds)
    }
}
