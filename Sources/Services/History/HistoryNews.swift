public import Messages
public import Store
public import Tracking

/// What batches have led to, for those who follow the history service in its own process.
public struct HistoryNews: Sendable {
    /// The alerts that were stored, in their order.
    public internal(set) var alerts: [AlertRow] = []
    /// The fixes that were stored, in the order of their arrival.
    public internal(set) var fixes: [StoredFix] = []
    /// What guards have published of unknown tags, in their order.
    public internal(set) var guards: [GuardMessage] = []
    /// The items that somebody has marked as lost, or whose mark was changed or taken back, in the order of that.
    public internal(set) var marks: [DeviceID] = []
    /// What was told of reminders, in its order.
    public internal(set) var reminders: [ReminderEventMessage] = []
    /// The states that the batches led to, in their order, as they are or would be published.
    public internal(set) var states: [Message] = []

    /// Kinds of news.
    public struct Kinds: OptionSet, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        public static let alerts = Self(rawValue: 1)
        public static let fixes = Self(rawValue: 2)
        /// The states that go to the bus.
        public static let states = Self(rawValue: 4)
        /// Those, too, that are held back from the bus for seconds, as nothing in them but numbers has changed.
        public static let earlyStates = Self(rawValue: 8)
        /// What guards publish, also what the broker has kept of them.
        public static let guards = Self(rawValue: 16)
        /// Changes of marks as lost.
        public static let marks = Self(rawValue: 32)
        /// What is told of reminders.
        public static let reminders = Self(rawValue: 64)
    }

    var isEmpty: Bool {
        alerts.isEmpty && fixes.isEmpty && states.isEmpty && guards.isEmpty && marks.isEmpty && reminders.isEmpty
    }

    /// Moves it out, so that what takes it further changes it in place.
    mutating func drain() -> HistoryNews {
        let news = self
        self = HistoryNews()
        return news
    }
}
