internal import Tracking

extension StateMessage {
    /// The same as it is read from its bytes: distances in whole millimetres, the probability of the room in hundredths.
    public var asWritten: StateMessage {
        var written = self
        written.distance = Self.written(distance, decimals: Self.decimals)
        written.low = Self.written(low, decimals: Self.decimals)
        written.high = Self.written(high, decimals: Self.decimals)
        written.roomConfidence = Self.written(roomConfidence, decimals: Self.roomDecimals)
        return written
    }

    private static func written(_ number: Double?, decimals: Int) -> Double? {
        guard let number, number.isFinite else { return nil }
        return JSONNumber.rounded(number, decimals: decimals)
    }

    private static let decimals = 3
    private static let roomDecimals = 2
}

extension StateMessage: JSONPayload {
    enum Key: String, PayloadKey {
        case type = "_type", level, distance = "distance_m", low = "distance_low_m", high = "distance_high_m"
        case since, activeMode = "active_mode", battery, position, item, episode, place, with
        case unreachableSince = "unreachable", waitingFor = "waiting_for", waitingSince = "waiting_since"
        case warning = "warning_m", critical = "critical_m"
        case room, roomConfidence = "room_confidence", markedLost = "marked_lost"

        static let table = KeyTable<Key>()
    }

    static var type: (key: Key, name: String) { (.type, "state") }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        level = try object.required(.level, object.word(.level))
        distance = try object.number(.distance, in: .metres)
        low = try object.number(.low, in: .metres)
        high = try object.number(.high, in: .metres)
        since = try object.required(.since, object.time(.since))
        activeMode = try object.word(.activeMode)
        battery = try object.percentage(.battery)
        position = try object.part(.position)
        item = try object.required(.item, object.text(.item))
        episode = try object.text(.episode)
        place = try object.text(.place)
        room = try object.text(.room)
        roomConfidence = try object.number(.roomConfidence, in: 0...1)
        with = try object.name(.with)
        unreachableSince = try object.time(.unreachableSince)
        waitingFor = try object.word(.waitingFor)
        waitingSince = try object.time(.waitingSince)
        thresholds = try object.thresholds(.warning, .critical)
        markedLost = try object.part(.markedLost)
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.level, level.rawValue)
        writer.put(.distance, distance, decimals: Self.decimals)
        writer.put(.low, low, decimals: Self.decimals)
        writer.put(.high, high, decimals: Self.decimals)
        writer.put(.since, since)
        writer.put(.activeMode, activeMode?.rawValue)
        writer.put(.battery, battery)
        writer.put(.position, position)
        writer.put(.item, item)
        writer.put(.episode, episode)
        writer.put(.place, place)
        writer.put(.room, room)
        writer.put(.roomConfidence, roomConfidence, decimals: Self.roomDecimals)
        writer.put(.with, with?.text)
        writer.put(.unreachableSince, unreachableSince)
        writer.put(.waitingFor, waitingFor?.rawValue)
        writer.put(.waitingSince, waitingSince)
        writer.put(.warning, thresholds?.warning)
        writer.put(.critical, thresholds?.critical)
        writer.put(.markedLost, markedLost)
    }
}
