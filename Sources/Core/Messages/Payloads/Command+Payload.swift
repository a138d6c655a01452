public import Tracking

extension Command: JSONPayload {
    enum Key: String, PayloadKey {
        case type = "_type", id, verb = "do"

        static let table = KeyTable<Key>()
    }

    static var type: (key: Key, name: String) { (.type, "command") }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        self.init(
            id: try object.required(.id, object.text(.id, characters: 1...64)),
            verb: try object.required(.verb, object.word(.verb))
        )
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.id, id)
        writer.put(.verb, verb.rawValue)
    }
}
