public import Tracking

/// One change of the level of an item.
public struct AlertMessage: Hashable, Sendable {
    /// Names the message; identifiers sort in the order of the changes.
    public var id: String
    public var event: AlertEvent
    public var level: AlertLevel
    public var previous: AlertLevel
    /// The distance in metres that was crossed; written in whole millimetres.
    public var threshold: Double
    /// Metres between item and owner; written in whole millimetres.
    public var distance: Double
    /// The probability that the distance is beyond the threshold, 0 to 1; written with four decimals.
    public var confidence: Double
    public var owner: Name
    public var tracker: Name
    /// What its owner calls the item.
    public var item: String
    /// When the fix or sample was taken that decided.
    public var time: Timestamp
    public var lastPosition: Position?
    /// The console's page of the item.
    public var link: String?
    /// The same from none through warning and critical until none again.
    public var episode: String

    public init(
        id: String,
        event: AlertEvent,
        level: AlertLevel,
        previous: AlertLevel,
        threshold: Double,
        distance: Double,
        confidence: Double,
        owner: Name,
        tracker: Name,
        item: String,
        time: Timestamp,
        lastPosition: Position? = nil,
        link: String? = nil,
        episode: String
    ) {
        self.id = id
        self.event = event
        self.level = level
        self.previous = previous
        self.threshold = threshold
        self.distance = distance
        self.confidence = confidence
        self.owner = owner
        self.tracker = tracker
        self.item = item
        self.time = time
        self.lastPosition = lastPosition
        self.link = link
        self.episode = episode
    }
}
