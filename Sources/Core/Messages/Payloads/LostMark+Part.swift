import Tracking

/// Within rules and states: `since`, and a `note` that may be absent.
extension LostMark: JSONPart {
    enum Key: String, PayloadKey {
        case since, note

        static let table = KeyTable<Key>()
    }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        self.init(
            since: try object.required(.since, object.time(.since)),
            note: try object.text(.note, characters: TextBounds.lostNote.characters)
        )
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.since, since)
        writer.put(.note, note)
    }
}
