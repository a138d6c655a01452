internal import Tracking

extension AlertMessage: JSONPayload {
    enum Key: String, PayloadKey {
        case type = "_type", id, event, level, previous, threshold = "threshold_m", distance = "distance_m"
        case confidence, owner, tracker, item, time, lastPosition = "last_position", link, episode

        static let table = KeyTable<Key>()
    }

    static var type: (key: Key, name: String) { (.type, "alert") }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        id = try object.required(.id, object.text(.id))
        event = try object.required(.event, object.word(.event))
        level = try object.required(.level, object.word(.level))
        previous = try object.required(.previous, object.word(.previous))
        threshold = try object.required(.threshold, object.number(.threshold, in: .positiveOrZero))
        distance = try object.required(.distance, object.number(.distance, in: .metres))
        confidence = try object.required(.confidence, object.number(.confidence, in: 0...1))
        owner = try object.required(.owner, object.name(.owner))
        tracker = try object.required(.tracker, object.name(.tracker))
        item = try object.required(.item, object.text(.item))
        time = try object.required(.time, object.time(.time))
        lastPosition = try object.part(.lastPosition)
        link = try object.text(.link)
        episode = try object.required(.episode, object.text(.episode))
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.id, id)
        writer.put(.event, event.rawValue)
        writer.put(.level, level.rawValue)
        writer.put(.previous, previous.rawValue)
        writer.put(.threshold, threshold, decimals: 3)
        writer.put(.distance, distance, decimals: 3)
        writer.put(.confidence, confidence, decimals: 4)
        writer.put(.owner, owner.text)
        writer.put(.tracker, tracker.text)
        writer.put(.item, item)
        writer.put(.time, time)
        writer.put(.lastPosition, lastPosition)
        writer.put(.link, link)
        writer.put(.episode, episode)
    }
}
