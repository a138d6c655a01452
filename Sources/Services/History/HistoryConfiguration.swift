public import Alerts
public import CivilTime
public import Messages
import Reminders
public import Store
public import Tracking

/// What the history service is told once.
public struct HistoryConfiguration: Sendable {
    public var topics: Topics
    public var phones: PhoneChoice
    /// Which owners share their things.
    public var households: Households
    /// What the phones encrypt with whose messages are to be read.
    public var passphrases = PassphraseKeys()
    /// The thresholds of items that have none of their own.
    public var thresholds: Thresholds
    /// The base of the console's pages of items, without a slash at its end; nil for no links.
    public var consoleURL: String?
    /// The time of day by which quiet hours go.
    public var localTime: LocalTime
    /// The zone of the times of day in reminders that name none of their own.
    public var zone = Zone.utc
    /// A time zone by its name, for those that do.
    public var zones: @Sendable (String) -> Zone? = { _ in nil }
    /// Names the session on the broker.
    public var clientID: String
    /// For how long, in milliseconds, a fix waits for one that its tracker sent before it; 0 for not at all.
    public var reorderWithin: Int64
    /// The moment before which no position can have been measured; nil for any, as in a life that is rehearsed.
    public var earliest: Timestamp?
    /// The speed, in m/s, beyond which a fix is implausible; nil for none.
    public var topSpeed: Double?
    /// Whether trackers that are silent are asked where they are.
    public var asksSilent: Bool
    /// Whether Home Assistant is told of the items.
    public var homeAssistant: Bool
    /// What the program calls itself.
    public var version: String
    /// How long fixes are kept of devices that have no retention of their own.
    public var retention: Retention
    /// Milliseconds between two `stored` messages to a tracker.
    public var storedEvery: Int64
    /// Milliseconds between two `state` messages of an item whose level stays.
    public var stateEvery: Int64
    /// The part of the owners whose messages this service stores; nil for all of them.
    public var share: HistoryShare?

    public init(
        topics: Topics = Topics(),
        phones: PhoneChoice = PhoneChoice(),
        households: Households = Households(),
        thresholds: Thresholds = .standard,
        consoleURL: String? = nil,
        localTime: LocalTime = .utc,
        clientID: String = "tagalong-history",
        reorderWithin: Int64 = 3000,
        earliest: Timestamp? = nil,
        topSpeed: Double? = 300,
        asksSilent: Bool = true,
        homeAssistant: Bool = false,
        version: String = "0",
        retention: Retention = .forever,
        storedEvery: Int64 = 3000,
        stateEvery: Int64 = 5000
    ) {
        self.topics = topics
        self.phones = phones
        self.households = households
        self.thresholds = thresholds
        self.consoleURL = consoleURL
        self.localTime = localTime
        self.clientID = clientID
        self.reorderWithin = reorderWithin
        self.earliest = earliest
        self.topSpeed = topSpeed
        self.asksSilent = asksSilent
        self.homeAssistant = homeAssistant
        self.version = version
        self.retention = retention
        self.storedEvery = storedEvery
        self.stateEvery = stateEvery
    }

    /// What the service subscribes to when it stores what comes of everybody: positions at any depth, so that a wrong one is noticed, what trackers are and
    /// should be, what came of commands to them, what gateways hear of them, and whether they hear, what guards
    /// find, its own alerts, whose return tells that they went out, and what others say in its place.
    public var session: BusSession {
        let base = topics.own
        let filters = [
            // First, so that what is kept of a tracker is not heard before it that its item is deleted.
            "\(base)/+/+/desired",
            "\(topics.positions)/#", "\(base)/+/+/reported", "\(base)/+/+/availability",
            "\(base)/+/+/proximity", "\(base)/+/+/rules", "\(base)/+/+/result", "\(base)/+/+/button",
            "\(base)/alerts/#", "\(base)/guard/+", "\(base)/reminders/+", "\(base)/reminders/+/+",
        ]
        // Whoever has an order kept gives it at each of our connections: it is ignored, the first time too.
        let orders = ["\(base)/+/+/set/+", "\(base)/reminders/+/+/set"].map {
            BusSession.Subscription($0, options: .keepsRetained)
        }
        let discovery = homeAssistant ? [topics.homeAssistantConfigs] : []
        return session(of: filters.map { .init($0) } + orders + discovery.map { .init($0) })
    }

    /// The same for some owners only, of whose items the broker may keep something for Home Assistant: of all others that
    /// is far too much to be heard by each session.
    func session(of owners: some Sequence<Name>, items: [DeviceID]) -> BusSession {
        let discovery = homeAssistant ? items.flatMap(topics.homeAssistantConfigs) : []
        return session(of: owners.flatMap(subscriptions) + discovery.map { .init($0) })
    }

    /// What concerns one owner, of those subscriptions.
    func subscriptions(of owner: Name) -> [BusSession.Subscription] {
        let base = "\(topics.own)/\(owner)"
        let kinds = ["desired", "reported", "availability", "proximity", "rules", "result", "button"]
        let filters =
            kinds.prefix(1).map { "\(base)/+/\($0)" } + ["\(topics.positions)/\(owner.ownTracks)/#"]
            + kinds.dropFirst().map { "\(base)/+/\($0)" } + ["\(topics.own)/alerts/\(owner)/#", topics.guarded(owner)]
            + [topics.reminders(of: owner), "\(topics.reminders(of: owner))/+"]
        let orders = ["\(base)/+/set/+", "\(topics.reminders(of: owner))/+/set"]
        return filters.map { .init($0) } + orders.map { .init($0, options: .keepsRetained) }
    }

    private func session(of some: [BusSession.Subscription]) -> BusSession {
        let home = homeAssistant ? [topics.homeAssistantStatus] : []
        let common = ["\(topics.own)/gateway/+/status", fence, topics.roomSurvey] + home
        let status = tellsStatus ? [BusSession.Subscription(topics.historyStatus, options: .othersOnly)] : []
        return BusSession(
            clientID: clientID,
            subscriptions: some + common.map { .init($0) } + status,
            will: tellsStatus ? self.status(.offline) : nil,
            persistent: true,
            // The outbox waits for them to come back, and publishes again what does not.
            unrepeated: ["\(topics.own)/alerts/", "\(topics.own)/reminders/"]
        )
    }

    /// Where its markers go and come back from.
    var fence: String { share.map { topics.fence(of: $0.partition) } ?? topics.fence }

    /// Whether it is this service that tells whether the history service is there; of all shares the first.
    var tellsStatus: Bool { (share?.partition ?? 0) == 0 }

    /// That the service is there, or is not.
    func status(_ availability: Availability) -> Message {
        Message(topic: topics.historyStatus, payload: availability.encoded(), retained: true)
    }

    /// The console's page of a reminder; nil without a console.
    func page(of id: ReminderID) -> String? { consoleURL.map { "\($0)/reminders/\(id)" } }

    /// The console's page of an item; nil without a console.
    func page(of device: DeviceID) -> String? { consoleURL.map { "\($0)/items/\(device)" } }
}
