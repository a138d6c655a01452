public import Reminders
public import Tracking

/// What Home Assistant has been told of reminders, and what is still to be told.
///
/// As of items, nothing is told before what the broker keeps has been heard: only then is known which reminders are gone
/// of which it still keeps something.
public struct ReminderAnnouncer: Sendable {
    private let topics: Topics
    private let version: String
    /// What has been told since the session began.
    private var told: [ReminderID: ReminderDiscoveryMessage] = [:]
    /// Of which reminders the broker keeps something.
    private var kept: Set<ReminderID> = []

    public init(_ topics: Topics, version: String) { (self.topics, self.version) = (topics, version) }

    /// A session stands, and what the broker keeps comes next.
    public mutating func hold() { (told, kept) = ([:], []) }

    /// Takes in what the broker keeps of a reminder; false for a message of something else.
    public mutating func heard(_ message: Message) -> Bool {
        guard let reminder = topics.homeAssistantReminder(of: message.topic) else { return false }
        if message.retained, !message.payload.isEmpty { kept.insert(reminder) }
        return true
    }

    /// The message that tells of a reminder, or how it is changed; nil where that has been told.
    ///
    /// - Parameters:
    ///   - reminder: Which.
    ///   - title: What a person calls it.
    ///   - link: The page of all reminders of its owner; nil for none.
    /// - Returns: A retained message.
    public mutating func announce(_ reminder: ReminderID, _ title: ItemName, link: String? = nil) -> Message? {
        let message = ReminderDiscoveryMessage(reminder: reminder, title: title, version: version, link: link)
        guard told.updateValue(message, forKey: reminder) != message else { return nil }
        kept.insert(reminder)
        return message.message(topics)
    }

    /// The message that takes a reminder off that is deleted; nil where the broker keeps nothing of it.
    ///
    /// Home Assistant warns of each topic that is emptied without a reminder that it knows.
    public mutating func forget(_ reminder: ReminderID) -> Message? {
        told[reminder] = nil
        guard kept.remove(reminder) != nil else { return nil }
        return Message(topic: topics.homeAssistantConfig(reminder), payload: [], retained: true)
    }

    /// The messages that take off what the broker keeps of reminders that there are none of, in their order.
    ///
    /// - Parameters:
    ///   - isThere: Whether there is such a reminder.
    ///   - isOurs: Whether it is for this service to say so, of an owner.
    /// - Returns: Retained messages without a payload.
    public mutating func forgetOrphans(
        unless isThere: (ReminderID) -> Bool, of isOurs: (Name) -> Bool = { _ in true }
    ) -> [Message] {
        kept.filter { isOurs($0.owner) && !isThere($0) }.sorted().compactMap { forget($0) }
    }

    /// Home Assistant has started, and may have forgotten everything: all is told again.
    public mutating func repeatAll() { told = [:] }
}
