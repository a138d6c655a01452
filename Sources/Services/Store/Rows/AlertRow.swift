public import Tracking

/// A change of an item's alert level.
public struct AlertRow: Hashable, Sendable {
    /// Sorts in the order of the alerts.
    public var id: String
    public var device: DeviceID
    /// One of raised, escalated, eased, cleared.
    public var event: String
    /// One of none, warning, critical; so is ``previous``.
    public var level: String
    public var previous: String
    /// Metres.
    public var threshold: Double
    /// Metres.
    public var distance: Double
    /// 0 to 1.
    public var confidence: Double
    public var time: Timestamp
    public var episode: String
    /// The message as it was published.
    public var payload: [UInt8]?
    /// What it rested on; nil for alerts of the first versions.
    public var evidence: [UInt8]?

    public init(
        id: String,
        device: DeviceID,
        event: String,
        level: String,
        previous: String,
        threshold: Double,
        distance: Double,
        confidence: Double,
        time: Timestamp,
        episode: String,
        payload: [UInt8]? = nil,
        evidence: [UInt8]? = nil
    ) {
        self.id = id
        self.device = device
        self.event = event
        self.level = level
        self.previous = previous
        self.threshold = threshold
        self.distance = distance
        self.confidence = confidence
        self.time = time
        self.episode = episode
        self.payload = payload
        self.evidence = evidence
    }
}
