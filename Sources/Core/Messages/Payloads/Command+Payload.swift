public import Tracking

extension Command: JSONPayload {
    enum Key: UInt8, PayloadKey {
        case type, id, verb

        static let table = KeyTable<Key>()

        var name: String {
            switch self {
            case .type: "_type"
            case .id: "id"
            case .verb: "do"
            }
        }
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
