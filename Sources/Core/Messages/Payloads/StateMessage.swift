public import Tracking

/// How an item is: its level and what that rests on.
public struct StateMessage: Hashable, Sendable {
    public var level: Level
    /// Metres between item and owner, nil for unknown; like its interval written in whole millimetres.
    public var distance: Double?
    /// The lower end of the 90 % interval of the distance, in metres.
    public var low: Double?
    /// The upper end of the 90 % interval of the distance, in metres.
    public var high: Double?
    /// Since when the level has been so.
    public var since: Timestamp
    public var activeMode: Mode?
    /// Per cent, 0 to 100.
    public var battery: Int?
    public var position: Position?
    /// What its owner calls the item.
    public var item: String
    /// The running episode of alerts; nil while there is none.
    public var episode: String?
    /// The trusted place that the item is in; nil for none.
    public var place: String?
    /// The member of its owner's household who has the item; nil for nobody else.
    public var with: Name?
    /// Since when its tracker counts as unreachable, for it has answered no location request; nil for reachable.
    public var unreachableSince: Timestamp?
    /// Whose next word on where it is the judgement waits for, since the other has moved; nil for nobody's.
    public var waitingFor: Awaited?
    /// When that one told where it is last.
    public var waitingSince: Timestamp?
    /// The thresholds in force, whether its rules name them or the service's are used; nil from an earlier version.
    public var thresholds: Thresholds?
    /// The room in which gateways hear it; nil for none.
    public var room: String?
    /// How probable that room is, 0 to 1; nil where there is none, or it is only remembered.
    public var roomConfidence: Double?
    /// That a person has marked it as lost; nil for not.
    public var markedLost: LostMark?

    public init(
        level: Level,
        distance: Double? = nil,
        low: Double? = nil,
        high: Double? = nil,
        since: Timestamp,
        activeMode: Mode? = nil,
        battery: Int? = nil,
        position: Position? = nil,
        item: String,
        episode: String? = nil,
        place: String? = nil,
        with: Name? = nil,
        unreachableSince: Timestamp? = nil,
        waitingFor: Awaited? = nil,
        waitingSince: Timestamp? = nil,
        thresholds: Thresholds? = nil,
        room: String? = nil,
        roomConfidence: Double? = nil,
        markedLost: LostMark? = nil
    ) {
        self.level = level
        self.distance = distance
        self.low = low
        self.high = high
        self.since = since
        self.activeMode = activeMode
        self.battery = battery
        self.position = position
        self.item = item
        self.episode = episode
        self.place = place
        self.with = with
        self.unreachableSince = unreachableSince
        (self.waitingFor, self.waitingSince) = (waitingFor, waitingSince)
        self.thresholds = thresholds
        (self.room, self.roomConfidence) = (room, roomConfidence)
        self.markedLost = markedLost
    }
}

extension StateMessage {
    /// The state as it is told where only the area may be: without distance, place and room, and without the note of a
    /// mark.
    public var byArea: StateMessage {
        var state = self
        state.distance = nil
        state.low = nil
        state.high = nil
        state.place = nil
        (state.room, state.roomConfidence) = (nil, nil)
        state.markedLost = markedLost?.byArea
        state.position = position?.byArea
        return state
    }
}
