internal import Store
internal import Tracking

/// What is forgotten with what it is about.
extension NotificationOutbox {
    /// Whether a notice is of a reminder: an item may have the name of what stands for one.
    static let isOfReminder = "id LIKE '\(Notice.reminderStart)%'"

    /// Forgets everything of an item.
    static func remove(_ device: DeviceID, _ database: SQLSession) throws {
        try database.execute(
            "DELETE FROM notices WHERE owner = ? AND tracker = ? AND NOT \(isOfReminder)",
            [device.owner.text, device.device.text]
        )
        try database.execute(
            "DELETE FROM shown WHERE device IN (?, ?)", ["\(device)", Notice.markedPlace(device)]
        )
    }

    /// Forgets everything of an owner's reminders.
    static func removeReminders(of owner: Name, _ database: SQLSession) throws {
        try database.execute("DELETE FROM notices WHERE owner = ? AND \(isOfReminder)", [owner.text])
        let start = Notice.placesStart(of: owner)
        try database.execute("DELETE FROM shown WHERE substr(device, 1, \(start.count)) = ?", [start])
    }
}
