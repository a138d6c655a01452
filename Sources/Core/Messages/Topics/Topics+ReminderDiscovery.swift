public import Reminders
public import Tracking

extension Topics {
    /// Where Home Assistant reads what a reminder has to show.
    ///
    /// It begins with what no topic of an item does, whatever owners and items are called.
    public func homeAssistantConfig(_ reminder: ReminderID) -> String {
        "\(reminderStart)\(reminder.owner)/\(reminder.id)/config"
    }

    /// The filter of where Home Assistant reads what an owner's reminders have to show.
    public func homeAssistantReminders(of owner: Name) -> String { "\(reminderStart)\(owner)/+/config" }

    /// The reminder that Home Assistant reads of on a topic; nil for another topic.
    public func homeAssistantReminder(of topic: String) -> ReminderID? {
        guard topic.hasPrefix(reminderStart) else { return nil }
        let levels = topic.dropFirst(reminderStart.count).split(separator: "/", omittingEmptySubsequences: false)
        guard levels.count == 3, levels[2] == "config", let owner = try? Name(levels[0]), let id = try? Name(levels[1])
        else { return nil }
        return ReminderID(owner: owner, id: id)
    }

    private var reminderStart: String { "\(discovery)/device/tagalong-reminders_" }
}
